#!/usr/bin/env bash
# Installs what is missing, builds gpuc, and compiles and runs examples/hello.cpp on the CPU.
# For Debian 12. `./build.sh [preset]`: release (the default), ci or debug; see CMakePresets.json.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
preset=${1:-release}

packages=(
  clang-22 libclang-22-dev libclang-cpp22-dev # the compiler, and Clang's libraries
  llvm-22-dev llvm-22-tools                   # LLVM's libraries; FileCheck and lit for the tests
  lld-22 liblld-22-dev                        # the linker, which gpuc runs in process
  libc++-22-dev libc++abi-22-dev              # for programs compiled with -stdlib=libc++
  libcli11-dev libfmt-dev libgtest-dev        # options, formatting, unit tests
  cmake ninja-build ccache python3            # the build and the test runner
)
missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
    missing+=("$package")
done
if ((${#missing[@]})); then
  as_root=()
  ((EUID == 0)) || as_root=(sudo)
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

cmake --preset "$preset"
cmake --build --preset "$preset"

directory=build
[[ $preset == release ]] || directory=build-$preset
echo "Compiling and running examples/hello.cpp on the CPU:"
"$directory/bin/gpuc" examples/hello.cpp -o "$directory/hello"
GPUC_DEVICE=cpu "$directory/hello"
