//===- Driver.cpp - From a command line to files --------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's own driver makes the list of jobs, so that every option means what
// it means to clang++. gpuc runs them in this process: compiles with device
// code added, links with lld.
//
//===----------------------------------------------------------------------===//
#include "gpuc/Driver/Driver.h"
#include "Report.h"
#include "SourceCompile.h"
#include "gpuc/CodeGen/DeviceCompiler.h"
#include "gpuc/CodeGen/Linker.h"
#include "gpuc/CodeGen/Ptxas.h"
#include "gpuc/Frontend/Frontend.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Job.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Options/Options.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace llvm;
using namespace gpuc;
using clang::driver::Command;
using clang::driver::Compilation;
namespace options = clang::options;

namespace {

Installation findInstallation(StringRef ProgramPath) {
  SmallString<128> Prefix(ProgramPath);
  sys::path::remove_filename(Prefix); // bin
  sys::path::append(Prefix, "..");
  sys::path::remove_dots(Prefix, /*remove_dot_dot=*/true);
  return {(Prefix + "/include").str(), (Prefix + "/lib").str(), (Prefix + "/lib/gpuc").str()};
}

Expected<std::vector<Target>> readTargets(const Options &Opts) {
  if (Opts.OffloadArchs.empty())
    return defaultTargets();
  std::vector<Target> Targets;
  auto Add = [&](const Target &T) {
    if (llvm::none_of(Targets, [&](const Target &Other) { return Other.Arch == T.Arch; }))
      Targets.push_back(T);
  };
  for (const std::string &Arch : Opts.OffloadArchs) {
    if (Arch == "native") {
      auto Native = nativeTargets();
      if (!Native)
        return Native.takeError();
      llvm::for_each(*Native, Add);
      continue;
    }
    auto T = parseTarget(Arch);
    if (!T)
      return T.takeError();
    Add(*T);
  }
  return Targets;
}

/// The assembler for the cubins that this command line asks for; empty where there are to be none.
Expected<std::string> choosePtxas(const Options &Opts, ArrayRef<Target> Targets) {
  if (Opts.DeviceOnly || Opts.HostOnly || !Opts.Cubin ||
      llvm::none_of(Targets, [](const Target &T) { return T.Family == TargetFamily::Nvptx; }))
    return "";
  std::string Ptxas = findPtxas();
  if (Ptxas.empty())
    return createStringError("-fgpu-cubin needs ptxas of the CUDA toolkit, which is not in PATH, "
                             "CUDA_PATH/bin, CUDA_HOME/bin or /usr/local/cuda/bin");
  return Ptxas;
}

bool isCompile(const Command &Job) {
  return !Job.getArguments().empty() && StringRef(Job.getArguments().front()) == "-cc1";
}

std::vector<std::string> compileArgs(const Command &Job, const Installation &Install) {
  return addGpucArgs(ArrayRef(Job.getArguments()).drop_front(), Install);
}

/// Adds the objects with device code, and the runtime, to the arguments of a link.
std::vector<std::string> linkArgs(const Command &Job, const CompileContext &Context) {
  std::vector<std::string> Args(Job.getArguments().begin(), Job.getArguments().end());
  if (llvm::is_contained(Args, "-r"))
    return Args;
  bool IsLibcxx = llvm::is_contained(Args, "-lc++");
  // After the user's inputs and before the standard library's, which the runtime needs.
  auto Place = llvm::find_if(Args, [](StringRef Arg) {
    return Arg == "-lstdc++" || Arg == "-lc++" || Arg == "-lm" || Arg == "-lgcc" ||
           Arg == "--start-group";
  });
  std::vector<std::string> Added;
  for (const TempFile &Object : Context.Extras)
    Added.push_back(Object.path());
  Added.push_back(Context.Install.RuntimeDir + (IsLibcxx ? "/libgpucrt-libc++.a" : "/libgpucrt.a"));
  Added.insert(Added.end(), {"-lpthread", "-ldl"});
  // One runtime serves the program and the libraries that it opens.
  if (!llvm::is_contained(Args, "-shared"))
    Added.push_back("--export-dynamic-symbol=__gpuc_*");
  Args.insert(Place, Added.begin(), Added.end());
  return Args;
}

void printCommand(StringRef Program, ArrayRef<std::string> Args) {
  errs() << ' ';
  sys::printArg(errs(), Program, /*Quote=*/true);
  for (const std::string &Arg : Args) {
    errs() << ' ';
    sys::printArg(errs(), Arg, /*Quote=*/true);
  }
  errs() << '\n';
}

class DriverRun {
public:
  DriverRun(Compilation &C, CompileContext &Context) : C(C), Context(Context) {}

  /// What -### and -v show: each step in this process, with the arguments that it gets.
  void print() {
    for (const Command &Job : C.getJobs()) {
      if (!isCompile(Job)) {
        printCommand(
            usesOwnLinker(Job) ? "ld.lld" : Job.getExecutable(),
            Job.getCreator().isLinkJob()
                ? linkArgs(Job, Context)
                : std::vector<std::string>(Job.getArguments().begin(), Job.getArguments().end()));
        continue;
      }
      std::vector<std::string> Args = compileArgs(Job, Context.Install);
      Args.insert(Args.begin(), "-cc1");
      printCommand("gpuc", Args);
      printDeviceSteps(Job);
    }
  }

  bool run() {
    bool Ok = true;
    for (const Command &Job : C.getJobs()) {
      if (isCompile(Job))
        Ok &= compileSource(compileArgs(Job, Context.Install), Context);
      else if (!Job.getCreator().isLinkJob())
        Ok &= execute(Job);
    }
    if (!Ok || Context.Opts.DeviceOnly)
      return Ok;
    for (const Command &Job : C.getJobs())
      if (Job.getCreator().isLinkJob())
        Ok &= link(Job);
    return Ok;
  }

private:
  void printDeviceSteps(const Command &Job) {
    if (Context.Opts.HostOnly || Job.getInputInfos().empty())
      return;
    SmallString<128> File(Job.getInputInfos()[0].getFilename());
    sys::path::replace_extension(File, ".device.cpp");
    for (const Target &T : Context.Targets) {
      std::vector<std::string> Args = {
          "-device", "-triple", familyTriple(T.Family, C.getDefaultToolChain().getTripleString())};
      if (!T.Processor.empty())
        Args.insert(Args.end(), {"-target-cpu", T.Processor});
      if (!T.Features.empty())
        Args.insert(Args.end(), {"-target-feature", T.Features});
      Args.push_back(std::string(File));
      printCommand("gpuc", Args);
    }
  }

  /// lld runs in this process unless the user chose a linker.
  bool usesOwnLinker(const Command &Job) const {
    return Job.getCreator().isLinkJob() && !C.getArgs().hasArg(options::OPT_fuse_ld_EQ) &&
           !C.getArgs().hasArg(options::OPT_ld_path_EQ) &&
           sys::path::filename(Job.getExecutable()) == "ld";
  }

  bool link(const Command &Job) {
    std::vector<std::string> Args = linkArgs(Job, Context);
    if (usesOwnLinker(Job)) {
      Error E = linkElf(Args);
      return E ? reportError(std::move(E)) : true;
    }
    Command WithRuntime = Job;
    opt::ArgStringList Raw;
    for (const std::string &Arg : Args)
      Raw.push_back(C.getArgs().MakeArgString(Arg));
    WithRuntime.replaceArguments(Raw);
    return execute(WithRuntime);
  }

  bool execute(const Command &Job) {
    const Command *Failing = nullptr;
    return C.ExecuteCommand(Job, Failing) == 0;
  }

  Compilation &C;
  CompileContext &Context;
};

bool isLinked(Compilation &C) {
  return llvm::any_of(C.getJobs(), [](const Command &Job) { return Job.getCreator().isLinkJob(); });
}

} // namespace

int gpuc::runDriver(const Options &Opts, const std::string &ProgramPath) {
  initializeBackends();
  initializeFrontend();
  auto Targets = readTargets(Opts);
  if (!Targets)
    return reportError(Targets.takeError()), 1;
  auto Ptxas = choosePtxas(Opts, *Targets);
  if (!Ptxas)
    return reportError(Ptxas.takeError()), 1;

  std::vector<const char *> Args = {GPUC_CLANG_PATH, "--driver-mode=g++"};
  for (const std::string &Arg : Opts.ClangArgs)
    Args.push_back(Arg.c_str());
  auto DiagOpts = clang::CreateAndPopulateDiagOpts(Args);
  auto *Printer = new clang::TextDiagnosticPrinter(errs(), *DiagOpts);
  Printer->setPrefix("gpuc");
  clang::DiagnosticsEngine Diags(clang::DiagnosticIDs::create(), *DiagOpts, Printer);
  clang::driver::Driver ClangDriver(GPUC_CLANG_PATH, sys::getDefaultTargetTriple(), Diags,
                                    "gpuc: a compiler driver for GPU C++");
  std::unique_ptr<Compilation> C(ClangDriver.BuildCompilation(Args));
  if (!C || C->containsError() || Diags.hasErrorOccurred())
    return 1;

  Installation Install = findInstallation(ProgramPath);
  CompileContext Context{Opts,
                         Install,
                         std::move(*Targets),
                         std::move(*Ptxas),
                         isLinked(*C) && !Opts.DeviceOnly,
                         C->getArgs().getLastArgValue(options::OPT_o).str(),
                         {}};
  if (Opts.DeviceOnly && !Context.OutputName.empty() && Context.Targets.size() > 1)
    return reportError(createStringError(
               "-o names one file, but --offload-device-only makes one for each of " +
               Twine(Context.Targets.size()) + " targets; name one with --offload-arch=")),
           1;
  DriverRun Run(*C, Context);
  if (C->getArgs().hasArg(options::OPT__HASH_HASH_HASH)) {
    Run.print();
    return 0;
  }
  if (C->getArgs().hasArg(options::OPT_v))
    Run.print();
  bool Ok = Run.run();
  if (!Ok)
    C->CleanupFileMap(C->getResultFiles(), nullptr, true);
  C->CleanupFileList(C->getTempFiles());
  return Ok ? 0 : 1;
}
