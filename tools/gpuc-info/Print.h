//===- Print.h - How gpuc-info shows what it has found ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_INFO_PRINT_H
#define GPUC_INFO_PRINT_H

#include "Devices.h"
#include "Modules.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace gpuc::info {

void printMachine(llvm::raw_ostream &OS, const Machine &M);
void printModules(llvm::raw_ostream &OS, llvm::StringRef File, llvm::ArrayRef<ModuleInfo> Modules);

/// The same for other programs: docs/gpuc-info.md has the members.
llvm::json::Object machineToJson(const Machine &M);
llvm::json::Object modulesToJson(llvm::StringRef File, llvm::ArrayRef<ModuleInfo> Modules);

} // namespace gpuc::info

#endif // GPUC_INFO_PRINT_H
