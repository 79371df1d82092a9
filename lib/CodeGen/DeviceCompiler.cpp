//===- DeviceCompiler.cpp - Device IR to images ---------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/CodeGen/DeviceCompiler.h"
#include "gpuc/CodeGen/Linker.h"
#include "gpuc/CodeGen/TempFile.h"
#include "gpuc/Transforms/CpuWorkGroup.h"
#include "gpuc/Transforms/DevicePrepare.h"
#include "gpuc/Transforms/DynamicAllocas.h"
#include "gpuc/Transforms/FailureCalls.h"
#include "gpuc/Transforms/GridBarrier.h"
#include "gpuc/Transforms/IndirectArguments.h"
#include "gpuc/Transforms/KernelFrame.h"
#include "gpuc/Transforms/MathLibrary.h"
#include "gpuc/Transforms/NvptxAtomics.h"
#include "gpuc/Transforms/PrintfCalls.h"
#include "gpuc/Transforms/PrivateAtomics.h"
#include "gpuc/Transforms/RunPasses.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace gpuc;

namespace {

const Kernel *findKernel(ArrayRef<Kernel> Kernels, StringRef Symbol) {
  const Kernel *K = llvm::find_if(Kernels, [&](const Kernel &K) { return K.Symbol == Symbol; });
  return K == Kernels.end() ? nullptr : K;
}

/// Collects what the back end reports while it lives.
class DiagnosticCollector : public DiagnosticHandler {
public:
  explicit DiagnosticCollector(std::string &Errors) : Errors(Errors) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() == DS_Error) {
      raw_string_ostream OS(Errors);
      if (!Errors.empty())
        OS << '\n';
      DiagnosticPrinterRawOStream Printer(OS);
      Info.print(Printer);
    }
    return true;
  }

private:
  std::string &Errors;
};

/// Declares what later steps call of the device library, where `M` has use for it and `Library` has
/// it; returns whether something was added.
bool declareNeeded(Module &M, const Module &Library) {
  bool Declared = declareFailureCalls(M);
  Declared |= declareMathFunctions(M, Library);
  return declareThreadInits(M, Library) || Declared;
}

/// Links what `M` needs of the device library.
Error linkDeviceLibrary(Module &M, TargetFamily Family, const DeviceOptions &Options) {
  SmallString<128> Path(Options.LibraryDir);
  StringRef Name = Family == TargetFamily::Cpu ? "x86_64" : familyName(Family);
  sys::path::append(Path, "device-" + Name + (Options.Libcxx ? "-libc++.bc" : "-libstdc++.bc"));
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read the device library '" + Path +
                             "': " + Buffer.getError().message() + "; is gpuc installed whole?");
  // Only the functions that are needed are read.
  auto Load = [&]() -> Expected<std::unique_ptr<Module>> {
    auto Library = getLazyBitcodeModule(**Buffer, M.getContext());
    if (!Library)
      return Library.takeError();
    markStorage(**Library);
    // Settings such as the code object version are the module's to choose.
    if (NamedMDNode *Flags = (*Library)->getModuleFlagsMetadata())
      Flags->eraseFromParent();
    (*Library)->setTargetTriple(M.getTargetTriple());
    (*Library)->setDataLayout(M.getDataLayout());
    return Library;
  };
  auto Catalog = Load(); // linking uses a copy up
  if (!Catalog)
    return Catalog.takeError();
  for (bool Again = true; Again;) {
    auto Library = Load();
    if (!Library)
      return Library.takeError();
    if (Linker::linkModules(M, std::move(*Library), Linker::LinkOnlyNeeded))
      return createStringError("cannot link the device library '" + Path + "'");
    Again = declareNeeded(M, **Catalog);
    if (Family != TargetFamily::Cpu)
      Again |= lowerDynamicAllocas(M);
  }
  return Error::success();
}

/// Keeps the optimiser from turning calls of the device library's output functions into calls of
/// others, which would be the host's: text must all go the same way.
void keepOutputCalls(Module &M) {
  for (StringRef Name : {"printf", "fprintf", "vprintf", "vfprintf", "puts", "fputs", "fputc",
                         "putc", "putchar", "fwrite"})
    if (Function *F = M.getFunction(Name); F && !F->isDeclaration())
      F->addFnAttr(Attribute::NoBuiltin);
}

/// Names that the back ends make sense of themselves.
bool isBackendName(StringRef Name) {
  return Name.starts_with("llvm.") || Name.starts_with("__nvvm_") || Name == "vprintf" ||
         Name == "__gpuc_dynamic_shared" || Name == KernelNameFunction || Name == GridStateFunction;
}

/// "kernel 'k' (main.cpp:3:20) reaches 'f()', which has no definition in device code: k -> g -> f".
std::string describe(const UndefinedSymbol &Undefined, ArrayRef<Kernel> Kernels) {
  const Kernel *K = findKernel(Kernels, Undefined.Kernel);
  std::string Text;
  raw_string_ostream OS(Text);
  if (K)
    OS << K->Location << ": ";
  OS << "error: kernel '" << (K ? K->Name : Undefined.Kernel) << "' reaches '"
     << Undefined.Chain.back()
     << "', which has no definition in device code: " << join(Undefined.Chain, " -> ")
     << "; define it in a header or in this file, or mark its other uses host-only with '#ifndef "
        "__GPUC_DEVICE__'";
  return Text;
}

Error checkDefined(Module &M, ArrayRef<Kernel> Kernels) {
  std::vector<UndefinedSymbol> Undefined = findUndefined(M, isBackendName);
  if (Undefined.empty())
    return Error::success();
  std::vector<std::string> Lines;
  for (const UndefinedSymbol &U : Undefined)
    Lines.push_back(describe(U, Kernels));
  return createStringError(join(Lines, "\n"));
}

/// The PTX version that the code needs, times ten; 0 where any does.
unsigned neededPtx(const Module &M, ArrayRef<Kernel> Kernels) {
  unsigned Needed = 0;
  if (any_of(Kernels, [](const Kernel &K) { return K.ArgsSize > 4096; }))
    Needed = 81;
  for (const Function &F : M) {
    if (F.use_empty())
      continue;
    switch (F.getIntrinsicID()) {
    case Intrinsic::nvvm_activemask:
      Needed = std::max(Needed, 62u);
      break;
    case Intrinsic::nvvm_nanosleep:
      Needed = std::max(Needed, 63u);
      break;
    default:
      break;
    }
  }
  // Labels in debug sections.
  for (const DICompileUnit *Unit : M.debug_compile_units())
    if (Unit->getEmissionKind() == DICompileUnit::FullDebug)
      Needed = std::max(Needed, 70u);
  return Needed;
}

/// The PTX version, times ten, that LLVM gives a processor at least. Exact only as far as
/// `neededPtx` goes.
unsigned impliedPtx(StringRef Processor) {
  unsigned Version = 0;
  Processor.drop_front(3).take_while(isDigit).getAsInteger(10, Version);
  return Version < 75 ? 60 : Version < 80 ? 63 : Version < 100 && Version != 88 ? 70 : 86;
}

/// Waves that each of the SIMD units of an AMD multiprocessor runs at a time where that runs
/// `MinBlocks` blocks of `Threads` threads.
unsigned wavesPerSimd(StringRef Processor, unsigned Threads, unsigned MinBlocks) {
  constexpr unsigned Simds = 4; // of a compute unit before RDNA, of a work-group processor since
  unsigned WaveSize = Processor.starts_with("gfx1") ? 32 : 64;
  return divideCeil(MinBlocks * divideCeil(Threads, WaveSize), Simds);
}

void setKernelAttributes(Module &M, const gpuc::Target &Target, ArrayRef<Kernel> Kernels) {
  for (Function &F : M) {
    if (!isEntryPoint(F))
      continue;
    const Kernel *K = findKernel(Kernels, F.getName());
    unsigned MaxThreads = K ? K->MaxThreads : 0;
    if (Target.Family == TargetFamily::Nvptx) {
      if (MaxThreads)
        F.addFnAttr("nvvm.maxntid", std::to_string(MaxThreads));
      if (K && K->MinBlocks)
        F.addFnAttr("nvvm.minctasm", std::to_string(K->MinBlocks));
    } else {
      F.setVisibility(GlobalValue::ProtectedVisibility);
      F.addFnAttr("amdgpu-flat-work-group-size",
                  "1," + std::to_string(MaxThreads ? MaxThreads : 1024));
      F.addFnAttr("uniform-work-group-size", "true");
      // More than the processor has is no bound to LLVM, as to NVIDIA's assembler.
      if (MaxThreads && K->MinBlocks)
        F.addFnAttr("amdgpu-waves-per-eu", std::to_string(wavesPerSimd(Target.Processor, MaxThreads,
                                                                       K->MinBlocks)));
    }
  }
}

/// LLVM's features for compiling `M` for `Target`.
std::string targetFeatures(const Module &M, const gpuc::Target &Target, ArrayRef<Kernel> Kernels) {
  if (Target.Family == TargetFamily::Nvptx)
    if (unsigned Ptx = neededPtx(M, Kernels); Ptx > impliedPtx(Target.Processor))
      return "+ptx" + std::to_string(Ptx);
  return Target.Features;
}

/// Makes the module's functions those of one processor.
void setProcessor(Module &M, const gpuc::Target &Target, StringRef Features) {
  for (Function &F : M) {
    F.removeFnAttr("target-features");
    F.removeFnAttr("tune-cpu");
    F.removeFnAttr("target-cpu");
    if (F.isIntrinsic())
      continue;
    F.addFnAttr("target-cpu", Target.Processor);
    if (!Features.empty())
      F.addFnAttr("target-features", Features);
  }
  if (Target.Family == TargetFamily::Amdgpu) {
    // Generic processors need code object version 6.
    unsigned Version = StringRef(Target.Processor).ends_with("-generic") ? 600 : 500;
    M.setModuleFlag(
        Module::Error, "amdhsa_code_object_version",
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(M.getContext()), Version)));
  }
}

CodeGenOptLevel codeGenLevel(unsigned OptLevel) {
  return OptLevel == 0   ? CodeGenOptLevel::None
         : OptLevel == 1 ? CodeGenOptLevel::Less
         : OptLevel == 2 ? CodeGenOptLevel::Default
                         : CodeGenOptLevel::Aggressive;
}

Expected<std::unique_ptr<TargetMachine>> createMachine(const Module &M, const gpuc::Target &Target,
                                                       StringRef Features,
                                                       const DeviceOptions &Options) {
  std::string Message;
  const llvm::Target *Back = TargetRegistry::lookupTarget(M.getTargetTriple(), Message);
  if (!Back)
    return createStringError(Message);
  return std::unique_ptr<TargetMachine>(Back->createTargetMachine(
      M.getTargetTriple(), Target.Processor, Features, TargetOptions(),
      Target.Family == TargetFamily::Nvptx ? std::optional<Reloc::Model>() : Reloc::PIC_,
      std::nullopt, codeGenLevel(Options.OptLevel)));
}

OptimizationLevel pipelineLevel(const DeviceOptions &Options) {
  if (Options.SizeLevel == 1)
    return OptimizationLevel::Os;
  if (Options.SizeLevel == 2)
    return OptimizationLevel::Oz;
  switch (Options.OptLevel) {
  case 0:
    return OptimizationLevel::O0;
  case 1:
    return OptimizationLevel::O1;
  case 2:
    return OptimizationLevel::O2;
  default:
    return OptimizationLevel::O3;
  }
}

void optimize(Module &M, TargetMachine &Machine, TargetFamily Family,
              const DeviceOptions &Options) {
  PipelineTuningOptions Tuning;
  Tuning.LoopVectorization = Tuning.LoopInterleaving = Tuning.SLPVectorization =
      Options.OptLevel > 1 && Options.SizeLevel < 2;
  PassBuilder PB(&Machine, Tuning);
  if (Family != TargetFamily::Cpu)
    addMathLowering(PB);
  runPasses(M, PB, [&](ModulePassManager &MPM) {
    if (Family == TargetFamily::Cpu)
      addCpuKernelPasses(MPM, Options.CpuTableSymbol);
    OptimizationLevel Level = pipelineLevel(Options);
    MPM.addPass(Level == OptimizationLevel::O0 ? PB.buildO0DefaultPipeline(Level)
                                               : PB.buildPerModuleDefaultPipeline(Level));
    if (Family != TargetFamily::Cpu) {
      MPM.addPass(MathLoweringPass());
      MPM.addPass(PrivateAtomicsPass());
      MPM.addPass(FailureCallsPass());
    }
    if (Family == TargetFamily::Nvptx)
      MPM.addPass(NvptxAtomicsPass());
  });
  dropUnwantedLines(M);
  if (Family == TargetFamily::Nvptx)
    markUnboundedStack(M);
}

Expected<DeviceImage> emit(Module &M, TargetMachine &Machine, CodeGenFileType Kind) {
  DeviceImage Output;
  raw_svector_ostream OS(Output);
  legacy::PassManager Passes;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr, Kind))
    return createStringError("the back end cannot emit this kind of file");
  Passes.run(M);
  return Output;
}

/// Links an AMD object into the shared object that the runtime loads.
Expected<DeviceImage> linkCodeObject(const DeviceImage &Object) {
  auto In = TempFile::create(".o"), Out = TempFile::create(".hsaco");
  if (!In || !Out)
    return joinErrors(In.takeError(), Out.takeError());
  if (Error E = writeFile(In->path(), StringRef(Object.data(), Object.size())))
    return E;
  if (Error E = linkElf({"-shared", "--no-undefined", "-o", Out->path(), In->path()}))
    return E;
  auto Linked = MemoryBuffer::getFile(Out->path());
  if (!Linked)
    return errorCodeToError(Linked.getError());
  StringRef Bytes = (*Linked)->getBuffer();
  return DeviceImage(Bytes.begin(), Bytes.end());
}

} // namespace

void gpuc::initializeBackends() {
  InitializeAllTargetInfos();
  InitializeAllTargets();
  InitializeAllTargetMCs();
  InitializeAllAsmPrinters();
  InitializeAllAsmParsers();
}

Error gpuc::prepareDeviceModule(Module &M, TargetFamily Family, ArrayRef<Kernel> Kernels,
                                const DeviceOptions &Options) {
  markStorage(M);
  keepReached(M, /*LinkFollows=*/true); // first, so that only what kernels need is linked
  if (Family != TargetFamily::Cpu)
    formatOnHost(M);
  if (Family != TargetFamily::Cpu) {
    setSignOfGamma(M);
    if (Options.ApproximateTranscendentals)
      approximateTranscendentals(M);
  }
  if (Family != TargetFamily::Cpu)
    countGridThreads(M);
  if (Error E = linkDeviceLibrary(M, Family, Options))
    return E;
  lowerThrow(M);
  if (Family == TargetFamily::Cpu)
    keepOutputCalls(M);
  else
    setDenormalModes(M, Options.Denormals);
  if (Family == TargetFamily::Nvptx)
    passIndirectly(M);
  if (Family != TargetFamily::Cpu) {
    lowerGuards(M);
    shrinkTextCode(M);
  }
  keepReached(M, /*LinkFollows=*/false);
  if (Family != TargetFamily::Cpu) { // what is undefined there may be in the host's objects
    if (Error E = checkDefined(M, Kernels))
      return E;
    lowerGridState(M);
    if (Error E = lowerGpuStorage(M))
      return E;
  }
  return lowerKernelFrame(M, [&](const Function &Entry) -> StringRef {
    const Kernel *K = findKernel(Kernels, Entry.getName());
    return K ? StringRef(K->Name) : Entry.getName();
  });
}

Expected<DeviceImage> gpuc::compileDeviceModule(Module &M, const gpuc::Target &Target,
                                                ArrayRef<Kernel> Kernels,
                                                const DeviceOptions &Options) {
  std::string Errors;
  M.getContext().setDiagnosticHandler(std::make_unique<DiagnosticCollector>(Errors));
  auto Reported = [&] { return createStringError("error: " + Errors + " [" + Target.Arch + "]"); };
  std::string Features = targetFeatures(M, Target, Kernels);
  if (Target.Family != TargetFamily::Cpu) {
    setKernelAttributes(M, Target, Kernels);
    setProcessor(M, Target, Features);
  }
  auto Machine = createMachine(M, Target, Features, Options);
  if (!Machine)
    return Machine.takeError();
  optimize(M, **Machine, Target.Family, Options);
  if (!Errors.empty())
    return Reported();
  if (Options.Output == DeviceOutput::Ir || Options.Output == DeviceOutput::Bitcode) {
    DeviceImage Result;
    raw_svector_ostream OS(Result);
    if (Options.Output == DeviceOutput::Ir)
      M.print(OS, nullptr);
    else
      WriteBitcodeToFile(M, OS);
    return Result;
  }
  bool IsText = Options.Output == DeviceOutput::Assembly || Target.Family == TargetFamily::Nvptx;
  Expected<DeviceImage> Result =
      emit(M, **Machine, IsText ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile);
  if (!Errors.empty()) {
    consumeError(Result.takeError());
    return Reported();
  }
  if (Result && Target.Family == TargetFamily::Amdgpu && !IsText)
    return linkCodeObject(*Result);
  return Result;
}
