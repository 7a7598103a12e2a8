"""usage: table.py FOLDER: prints the table of install/bench from what it measured."""

import json
import pathlib
import statistics
import sys

folder = pathlib.Path(sys.argv[1])


def medians(name):
    """Median milliseconds of both commands over all rounds."""
    times = ([], [])
    for path in folder.glob(f"{name}.*.json"):
        for side, result in zip(times, json.loads(path.read_text())["results"]):
            side.extend(result["times"])
    return [statistics.median(side) * 1000 for side in times]


def number(name):
    """The median of the numbers in a file, a line each."""
    return statistics.median(map(float, (folder / name).read_text().split()))


rows = []
if (folder / "sdk").exists():
    for name, title, bar in (
        ("run", "figctl run / curl + secret-tool", 0.8),
        ("key", "figctl key show / secret-tool lookup", 1.25),
    ):
        ours, theirs = medians(name)
        rows.append((title, f"{ours:.1f} ms", f"{theirs:.1f} ms", ours / theirs, bar))
    ours, theirs = number("sdk"), number("curl")
    rows.append(("SDK warm request / libcurl loop", f"{ours:.0f} us", f"{theirs:.0f} us",
                 ours / theirs, 2.0))
    memory = number("memory") * 1024 / 1e6
    rows.append(("peak memory of figctl run (MB)", f"{memory:.1f} MB", "", memory, 20.0))

if (folder / "parse").exists():
    parse, python = number("parse"), number("parse.python")
    rows.append(("55 MB to JSONValue / CPython's json", f"{parse:.0f} ms", f"{python:.0f} ms",
                 parse / python, 1.5))
    memory, size = number("parse.memory") * 1024 / 1e6, number("rows.size") / 1e6
    rows.append(("peak memory of that / its text", f"{memory:.0f} MB", f"{size:.0f} MB",
                 memory / size, 6.0))
    output = number("output")
    rows.append(("run --output of 55 MB / CPython's json", f"{output:.0f} ms", f"{python:.0f} ms",
                 output / python, 0.75))

if (folder / "batch.500").exists():
    many, few = (number(f"batch.{count}") * 1024 / 1e6 for count in (10000, 500))
    rows.append(("peak memory of 10,000 rows / of 500", f"{many:.1f} MB", f"{few:.1f} MB",
                 many / few, 1.1))

if (folder / "runs").exists():
    ours, theirs = number("runs"), number("runs.python")
    rows.append(("64 runs at a time: Python SDK's / ours", f"{ours:.0f} /s", f"{theirs:.0f} /s",
                 theirs / ours, 1 / 8))

if (folder / "desktop").exists():
    for line in (folder / "desktop").read_text().splitlines():
        title, value, bar, note = line.split("\t")
        rows.append((f"desktop: {title}", note, "", float(value), float(bar)))
    rows.append(("desktop: Perform on the bus adds (ms)", "", "", number("perform"), 2.0))

missed = 0
print(f"{'what':<46}{'ours':>10}{'theirs':>10}{'ratio':>8}{'bar':>7}")
for title, ours, theirs, value, bar in rows:
    held = value <= bar
    missed += not held
    print(f"{title:<46}{ours:>10}{theirs:>10}{value:>8.2f}{bar:>7.2f}  {'ok' if held else 'MISSED'}")
counts = folder / "counts"
if counts.exists():
    print()
    for line in counts.read_text().splitlines():
        title, value = line.split("\t")
        print(f"{title:<40}{value:>10}")
sys.exit(1 if missed else 0)
