"""usage: desktop.py FOLDER: measures the service of the desktop with 10,000 tasks.

On a private bus that may start it. Writes FOLDER/desktop: a line a figure, its name, its value, its
bar and a remark, with tabs between.
"""

import os
import pathlib
import random
import signal
import statistics
import sys
import time

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

NAME, PATH = "dev.figranium.Figctl", "/dev/figranium/Figctl"
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
results = []


def call(name, path, interface, member, arguments=None):
    return bus.call_sync(name, path, interface, member, arguments, None, Gio.DBusCallFlags.NONE,
                         30_000, None).unpack()


def search(*terms):
    return call(NAME, PATH + "/SearchProvider", "org.gnome.Shell.SearchProvider2",
                "GetInitialResultSet", GLib.Variant("(as)", (list(terms),)))[0]


def on_bus(member, *words):
    return call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member,
                GLib.Variant("(" + "s" * len(words) + ")", words))[0]


def stop():
    pid = on_bus("GetConnectionUnixProcessID", NAME)
    os.kill(pid, signal.SIGTERM)
    while on_bus("NameHasOwner", NAME):
        time.sleep(0.01)


deadline = time.monotonic() + 60
while len(search("number", "9999")) != 1:
    if time.monotonic() > deadline:
        sys.exit("bench: the service did not find the tasks within 60 s")
    time.sleep(0.05)

random.seed(1)
words = ["task", "number", "run", "figranium", "check", "price", "daily"]
times = []
for turn in range(2100):
    terms = [random.choice(words), str(random.randrange(10_000))][: 1 + turn % 2]
    start = time.perf_counter()
    search(*terms)
    if turn >= 100:
        times.append((time.perf_counter() - start) * 1000)
times.sort()
results.append(("search, 99th percentile (ms)", times[int(len(times) * 0.99)], 10,
                f"median {statistics.median(times):.1f}"))



def memory(pid):
    """Resident memory and its peak, and the part that is no other process's (Pss), in MB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    rollup = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    kilobytes = {line.split()[0]: int(line.split()[1])
                 for line in (status + rollup).splitlines()
                 if line.endswith(" kB")}
    return [kilobytes[name] * 1024 / 1e6 for name in ("VmRSS:", "VmHWM:", "Pss:")]


def read_tasks(pid):
    """Waits until the reading of the tasks that a start begins has ended.

    While it goes on the service has a thread of this name, which gives memory back."""
    limit = time.monotonic() + 10
    begun = False
    while time.monotonic() < limit:
        threads = pathlib.Path(f"/proc/{pid}/task").glob("*/comm")
        reads = any(thread.read_text() == "memory\n" for thread in threads)
        if begun and not reads:
            return
        begun = begun or reads
        # Over before the first look.
        if not begun and time.monotonic() > limit - 9:
            return
        time.sleep(0.002)
    sys.exit("bench: the service reads its tasks for more than 10 s")


now, peak, own = memory(on_bus("GetConnectionUnixProcessID", NAME))
results.append(("RSS while searched (MB)", now, 20, f"Pss {own:.1f}"))
results.append(("peak RSS, reading the tasks (MB)", peak, 20, ""))

cold, rests, peaks = [], [], []
for turn in range(10):
    stop()
    start = time.perf_counter()
    found = search("number", "4242")
    cold.append((time.perf_counter() - start) * 1000)
    if len(found) != 1:
        sys.exit("bench: a cold start did not answer from the cache")
    pid = on_bus("GetConnectionUnixProcessID", NAME)
    read_tasks(pid)
    now, peak, own = memory(pid)
    rests.append((now, own))
    peaks.append(peak)
results.append(("cold start to the first answer (ms)", statistics.median(cold), 150,
                f"max {max(cold):.0f}"))
now, own = max(rests)
results.append(("RSS at rest after a cold start (MB)", now, 20, f"Pss {own:.1f}"))
results.append(("peak RSS of a cold start (MB)", statistics.median(peaks), 20,
                f"max {max(peaks):.1f}"))
stop()
pathlib.Path(sys.argv[1], "desktop").write_text(
    "".join("\t".join(map(str, result)) + "\n" for result in results))
