//===- EmbedCompile.cpp - The embed file to an object ---------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Embed/Embed.h"
#include "clang/Basic/LangStandard.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace gpuc;

/// The options of the host compile that shape an object file, and none of those that concern its
/// source: macros, includes, warnings, instrumentation.
static std::shared_ptr<CompilerInvocation>
makeInvocation(const CompilerInvocation &Host, StringRef FileName, StringRef OutputFile) {
  auto CI = std::make_shared<CompilerInvocation>();
  CI->getTargetOpts() = Host.getTargetOpts();
  std::vector<std::string> Includes;
  LangOptions::setLangDefaults(CI->getLangOpts(), Language::CXX,
                               llvm::Triple(Host.getTargetOpts().Triple), Includes,
                               LangStandard::lang_gnucxx20);
  CI->getLangOpts().PICLevel = Host.getLangOpts().PICLevel;
  CI->getLangOpts().PIE = Host.getLangOpts().PIE;
  CI->getCodeGenOpts().RelocationModel = Host.getCodeGenOpts().RelocationModel;
  CI->getCodeGenOpts().CodeModel = Host.getCodeGenOpts().CodeModel;
  CI->getCodeGenOpts().UseInitArray = Host.getCodeGenOpts().UseInitArray;
  CI->getCodeGenOpts().UnwindTables = Host.getCodeGenOpts().UnwindTables;
  CI->getDiagnosticOpts().IgnoreWarnings = true; // #embed is an extension in C++
  CI->getHeaderSearchOpts().UseBuiltinIncludes = false;
  FrontendOptions &Front = CI->getFrontendOpts();
  Front.Inputs = {FrontendInputFile(FileName, InputKind(Language::CXX))};
  Front.OutputFile = OutputFile.str();
  Front.ProgramAction = frontend::EmitObj;
  return CI;
}

bool gpuc::compileEmbedSource(const CompilerInvocation &Host, StringRef FileName, StringRef Text,
                              llvm::ArrayRef<EmbeddedImage> Images, StringRef OutputFile) {
  auto Files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  Files->setCurrentWorkingDirectory("/");
  Files->addFile(FileName, 0, llvm::MemoryBuffer::getMemBuffer(Text, FileName));
  for (const EmbeddedImage &Image : Images)
    if (!Image.FileName.empty())
      Files->addFile(Image.FileName, 0,
                     llvm::MemoryBuffer::getMemBuffer(Image.bytes(), Image.FileName,
                                                      /*RequiresNullTerminator=*/false));
  CompilerInstance CI(makeInvocation(Host, FileName, OutputFile));
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics();
  EmitObjAction Action;
  return CI.ExecuteAction(Action);
}
