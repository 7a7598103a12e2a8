"""usage: snippets.py ROOT [FIGCTL]

Holds the documentation's code to what the compiler and the command know:
  - each ```swift block in README.md and the .docc pages stands under a marker,
    `<!-- snippet: NAME -->`, and equals the text between `// snippet: NAME` and `// snippet end` in
    a file under Tests/*/Samples, which the tests compile. Parts of one name in one file (imports,
    then the body of a function) are joined by an empty line;
  - with FIGCTL, the path of a built figctl: each `figctl …` line of a ```sh block in README.md
    names a command, and options, that `figctl help` knows.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import textwrap

FENCE = re.compile(r"^(\s*)```(\w*)\s*$")
MARKER = re.compile(r"^\s*<!-- snippet: ([\w-]+) -->\s*$")
START = re.compile(r"^\s*// snippet: ([\w-]+)\s*$")
END = re.compile(r"^\s*// snippet end\s*$")


def samples(root, faults):
    """Snippet name -> (text, file)."""
    found = {}
    for path in sorted((root / "Tests").glob("*/Samples/**/*.swift")):
        name, start = None, 0
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            match = START.match(line)
            if match:
                if name:
                    faults.append(f"{path.relative_to(root)}:{number + 1}: snippet {name} has no "
                                  "end\n    Close it with: // snippet end")
                name, start = match.group(1), number + 1
            elif END.match(line) and name:
                text = textwrap.dedent("\n".join(lines[start:number])).strip("\n")
                place = path.relative_to(root)
                if name in found and found[name][1] == place:
                    text = f"{found[name][0]}\n\n{text}"
                elif name in found:
                    faults.append(f"{place}:{start}: snippet {name} is also in {found[name][1]}\n"
                                  "    Give it another name.")
                found[name] = (text, place)
                name = None
        if name:
            faults.append(f"{path.relative_to(root)}: snippet {name} has no end\n    "
                          "Close it with: // snippet end")
    return found


def blocks(path):
    """Code blocks of a Markdown file: (line number, language, text, marker's name)."""
    marker, fence, start, lines = None, None, 0, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        match = FENCE.match(line)
        if fence is None and match:
            fence, start, lines = match, number, []
        elif fence is not None and match and not match.group(2):
            yield start + 1, fence.group(2), textwrap.dedent("\n".join(lines)).strip("\n"), marker
            fence, marker = None, None
        elif fence is not None:
            lines.append(line)
        elif MARKER.match(line):
            marker = MARKER.match(line).group(1)
        elif line.strip():
            marker = None


def check_commands(path, text, line, figctl, faults):
    """Each `figctl` line of a shell block is one that figctl has."""
    for offset, command in enumerate(re.sub(r"\\\n\s*", " ", text).splitlines()):
        command = command.split(" #")[0].strip()
        found = re.search(r"(?:^|[|;]\s*|&&\s*|\$\()\s*figctl(\s.*)?$", command)
        if not found:
            continue
        rest = (found.group(1) or "").rstrip("'")  # the end of `sh -c '…'`
        words = shlex.split(rest)
        options = [word.split("=")[0] for word in words if re.match(r"--?[a-z]", word)]
        names = []
        for word in words:
            if not re.fullmatch(r"[a-z][a-z-]*", word) or len(names) == 2:
                break
            names.append(word)
        answer = None
        while names:
            answer = subprocess.run([figctl, "help", *names], capture_output=True, text=True,
                                    check=False, timeout=30)
            if answer.returncode == 0:
                break
            names.pop()
        place = f"{path}:{line + 1 + offset}"
        if words and not words[0].startswith("-") and not names:
            faults.append(f"{place}: figctl has no command `{words[0]}`\n    See: figctl help")
            continue
        known = answer.stdout if answer else ""
        known += subprocess.run([figctl, "help"], capture_output=True, text=True, check=False,
                                timeout=30).stdout
        for option in options:
            if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", known):
                faults.append(f"{place}: `figctl {' '.join(names)}` has no option {option}\n"
                              f"    See: figctl help {' '.join(names)}")


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    figctl = sys.argv[2] if len(sys.argv) > 2 else None
    faults, used = [], set()
    known = samples(root, faults)
    pages = [root / "README.md", *sorted(root.glob("Sources/*/*.docc/**/*.md"))]
    for path in pages:
        if not path.exists():
            faults.append(f"{path.name}: is missing\n    Write it.")
            continue
        place = path.relative_to(root)
        for line, language, text, marker in blocks(path):
            if language in ("sh", "shell", "bash", "console") and figctl and path == pages[0]:
                check_commands(place, text, line, figctl, faults)
            if language != "swift":
                continue
            if marker is None:
                faults.append(f"{place}:{line}: Swift code that nobody compiles\n    Put it into a "
                              "file under Tests/*/Samples, and name it above the block: "
                              "<!-- snippet: NAME -->")
            elif marker not in known:
                faults.append(f"{place}:{line}: no sample has `// snippet: {marker}`\n    "
                              "Add it to a file under Tests/*/Samples.")
            else:
                used.add(marker)
                if known[marker][0] != text:
                    faults.append(f"{place}:{line}: differs from snippet {marker} in "
                                  f"{known[marker][1]}\n    Make both the same.")
    for fault in faults:
        print(f"check-docs: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"check-docs: {len(used)} snippets in {len(pages)} pages: ok", file=sys.stderr)


main()
