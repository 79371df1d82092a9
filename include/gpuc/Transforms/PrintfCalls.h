//===- PrintfCalls.h - printf formatted by the host -------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A printf whose result nobody uses can be formatted by the host, which keeps the
// formatting code, some ten thousand lines of PTX, out of the kernel.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_PRINTFCALLS_H
#define GPUC_TRANSFORMS_PRINTFCALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace gpuc {

/// Makes calls of the printf family that write a constant format to `stdout` or `stderr`, and whose
/// result is unused, send their arguments to the host. To run before the device library is linked.
void formatOnHost(llvm::Module &M);

} // namespace gpuc

#endif // GPUC_TRANSFORMS_PRINTFCALLS_H
