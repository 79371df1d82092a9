//===- process.hpp - The program's end --------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_PROCESS_HPP
#define GPUC_DEVICE_LIBC_PROCESS_HPP

namespace gpuc::libc {

/// Writes out all files' buffers; set by the first `fopen`, so that `exit` needs no files where the
/// program has none.
extern void (*flush_files)();

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_PROCESS_HPP
