#!/usr/bin/env python3
"""Wall time and peak memory of compiling and linking examples/vector_add.cpp with gpuc, beside nvcc
on the same program in CUDA and clang++ on its host part.

The commands run in turn, round after round, so that a machine that slows down slows all of them;
the figures are medians, the ratios medians of the rounds' own ratios.

usage: compile.py [--gpuc build/bin/gpuc] [--clangxx clang++-22] [--nvcc nvcc] [--rounds 9]
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def measure(command, directory):
    """Seconds, CPU seconds and peak MiB (of the largest process) of one run."""
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=directory, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} failed:\n{output.decode()}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def machine():
    name = "unknown processor"
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        for line in info:
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    return f"{name}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--gpuc", default=os.path.join(HERE, "../../build/bin/gpuc"))
    parser.add_argument("--clangxx", default="clang++-22")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()

    gpuc = os.path.abspath(args.gpuc)
    source = os.path.abspath(os.path.join(HERE, "../../examples/vector_add.cpp"))
    flags = ["-O2", "-std=c++20"]

    def gpuc_for(targets):
        return [gpuc, *flags, f"--offload-arch={targets}", source, "-o", "out"]

    commands = {
        "clang++ host only": [args.clangxx, *flags, os.path.join(HERE, "vector_add_host.cpp"),
                              "-o", "out"],
        "gpuc cpu": gpuc_for("cpu"),
        "gpuc cpu,sm_90": gpuc_for("cpu,sm_90"),
        "gpuc cpu,sm_90,sm_80": gpuc_for("cpu,sm_90,sm_80"),
        "gpuc cpu,sm_90,gfx1100": gpuc_for("cpu,sm_90,gfx1100"),
        "gpuc default targets": [gpuc, *flags, source, "-o", "out"],
    }
    if os.access(args.nvcc, os.X_OK):
        commands["nvcc sm_90"] = [args.nvcc, "-O2", "-std=c++20", "-arch=sm_90",
                                  os.path.join(HERE, "vector_add.cu"), "-o", "out"]
    else:
        print("[SKIP] nvcc: not found")

    results = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as directory:
        for command in commands.values():  # warm the file cache
            measure(command, directory)
        for _ in range(args.rounds):
            for name, command in commands.items():
                results[name].append(measure(command, directory))

    def ratio(name, other):
        return statistics.median(a[0] / b[0] for a, b in zip(results[name], results[other]))

    host, nvcc = "clang++ host only", "nvcc sm_90"
    print(f"{machine()}; medians of {args.rounds} rounds")
    print(f"{'':26}{'wall s':>8}{'CPU s':>8}{'MiB':>7}{'/ clang++':>11}{'/ nvcc':>9}")
    for name, runs in results.items():
        wall, cpu, memory = (statistics.median(column) for column in zip(*runs))
        to_nvcc = f"{ratio(name, nvcc):9.2f}" if nvcc in results else ""
        print(f"{name:26}{wall:8.2f}{cpu:8.2f}{memory:7.0f}{ratio(name, host):11.2f}{to_nvcc}")
    base = "gpuc cpu,sm_90"
    for name in ("gpuc cpu,sm_90,sm_80", "gpuc cpu,sm_90,gfx1100"):
        added = statistics.median((a[0] - b[0]) / c[0] for a, b, c in
                                  zip(results[name], results[base], results[host]))
        print(f"{name.rsplit(',', 1)[1]} adds {100 * added:.0f}% of the time of clang++ host only")


if __name__ == "__main__":
    main()
