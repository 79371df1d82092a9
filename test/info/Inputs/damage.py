"""Runs a program on copies of a file with damage, and fails where one crashes or hangs it.

damage.py PROGRAM FILE COPY COUNT"""

import random
import subprocess
import sys

program, name, copy, count = sys.argv[1:]
with open(name, "rb") as file:
    original = file.read()
random.seed(1)
start = original.find(b"\177ELF")
modules = original.find(b"gpuc_modules")
for i in range(int(count)):
    damaged = bytearray(original)
    kind = i % 4
    if kind == 0:  # cut off
        del damaged[random.randrange(len(damaged)) :]
    elif kind == 1:  # headers
        for _ in range(random.randrange(1, 8)):
            damaged[start + random.randrange(64)] = random.randrange(256)
    elif kind == 2:  # the sections' headers and names at the end
        for _ in range(random.randrange(1, 60)):
            damaged[-random.randrange(1, 3000)] = random.randrange(256)
    else:  # anywhere
        for _ in range(random.randrange(1, 2000)):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
    with open(copy, "wb") as file:
        file.write(damaged)
    done = subprocess.run([program, copy], capture_output=True, timeout=20)
    assert done.returncode in (0, 1), (i, done)
    assert done.returncode == 0 or b"error: " in done.stderr, (i, done)
