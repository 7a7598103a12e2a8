"""usage: parse.py FILE: how long json.loads takes for FILE, in milliseconds."""

import json
import pathlib
import sys
import time

text = pathlib.Path(sys.argv[1]).read_bytes()
start = time.perf_counter()
value = json.loads(text)
print(f"{(time.perf_counter() - start) * 1000:.1f}")
