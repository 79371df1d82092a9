// Kernels compiled through the pass give the right results in the executor, at each level and with
// debug information. The shared variable gets the attribute that the device compilation gives it.
//
// RUN: %clangxx -std=c++20 -O1 -I %S/../../../include -c %S/Inputs/main.cpp -o %t.main.o
//
// DEFINE: %{level} =
// DEFINE: %{flags} =
// DEFINE: %{check} = %clangxx -std=c++20 %{flags} -w -fconvergent-functions -fno-exceptions \
// DEFINE:     -I %S/../../../include -S -emit-llvm %S/Inputs/kernels.cpp -o - \
// DEFINE:   | sed -e 's/^\(@_ZL7partial = internal .*\)/\1 #999/' \
// DEFINE:         -e '$aattributes #999 = { "gpuc-shared" }' \
// DEFINE:   | %opt -passes='gpuc-cpu-kernels,verify,default<%{level}>' -o %t.bc \
// DEFINE:   && %clangxx -c -fPIC %t.bc -o %t.o \
// DEFINE:   && %clangxx %t.main.o %t.o %runtime/libgpucrt.a -pthread -ldl -o %t.exe && %t.exe
//
// REDEFINE: %{level} = O0
// REDEFINE: %{flags} = -O0
// RUN: %{check} | FileCheck %s
// REDEFINE: %{flags} = -O0 -g
// RUN: %{check} | FileCheck %s
// REDEFINE: %{level} = O2
// REDEFINE: %{flags} = -O2 -g -Xclang -disable-llvm-passes
// RUN: %{check} | FileCheck %s
// REDEFINE: %{level} = O3
// REDEFINE: %{flags} = -O3 -march=native -Xclang -disable-llvm-passes
// RUN: %{check} | FileCheck %s
//
// CHECK: all kernels correct
