#!/usr/bin/env python3
"""The time from the start of a process to its end after one launch: gpuc's runtime beside a minimal
program of the driver API that loads the same image, in turn.

  gpuc -std=c++20 -O2 --offload-arch=sm_90 bench/launch/first_launch.cpp -o first_launch
  gpuc -std=c++20 -O2 --offload-arch=sm_90 --offload-device-only -S bench/launch/first_launch.cpp \
      -o first_launch.ptx
  c++ -std=c++20 -O2 bench/launch/first_launch_raw.cpp -o first_launch_raw -ldl
  bench/launch/first_launch.py ./first_launch ./first_launch_raw first_launch.ptx
"""

import os
import statistics
import subprocess
import sys
import time

ROUNDS = 30


def run(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, env={**os.environ, "GPUC_DEVICE": "cuda"})
    return 1000 * (time.perf_counter() - start)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    ours, raw = [sys.argv[1]], sys.argv[2:]
    for command in (ours, raw):  # the driver compiles the image and keeps it
        run(command)
    times = [(run(ours), run(raw)) for _ in range(ROUNDS)]
    a, b = (statistics.median(t) for t in zip(*times))
    print(f"first launch: gpuc {a:.1f} ms, driver {b:.1f} ms, ratio {a / b:.3f}")


if __name__ == "__main__":
    main()
