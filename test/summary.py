#!/usr/bin/env python3
"""Prints `N passed, N failed, N skipped` for a results file of lit; fails where a test did."""
import collections
import json
import sys

with open(sys.argv[1]) as results:
    codes = collections.Counter(test["code"] for test in json.load(results)["tests"])
passed = codes["PASS"] + codes["XFAIL"] + codes["FLAKYPASS"]
skipped = codes["UNSUPPORTED"] + codes["SKIPPED"] + codes["EXCLUDED"]
failed = sum(codes.values()) - passed - skipped
print(f"{passed} passed, {failed} failed, {skipped} skipped")
sys.exit(1 if failed or not passed else 0)
