//===- Target.cpp - What --offload-arch names -----------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/CodeGen/Target.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/TargetParser.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace gpuc;

namespace {

Error unknownTarget(StringRef Arch, const Twine &Why) {
  return createStringError("unknown offload target '" + Arch + "': " + Why +
                           "; name 'cpu', 'native', an NVIDIA 'sm_NN' such as sm_90, or an AMD "
                           "'gfx…' such as gfx1100, gfx90a:xnack- or gfx11-generic");
}

/// Whether LLVM's back end for `TripleName` knows `Processor`.
bool isProcessor(StringRef TripleName, StringRef Processor) {
  std::string Message;
  Triple TheTriple(TripleName);
  const llvm::Target *Back = TargetRegistry::lookupTarget(TheTriple, Message);
  if (!Back)
    return false;
  std::unique_ptr<MCSubtargetInfo> Info(Back->createMCSubtargetInfo(TheTriple, "", ""));
  return Info && Info->isCPUStringValid(Processor);
}

Expected<gpuc::Target> parseAmd(StringRef Arch) {
  auto [Processor, Settings] = Arch.split(':');
  AMDGPU::GPUKind Kind = AMDGPU::parseArchAMDGCN(Processor);
  if (Kind == AMDGPU::GK_NONE || !isProcessor("amdgcn-amd-amdhsa", Processor))
    return unknownTarget(Arch, "no AMD processor has that name");
  unsigned Available = AMDGPU::getArchAttrAMDGCN(Kind);
  std::string Features;
  SmallVector<StringRef> Parts;
  Settings.split(Parts, ':', -1, /*KeepEmpty=*/false);
  SmallSet<StringRef, 2> Seen;
  for (StringRef Part : Parts) {
    StringRef Name = Part.drop_back();
    char Sign = Part.back();
    unsigned Needed = Name == "xnack"     ? unsigned(AMDGPU::FEATURE_XNACK)
                      : Name == "sramecc" ? unsigned(AMDGPU::FEATURE_SRAMECC)
                                          : 0;
    if (!Needed || (Sign != '+' && Sign != '-'))
      return unknownTarget(Arch, "'" + Part + "' is not xnack+, xnack-, sramecc+ or sramecc-");
    if (!(Available & Needed))
      return unknownTarget(Arch, Processor + " has no setting '" + Name + "'");
    if (!Seen.insert(Name).second)
      return unknownTarget(Arch, "'" + Name + "' is set twice");
    Features += (Features.empty() ? "" : ",") + std::string(1, Sign) + Name.str();
  }
  return gpuc::Target{TargetFamily::Amdgpu, Arch.str(), Processor.str(), Features};
}

/// The GPUs that NVIDIA's driver reports, as sm_NN.
void addNvidia(std::vector<gpuc::Target> &Targets) {
  std::string Message;
  auto Driver = sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &Message);
  if (!Driver.isValid())
    return;
  auto *Init = reinterpret_cast<int (*)(unsigned)>(Driver.getAddressOfSymbol("cuInit"));
  auto *Count = reinterpret_cast<int (*)(int *)>(Driver.getAddressOfSymbol("cuDeviceGetCount"));
  auto *Attribute =
      reinterpret_cast<int (*)(int *, int, int)>(Driver.getAddressOfSymbol("cuDeviceGetAttribute"));
  int Devices = 0;
  if (!Init || !Count || !Attribute || Init(0) || Count(&Devices))
    return;
  for (int Device = 0; Device < Devices; ++Device) {
    int Major = 0, Minor = 0; // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
    if (Attribute(&Major, 75, Device) || Attribute(&Minor, 76, Device))
      continue;
    std::string Name = formatv("sm_{0}{1}", Major, Minor);
    Targets.push_back({TargetFamily::Nvptx, Name, Name, ""});
  }
}

/// The GPUs that the kernel's AMD driver reports: gfx_target_version is decimal, two digits each
/// for minor version and stepping.
void addAmd(std::vector<gpuc::Target> &Targets) {
  std::error_code EC;
  for (sys::fs::directory_iterator Node("/sys/class/kfd/kfd/topology/nodes", EC), End;
       !EC && Node != End; Node.increment(EC)) {
    auto Text = MemoryBuffer::getFile(Node->path() + "/properties");
    unsigned Version = 0;
    if (!Text ||
        (*Text)->getBuffer().split("gfx_target_version ").second.consumeInteger(10, Version))
      continue;
    if (Version == 0) // a CPU
      continue;
    std::string Name =
        formatv("gfx{0}{1:x-}{2:x-}", Version / 10000, Version / 100 % 100, Version % 100);
    Targets.push_back({TargetFamily::Amdgpu, Name, Name, ""});
  }
}

} // namespace

Expected<gpuc::Target> gpuc::parseTarget(StringRef Arch) {
  if (Arch == "cpu")
    return Target{TargetFamily::Cpu, "cpu", "", ""};
  if (Arch.starts_with("sm_")) {
    if (!isProcessor("nvptx64-nvidia-cuda", Arch))
      return unknownTarget(Arch, "no NVIDIA processor has that name");
    return Target{TargetFamily::Nvptx, Arch.str(), Arch.str(), ""};
  }
  if (Arch.starts_with("gfx"))
    return parseAmd(Arch);
  return unknownTarget(Arch, "it names no known kind of device");
}

std::vector<gpuc::Target> gpuc::defaultTargets() {
  return {{TargetFamily::Cpu, "cpu", "", ""},
          {TargetFamily::Nvptx, "sm_70", "sm_70", ""},
          {TargetFamily::Amdgpu, "gfx9-4-generic", "gfx9-4-generic", ""},
          {TargetFamily::Amdgpu, "gfx11-generic", "gfx11-generic", ""}};
}

Expected<std::vector<gpuc::Target>> gpuc::nativeTargets() {
  std::vector<Target> Targets = {{TargetFamily::Cpu, "cpu", "", ""}};
  addNvidia(Targets);
  addAmd(Targets);
  return Targets;
}

std::optional<uint64_t> gpuc::maxArgumentBytes(const Target &Target) {
  unsigned Version = 0;
  if (Target.Family != TargetFamily::Nvptx)
    return std::nullopt;
  StringRef(Target.Processor).drop_front(3).take_while(llvm::isDigit).getAsInteger(10, Version);
  return Version < 70 ? 4096 : 32764; // the larger one since PTX 8.1
}

StringRef gpuc::familyName(TargetFamily Family) {
  switch (Family) {
  case TargetFamily::Cpu:
    return "cpu";
  case TargetFamily::Nvptx:
    return "nvptx64";
  case TargetFamily::Amdgpu:
    return "amdgcn";
  }
  llvm_unreachable("unknown target family");
}

std::string gpuc::familyTriple(TargetFamily Family, StringRef HostTriple) {
  switch (Family) {
  case TargetFamily::Cpu:
    return HostTriple.str();
  case TargetFamily::Nvptx:
    return "nvptx64-nvidia-cuda";
  case TargetFamily::Amdgpu:
    return "amdgcn-amd-amdhsa";
  }
  llvm_unreachable("unknown target family");
}
