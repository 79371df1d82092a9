"""Reads a trace of GPUC_TRACE=file.json and prints what is in it, a line for each kind.

check_trace.py FILE: fails where the file is no trace in JSON."""

import json
import sys
from collections import Counter

with open(sys.argv[1], encoding="utf-8") as file:
    events = json.load(file)

tracks = {}
for event in events:
    if event["ph"] == "M" and event["name"] == "thread_name":
        tracks[event["tid"]] = event["args"]["name"]
spans = [event for event in events if event["ph"] == "X"]
for span in spans:
    assert span["ts"] >= 0 and span["dur"] >= 0 and span["tid"] in tracks, span
assert Counter(e["id"] for e in events if e["ph"] == "s") == Counter(
    e["id"] for e in events if e["ph"] == "f"
)

kinds = Counter((tracks[s["tid"]], s["cat"], s["name"]) for s in spans)
for (track, category, name), count in sorted(kinds.items()):
    print(f"{track}: {category} {name} x {count}")
for span in spans:
    if span["cat"] == "launch" and tracks[span["tid"]] not in ("main thread",):
        args = span["args"]
        print("grid", args["grid"], "block", args["block"], "shared", args["dynamic_shared_bytes"])
