"""The functions of a program that ran, from callgrind's traces: symbol_order.py PROGRAM TRACE…

Prints their names in the order of the linker's symbol ordering file. Callgrind's own names are not
used, since they are those of one symbol where several share an address. FoundationEssentials comes
last: its object files have one section each, so that one name moves a whole file.
"""

import bisect
import collections
import re
import subprocess
import sys

COST = re.compile(r"(0x[0-9a-f]+|\+\d+|-\d+|\*)\s")
OBJECT = re.compile(r"(c?)ob=\((\d+)\)(?: (.*))?$")


def executed(trace, program):
    """The addresses in `program` that a trace names."""
    objects, addresses, last, is_ours = {}, set(), 0, False
    for line in open(trace):
        line = line.rstrip("\n")
        if found := OBJECT.match(line):
            if found[3]:
                objects[found[2]] = found[3]
            if not found[1]:
                is_ours = objects[found[2]] == program
        elif found := COST.match(line):
            word = found[1]
            # Absolute, or relative to the line before.
            last = int(word, 16) if word.startswith("0x") else last + int(word.replace("*", "0"))
            if is_ours:
                addresses.add(last)
    return sorted(addresses)


def main(program, traces):
    names = collections.defaultdict(list)
    table = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    for line in table.splitlines():
        parts = line.split()
        if len(parts) == 3 and parts[1] in "tTwW":
            names[int(parts[0], 16)].append(parts[2])
    starts = sorted(names)
    order = {}
    for trace in traces:
        for address in executed(trace, program):
            for name in names[starts[bisect.bisect_right(starts, address) - 1]]:
                order[name] = None
    last = [name for name in order if "20FoundationEssentials" in name]
    print("\n".join([name for name in order if name not in set(last)] + last))


main(sys.argv[1], sys.argv[2:])
