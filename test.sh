#!/usr/bin/env bash
# Builds gpuc and runs every test; the last line counts them. `./test.sh [preset]`, as build.sh.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
preset=${1:-release}
./build.sh "$preset"

directory=build
[[ $preset == release ]] || directory=build-$preset
status=0
cmake --build --preset "$preset" --target check || status=$?
python3 test/summary.py "$directory/test/results.json" || status=1
exit "$status"
