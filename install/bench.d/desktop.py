"""usage: desktop.py FOLDER: measures the service of the desktop with 10,000 tasks.

On a private bus that may start it. Writes FOLDER/desktop: a line a figure, its name, its value and
its bar, with tabs between.
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
results.append(("search, 99th percentile (ms)", times[int(len(times) * 0.99)], 10))

pid = on_bus("GetConnectionUnixProcessID", NAME)
status = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
kilobytes = {line.split()[0]: int(line.split()[1]) for line in status.splitlines()[1:]}
results.append(("memory of its own, Pss (MB)", kilobytes["Pss:"] * 1024 / 1e6, 20))

cold = []
for turn in range(10):
    stop()
    start = time.perf_counter()
    found = search("number", "4242")
    cold.append((time.perf_counter() - start) * 1000)
    if len(found) != 1:
        sys.exit("bench: a cold start did not answer from the cache")
results.append(("cold start to the first answer (ms)", statistics.median(cold), 150))
stop()
pathlib.Path(sys.argv[1], "desktop").write_text(
    "".join(f"{name}\t{value}\t{bar}\n" for name, value, bar in results))
