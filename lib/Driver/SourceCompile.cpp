//===- SourceCompile.cpp - One source, host and devices -------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "SourceCompile.h"
#include "DeviceCompile.h"
#include "Report.h"
#include "gpuc/CodeGen/Linker.h"
#include "gpuc/Embed/Embed.h"
#include "gpuc/Frontend/Frontend.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace gpuc;

namespace {

/// Whether the text speaks of gpuc's header: then devices are worth starting on early, and C++20
/// is the default.
bool mentionsGpu(StringRef Source) { return Source.contains("<gpu/") || Source.contains("\"gpu/"); }

/// An identifier that no other object of a program has: the same source may be compiled into it
/// twice, with other options.
std::string makeUnitId(StringRef File, StringRef Source, ArrayRef<std::string> Args) {
  SmallString<128> Path(File);
  sys::fs::real_path(File, Path);
  MD5 Hash;
  Hash.update(Path);
  Hash.update(Source);
  for (const std::string &Arg : Args) {
    Hash.update(Arg);
    Hash.update(StringRef("\0", 1));
  }
  MD5::MD5Result Result;
  Hash.final(Result);
  return std::string(StringRef(Result.digest()).take_front(16));
}

DeviceOptions deviceOptions(const clang::CompilerInvocation &Host, const CompileContext &Context,
                            StringRef UnitId) {
  const auto &Gen = Host.getCodeGenOpts();
  DeviceOptions Result;
  Result.OptLevel = Gen.OptimizationLevel;
  Result.SizeLevel = Gen.OptimizeSize;
  Result.Denormals = {Gen.FPDenormalMode, Gen.FP32DenormalMode};
  // -ffast-math puts the host's process into this mode too (crtfastmath.o).
  if (Context.Opts.FlushDenormals.value_or(Host.getLangOpts().FastMath))
    Result.Denormals.Float = DenormalMode::getPreserveSign();
  Result.ApproximateTranscendentals = Context.Opts.ApproximateTranscendentals;
  // Clang's driver does not hand -stdlib= on; the folder of the headers tells.
  Result.Libcxx = llvm::any_of(Host.getHeaderSearchOpts().UserEntries, [](const auto &Entry) {
    return StringRef(Entry.Path).ends_with("c++/v1");
  });
  Result.LibraryDir = Context.Install.LibraryDir;
  Result.CpuTableSymbol = cpuTableSymbol(UnitId);
  Result.Ptxas = Context.Ptxas;
  if (Context.Opts.DeviceOnly)
    switch (Host.getFrontendOpts().ProgramAction) {
    case clang::frontend::EmitAssembly:
      Result.Output = DeviceOutput::Assembly;
      break;
    case clang::frontend::EmitLLVM:
      Result.Output = DeviceOutput::Ir;
      break;
    case clang::frontend::EmitBC:
      Result.Output = DeviceOutput::Bitcode;
      break;
    default:
      break;
    }
  return Result;
}

/// Lets the text `Input` of standard input, which can be read only once, take the place of a file.
void remapStandardInput(clang::CompilerInvocation &Invocation, MemoryBuffer &Input) {
  constexpr StringLiteral Name = "<stdin>";
  clang::FrontendOptions &Front = Invocation.getFrontendOpts();
  Front.Inputs[0] = clang::FrontendInputFile(Name, Front.Inputs[0].getKind());
  Invocation.getPreprocessorOpts().addRemappedFile(Name, &Input);
  Invocation.getPreprocessorOpts().RetainRemappedFileBuffers = true;
}

/// The compile of one source, step by step.
class SourceCompile {
public:
  SourceCompile(std::shared_ptr<clang::CompilerInvocation> Invocation, StringRef Source,
                std::string UnitId, CompileContext &Context)
      : Host(*Invocation), Invocation(std::move(Invocation)), UnitId(std::move(UnitId)),
        Context(Context), OutputFile(Host.getFrontendOpts().OutputFile),
        Device(Host, Context.Targets, deviceOptions(Host, Context, this->UnitId),
               findPreamble(Source)),
        IsEager(mentionsGpu(Source)) {}

  HostResult run(bool MayRaiseStandard) {
    bool WantsDevice = wantsDevice();
    if (Context.Opts.DeviceOnly)
      Invocation->getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
    if (WantsDevice && IsEager)
      Device.start();
    HostResult HostDone =
        runHostFrontend(Invocation, UnitId, MayRaiseStandard, [&](SharedExtraction Result) {
          Parsed = Result;
          Device.setExtraction(WantsDevice ? std::move(Result) : nullptr);
        });
    std::optional<std::vector<EmbeddedImage>> Images = Device.finish();
    if (HostDone == HostResult::NeedsCxx20)
      return HostDone;
    bool Ok = HostDone == HostResult::Ok && Images && finish(*Images, WantsDevice);
    if (!Ok && !Context.Opts.DeviceOnly && OutputFile != "-")
      sys::fs::remove(OutputFile);
    return Ok ? HostResult::Ok : HostResult::Error;
  }

private:
  bool finish(ArrayRef<EmbeddedImage> Images, bool WantsDevice) {
    if (WantsDevice && Parsed)
      return Context.Opts.DeviceOnly ? writeDeviceOutputs(Images) : embed(Images);
    if (Context.Opts.DeviceOnly)
      return reportError(createStringError("'" + Host.getFrontendOpts().Inputs[0].getFile() +
                                           "' has no kernels to compile for a device"));
    return true;
  }

  /// Device code goes into objects; asked for alone, into any output.
  bool wantsDevice() const {
    if (Context.Opts.HostOnly || Context.Targets.empty())
      return false;
    // With link-time optimisation the host's object is bitcode.
    const clang::CodeGenOptions &Gen = Host.getCodeGenOpts();
    return Context.Opts.DeviceOnly ||
           Host.getFrontendOpts().ProgramAction == clang::frontend::EmitObj || Gen.PrepareForLTO ||
           Gen.PrepareForThinLTO;
  }

  /// `FileName` in the directory of the output.
  std::string besideOutput(StringRef FileName) const {
    // An object for the link is a temporary file: then the current directory is the place.
    SmallString<128> Path(Context.IsLinkedNext ? "" : sys::path::parent_path(OutputFile));
    sys::path::append(Path, FileName);
    return std::string(Path);
  }

  std::string stemmed(StringRef Extension) const {
    return (sys::path::stem(Host.getFrontendOpts().Inputs[0].getFile()) + Extension).str();
  }

  bool writeDeviceOutputs(ArrayRef<EmbeddedImage> Images) {
    if (Context.Opts.SaveTemps && !saveTemps(Images, ""))
      return false;
    for (const EmbeddedImage &Image : Images) {
      std::string Path = Context.OutputName.empty() ? Image.FileName : Context.OutputName;
      if (Path == "-")
        outs() << Image.bytes();
      else if (Error E = writeFile(Path, Image.bytes()))
        return reportError(std::move(E));
    }
    return true;
  }

  bool saveTemps(ArrayRef<EmbeddedImage> Images, StringRef EmbedText) {
    auto Save = [&](StringRef Name, StringRef Text) {
      Error E = writeFile(besideOutput(Name), Text);
      return E ? reportError(std::move(E)) : true;
    };
    bool Ok = Save(stemmed(".device.cpp"), Parsed->DeviceSource);
    if (!EmbedText.empty())
      Ok &= Save(stemmed(".embed.cpp"), EmbedText);
    for (const EmbeddedImage &Image : Images)
      Ok &= Save(Image.FileName, Image.bytes());
    return Ok;
  }

  /// Puts the images into the object, or beside it for the link that follows.
  bool embed(ArrayRef<EmbeddedImage> Images) {
    std::string Text = writeEmbedSource(Host.getFrontendOpts().Inputs[0].getFile(), UnitId,
                                        Parsed->Kernels, Images);
    if (Context.Opts.SaveTemps && !saveTemps(Images, Text))
      return false;
    std::vector<TempFile> Objects;
    auto Embedded = TempFile::create(".embed.o");
    if (!Embedded)
      return reportError(Embedded.takeError());
    if (!compileEmbedSource(Host, stemmed(".embed.cpp"), Text, Images, Embedded->path()))
      return false;
    Objects.push_back(std::move(*Embedded));
    for (const EmbeddedImage &Image : Images) {
      if (Image.For.Family != TargetFamily::Cpu)
        continue;
      auto Object = TempFile::create(".cpu.o");
      if (!Object)
        return reportError(Object.takeError());
      if (Error E = writeFile(Object->path(), Image.bytes()))
        return reportError(std::move(E));
      Objects.push_back(std::move(*Object));
    }
    if (!Context.IsLinkedNext)
      return mergeInto(Objects);
    std::move(Objects.begin(), Objects.end(), std::back_inserter(Context.Extras));
    return true;
  }

  /// Makes the output one object of the host's and `Objects`.
  bool mergeInto(ArrayRef<TempFile> Objects) {
    auto Merged = TempFile::create(".o");
    if (!Merged)
      return reportError(Merged.takeError());
    std::vector<std::string> Args = {"-r", "-o", Merged->path(), OutputFile};
    for (const TempFile &Object : Objects)
      Args.push_back(Object.path());
    if (Error E = linkElf(Args))
      return reportError(std::move(E));
    auto Bytes = MemoryBuffer::getFile(Merged->path());
    if (!Bytes)
      return reportError(errorCodeToError(Bytes.getError()));
    Error E = writeFile(OutputFile, (*Bytes)->getBuffer());
    return E ? reportError(std::move(E)) : true;
  }

  const clang::CompilerInvocation Host; ///< a copy: the host's compile changes its own
  std::shared_ptr<clang::CompilerInvocation> Invocation;
  std::string UnitId;
  CompileContext &Context;
  std::string OutputFile;
  DeviceCompile Device;
  bool IsEager;
  SharedExtraction Parsed;
};

} // namespace

std::vector<std::string> gpuc::addGpucArgs(ArrayRef<const char *> Cc1Args,
                                           const Installation &Install) {
  std::vector<std::string> Args(Cc1Args.begin(), Cc1Args.end());
  auto Language = llvm::find(Args, "-x");
  if (Language == Args.end() || std::next(Language) == Args.end() ||
      !StringRef(*std::next(Language)).starts_with("c++"))
    return Args;
  std::vector<std::string> Added = {"-internal-isystem", Install.IncludeDir, "-D", "__GPUC__=1"};
  bool HasStandard = llvm::any_of(Args, [](StringRef Arg) { return Arg.starts_with("-std="); });
  if (!HasStandard)
    if (auto Source = MemoryBuffer::getFile(Args.back());
        Source && mentionsGpu((*Source)->getBuffer()))
      Added.push_back("-std=gnu++20");
  Args.insert(Language, Added.begin(), Added.end());
  // Headers of the standard library that GPUs need a change of come before it.
  auto System = llvm::find(Args, "-internal-isystem");
  Args.insert(System, {"-internal-isystem", Install.IncludeDir + "/gpu/detail/overlay"});
  return Args;
}

static HostResult compileOnce(ArrayRef<std::string> Cc1Args, MemoryBuffer *Source,
                              bool MayRaiseStandard, CompileContext &Context) {
  std::vector<const char *> Raw;
  for (const std::string &Arg : Cc1Args)
    Raw.push_back(Arg.c_str());
  clang::DiagnosticOptions DiagOpts;
  clang::DiagnosticsEngine Diags(clang::DiagnosticIDs::create(), DiagOpts,
                                 new clang::TextDiagnosticPrinter(errs(), DiagOpts));
  auto Invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Raw, Diags, "gpuc"))
    return HostResult::Error;
  if (Cc1Args.back() == "-" && Source)
    remapStandardInput(*Invocation, *Source);
  StringRef Text = Source ? Source->getBuffer() : "";
  return SourceCompile(Invocation, Text,
                       makeUnitId(Invocation->getFrontendOpts().Inputs[0].getFile(), Text, Cc1Args),
                       Context)
      .run(MayRaiseStandard);
}

bool gpuc::compileSource(ArrayRef<std::string> Cc1Args, CompileContext &Context) {
  std::vector<std::string> Args(Cc1Args);
  auto Source = MemoryBuffer::getFileOrSTDIN(Args.back()); // a parse reports what cannot be read
  MemoryBuffer *Text = Source ? Source->get() : nullptr;
  bool MayRaiseStandard =
      llvm::none_of(Args, [](StringRef Arg) { return Arg.starts_with("-std="); }) &&
      llvm::is_contained(Args, "c++");
  HostResult Result = compileOnce(Args, Text, MayRaiseStandard, Context);
  if (Result == HostResult::NeedsCxx20) {
    // gpuc's headers came in through another header.
    Args.insert(Args.begin(), "-std=gnu++20");
    Result = compileOnce(Args, Text, /*MayRaiseStandard=*/false, Context);
  }
  return Result == HostResult::Ok;
}
