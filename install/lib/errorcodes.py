#!/usr/bin/env python3
"""The check of install/check-docs that no error code lacks its explanation.

usage: errorcodes.py ROOT

Each code of the sources, `public static let name: Self = "CODE"` in an extension of
FigraniumError.Code, has exactly one row `| `CODE` | what happened | what to do |` in the page on
errors, and there is no row for another; those of the credential store also have one in the page of
the module that keeps keys.
"""

import pathlib
import re
import sys

CODE = re.compile(r'^\s*public static let \w+: Self = "([A-Z_]+)"', re.M)
ROW = re.compile(r"^\|\s*`([A-Z_]+)`[^|]*\|(.*)\|\s*$")
PAGES = {
    "Sources/Figranium/Figranium.docc/ReadingErrors.md": lambda code: True,
    "Sources/FigraniumSecretService/FigraniumSecretService.docc/WhenTheStoreFails.md":
        lambda code: code.startswith("CREDENTIAL_"),
}


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    codes, faults, rows = {}, [], 0
    for path in sorted(root.glob("Sources/**/*.swift")):
        text = path.read_text(encoding="utf-8")
        if "extension FigraniumError.Code {" in text:
            codes.update((code, path.relative_to(root)) for code in CODE.findall(text))
    for name, belongs in PAGES.items():
        path = root / name
        if not path.exists():
            if codes:
                faults.append(f"{name}: is missing\n    Write it: it explains the error codes.")
            continue
        explained = {}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = ROW.match(line)
            if not match:
                continue
            code, columns = match.group(1), [part.strip() for part in match.group(2).split("|")]
            rows += 1
            if code in explained:
                faults.append(f"{name}:{number}: {code} is explained twice, first in line "
                              f"{explained[code]}\n    Take one row away.")
            explained[code] = number
            if len(columns) != 2 or not all(columns):
                faults.append(f"{name}:{number}: {code} needs what happened and what to do\n    "
                              "Write | `CODE` | what happened | what to do |.")
            if code not in codes:
                faults.append(f"{name}:{number}: no source has the code {code}\n    "
                              "Take the row away, or mend the code.")
        for code, source in sorted(codes.items()):
            if belongs(code) and code not in explained:
                faults.append(f"{name}: {code} of {source} is not explained\n    "
                              "Add | `CODE` | what happened | what to do |.")
    for fault in faults:
        print(f"check-docs: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"check-docs: {len(codes)} error codes in {rows} rows: ok", file=sys.stderr)


main()
