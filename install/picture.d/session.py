"""usage: session.py URL OUTPUT.svg < KEY

Types a session into a real terminal (a pty) and draws what stood there. Run by install/picture in a
private session, with figctl in PATH and the server at URL. What differs from run to run (the port,
ids, times) is replaced, so that the picture is the same each time; nothing else is touched.
"""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
import time

from svg import picture
from terminal import Terminal

COLUMNS, ROWS, LIMIT = 92, 40, 30


def run(command, answers, columns=COLUMNS):
    """Runs a shell command in a pty; sends each answer when its text has come. Returns the output."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = "xterm-256color"
        os.execvp("sh", ["sh", "-c", command])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
    output, seen, end = "", 0, time.monotonic() + LIMIT
    answers = list(answers)
    while True:
        if not select.select([terminal], [], [], max(end - time.monotonic(), 0))[0]:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
            raise SystemExit(f"picture: `{command}` did not end in {LIMIT} s. So far:\n{output}")
        try:
            part = os.read(terminal, 65536)
        except OSError:  # EIO: the other side is closed
            break
        if not part:
            break
        output += part.decode("utf-8", "replace")
        if answers and answers[0][0] in output[seen:]:
            seen = len(output)
            os.write(terminal, answers.pop(0)[1].encode() + b"\n")
    os.close(terminal)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status or answers:
        raise SystemExit(f"picture: `{command}` ended with {status}, "
                         f"{len(answers)} answers not asked for:\n{output}")
    return output


def steps(url, key):
    """(what stands at the prompt, what is run, answers)"""
    yield "figctl init", "figctl init", [("Figranium server", url), ("API key for", key)]
    yield "figctl task list", "figctl task list", []
    yield 'figctl run "Scrape title"', 'figctl run "Scrape title"', []
    yield "figctl key show", "figctl key show", []
    yield "figctl key delete --yes", "figctl key delete --yes", []


def main():
    url, target = sys.argv[1:]
    key = sys.stdin.readline().strip()
    terminal = Terminal(COLUMNS)
    for shown, command, answers in steps(url, key):
        output = run(command, answers)
        if key in output:
            raise SystemExit(f"picture: `{command}` printed the key")
        output = output.replace(url, "http://localhost:11345").replace(
            url.removeprefix("http://"), "localhost:11345")
        output = re.sub(r"\b\d{4}-\d\d-\d\d([ T])\d\d:\d\d(:\d\d)?", r"2026-11-30\g<1>12:00", output)
        output = re.sub(r"\b\d+(\.\d+)? ?ms\b", "12 ms", output)
        terminal.write(f"\x1b[32m$\x1b[0m \x1b[1m{shown}\x1b[0m\n{output}")
        terminal.write("\n\n" if terminal.column else "\n")
    with open(target, "w", encoding="utf-8") as file:
        file.write(picture(terminal, "A session with figctl", "A key is stored, a task run, its "
                           "result shown, and the key deleted; drawn by install/picture."))


main()
