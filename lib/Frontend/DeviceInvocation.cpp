//===- DeviceInvocation.cpp - Clang's options for device code -------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code is plain C++ for the GPU's target, with the host's own headers.
// These see the host's macros (which platform, which C library), except where
// the target has a value of its own, and except those that promise
// instructions or types that the GPU does not have.
//
//===----------------------------------------------------------------------===//
#include "DeviceInvocation.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TargetOptions.h"
#include "clang/Frontend/FrontendOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace gpuc;

namespace {

/// Host macros that device code must not see.
bool isHostOnlyMacro(StringRef Name) {
  static constexpr StringRef Prefixes[] = {"__SSE",
                                           "__AVX",
                                           "__MMX",
                                           "__FXSR",
                                           "__BMI",
                                           "__F16C",
                                           "__FMA",
                                           "__LZCNT",
                                           "__POPCNT",
                                           "__SEG_",
                                           "__k8",
                                           "__CET__",
                                           "__XSAVE",
                                           "__AES",
                                           "__SHA",
                                           "__PCLMUL",
                                           "__RDRND",
                                           "__ADX",
                                           "__CRC32",
                                           "__LAHF",
                                           "__GCC_ASM_FLAG",
                                           "__code_model",
                                           "__GCC_HAVE_SYNC",
                                           "__SIZEOF_FLOAT128",
                                           "__FLOAT128",
                                           "__PIC",
                                           "__pic",
                                           "__PIE",
                                           "__pie",
                                           "__SSP",
                                           "__tune_"};
  return llvm::any_of(Prefixes, [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

/// The name that a `#define` line defines, or an empty string.
StringRef definedName(StringRef Line) {
  if (!Line.consume_front("#define "))
    return "";
  return Line.take_until([](char C) { return C == ' ' || C == '('; });
}

StringRef familyMacro(TargetFamily Family) {
  switch (Family) {
  case TargetFamily::Cpu:
    return "__GPUC_TARGET_CPU__";
  case TargetFamily::Nvptx:
    return "__GPUC_TARGET_NVPTX__";
  case TargetFamily::Amdgpu:
    return "__GPUC_TARGET_AMDGPU__";
  }
  llvm_unreachable("unknown target family");
}

void setTarget(CompilerInvocation &CI, const Target &Target) {
  TargetOptions &Opts = CI.getTargetOpts();
  TargetOptions Host = Opts;
  Opts = TargetOptions();
  Opts.Triple = familyTriple(Target.Family, Host.Triple);
  Opts.HostTriple = Host.Triple;
  Opts.CPU = Target.Processor;
  if (Target.Family == TargetFamily::Nvptx) {
    // So that no built-in is refused for its PTX version, which the back end chooses by the code.
    Opts.FeaturesAsWritten.push_back("+ptx88");
  } else if (Target.Family == TargetFamily::Amdgpu) {
    if (!Target.Features.empty())
      Opts.FeaturesAsWritten.push_back(Target.Features);
    // The back end raises it for processors that need more; the IR is the same.
    Opts.CodeObjectVersion = llvm::CodeObjectVersionKind::COV_5;
  }
}

void setGpuLanguage(CompilerInvocation &CI) {
  LangOptions &Lang = CI.getLangOpts();
  Lang.MathErrno = false;
  Lang.PICLevel = 0;
  Lang.PIE = false;
  Lang.setStackProtector(LangOptions::SSPOff);
  Lang.OpenMP = 0;
  Lang.Sanitize.clear();

  Lang.CFProtectionBranch = 0;

  // Of the host's options only those about optimisation and debug information: hardening,
  // instrumentation, linking and the like are the host's.
  CodeGenOptions Gen;
  const CodeGenOptions &Host = CI.getCodeGenOpts();
  Gen.OptimizationLevel = Host.OptimizationLevel;
  Gen.OptimizeSize = Host.OptimizeSize;
  Gen.VectorizeLoop = Host.VectorizeLoop;
  Gen.VectorizeSLP = Host.VectorizeSLP;
  Gen.UnrollLoops = Host.UnrollLoops;
  Gen.setInlining(Host.getInlining());
  Gen.setDebugInfo(Host.getDebugInfo());
  Gen.DwarfVersion = Host.DwarfVersion;
  Gen.DebugColumnInfo = Host.DebugColumnInfo;
  Gen.DebugCompilationDir = Host.DebugCompilationDir;
  Gen.DebugPrefixMap = Host.DebugPrefixMap;
  Gen.MainFileName = Host.MainFileName;
  Gen.DiscardValueNames = Host.DiscardValueNames;
  Gen.DisableO0ImplyOptNone = Host.DisableO0ImplyOptNone;
  Gen.StrictReturn = Host.StrictReturn;
  Gen.RelocationModel =
      CI.getTargetOpts().Triple.starts_with("amdgcn") ? llvm::Reloc::PIC_ : llvm::Reloc::Static;
  CI.getCodeGenOpts() = Gen;
}

} // namespace

std::shared_ptr<CompilerInvocation>
gpuc::makeDeviceInvocation(const CompilerInvocation &Host, const Target &Target, StringRef File) {
  auto CI = std::make_shared<CompilerInvocation>(Host);
  CI->getLangOpts().ConvergentFunctions = true; // barriers and warp operations are calls
  CI->getLangOpts().IgnoreExceptions = true;    // on no target can a kernel catch
  CI->getDependencyOutputOpts() = DependencyOutputOptions();
  // The host's parse has given the warnings of this code.
  CI->getDiagnosticOpts().IgnoreWarnings = true;
  CI->getDiagnosticOpts().DiagnosticSerializationFile.clear();

  FrontendOptions &Front = CI->getFrontendOpts();
  InputKind Kind = Front.Inputs.empty() ? InputKind(Language::CXX) : Front.Inputs[0].getKind();
  Front.Inputs = {FrontendInputFile(File, Kind)};
  Front.OutputFile.clear();
  Front.ProgramAction = frontend::EmitLLVMOnly;
  CI->getCodeGenOpts().PassBuilderCallbacks.clear();
  CI->getCodeGenOpts().SplitDwarfFile.clear();
  CI->getCodeGenOpts().SplitDwarfOutput.clear();

  if (Target.Family != TargetFamily::Cpu) {
    setTarget(*CI, Target);
    setGpuLanguage(*CI);
  }
  // Debug sections make NVIDIA's assembler optimise less; directives for lines change no code.
  if (Target.Family == TargetFamily::Nvptx &&
      CI->getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::DebugLineTablesOnly)
    CI->getCodeGenOpts().setDebugInfo(llvm::codegenoptions::DebugDirectivesOnly);
  // A thread that fails tells where.
  if (CI->getCodeGenOpts().getDebugInfo() == llvm::codegenoptions::NoDebugInfo)
    CI->getCodeGenOpts().setDebugInfo(llvm::codegenoptions::LocTrackingOnly);
  return CI;
}

std::string gpuc::makeDevicePredefines(StringRef Own, StringRef HostPredefines,
                                       TargetFamily Family) {
  std::string Result;
  if (Family != TargetFamily::Cpu) {
    llvm::SmallVector<StringRef, 0> OwnLines, HostLines;
    Own.split(OwnLines, '\n');
    llvm::StringSet<> OwnNames;
    for (StringRef Line : OwnLines)
      OwnNames.insert(definedName(Line));
    HostPredefines.split(HostLines, '\n');
    for (StringRef Line : HostLines) {
      StringRef Name = definedName(Line);
      if (!Name.empty() && !OwnNames.contains(Name) && !isHostOnlyMacro(Name))
        Result += (Line + "\n").str();
    }
  }
  // Before the files of -include, which may be gpuc's headers.
  size_t Includes = std::min(Own.find("#include "), Own.size());
  Result += Own.take_front(Includes);
  Result += "\n#define __GPUC_DEVICE__ 1\n#define ";
  Result += familyMacro(Family);
  Result += " 1\n";
  if (Family != TargetFamily::Cpu)
    Result += "#define __builtin_ia32_pause() ((void)0)\n" // libstdc++'s spin loops
              "#undef _FORTIFY_SOURCE\n"
              // Of <immintrin.h> the headers with inline assembly, as if they had been included.
              "#define __HRESETINTRIN_H\n"
              "#define __PCONFIGINTRIN_H\n"
              "#define __SGXINTRIN_H\n";
  Result += Own.drop_front(Includes);
  return Result;
}
