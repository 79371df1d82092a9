//===- Plugin.cpp - gpuc's IR passes for opt ------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the passes by name, so that tests can run them with
// `opt -load-pass-plugin=GpucTransforms.so -passes=…`.
//
//===----------------------------------------------------------------------===//

#include "gpuc/Transforms/CpuWorkGroup.h"
#include "gpuc/Transforms/NvptxAtomics.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

/// The table that kernels compiled by `opt` are listed in.
static constexpr StringLiteral TestTable = "__gpuc_cpu_kernels";

static bool addModulePass(StringRef Name, ModulePassManager &MPM,
                          ArrayRef<PassBuilder::PipelineElement>) {
  if (Name == "gpuc-cpu-work-group")
    MPM.addPass(gpuc::CpuWorkGroupPass(TestTable.str()));
  else if (Name == "gpuc-cpu-kernels")
    gpuc::addCpuKernelPasses(MPM, TestTable);
  else if (Name == "gpuc-nvptx-atomics")
    MPM.addPass(gpuc::NvptxAtomicsPass());
  else
    return false;
  return true;
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "GpucTransforms", LLVM_VERSION_STRING,
          [](PassBuilder &PB) { PB.registerPipelineParsingCallback(addModulePass); }};
}
