#!/bin/sh
# Measures the device library's maths on this machine, without a GPU: its sources compiled for the
# host, with the prefix `gpuc_` on their names. Fused multiply-add is needed, as GPUs have it.
#
#   bench/math/host.sh BUILD_DIRECTORY [millions of samples] [function]...
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
out=$1
shift
llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
mkdir -p "$out"
objects=
for source in "$root"/runtime/device/math/*.cpp; do
  object=$out/$(basename "$source" .cpp).o
  if [ ! -e "$object" ] || [ "$object" -ot "$source" ] || [ "$object" -ot "$root/runtime/device/math/real.hpp" ] ||
     [ "$object" -ot "$root/runtime/device/math/coefficients.hpp" ]; then
    "$llvm/clang++" -std=c++20 -O2 -mfma -fno-builtin -fno-math-errno -ffp-contract=off \
      -I"$root/include" -I"$root/runtime/device" -c "$source" -o "$object"
    "$llvm/llvm-objcopy" --prefix-symbols=gpuc_ "$object"
  fi
  objects="$objects $object"
done
"$llvm/clang++" -std=c++20 -O2 -mfma -DACCURACY_HOST "$here/accuracy.cpp" $objects -o "$out/accuracy"
exec "$out/accuracy" "$@"
