"""Reads what gpuc-info --json prints of files, and prints a line for each."""

import json
import sys

for file in json.load(sys.stdin):
    for module in file["modules"]:
        images = ", ".join(f"{i['arch']}/{i['kind']}" for i in module["images"])
        kernels = {k["symbol"]: k for k in module["kernels"]}
        assert all(set(i["kernels"]) <= set(kernels) for i in module["images"])
        print(file["file"], len(kernels), "kernels, images", images)
