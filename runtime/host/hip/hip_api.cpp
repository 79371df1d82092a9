//===- hip_api.cpp - Loading the HIP runtime --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "hip_api.hpp"

namespace gpu::detail::hip {

std::string api::load() {
  // The plain name comes with ROCm's development files alone.
  static constexpr const char *names[] = {"libamdhip64.so.7", "libamdhip64.so.6",
                                          "libamdhip64.so.5", "libamdhip64.so", nullptr};
  shared_library library(names);
  library.get(Init, "hipInit");
  library.get(GetErrorName, "hipGetErrorName");
  library.get(GetErrorString, "hipGetErrorString");
  library.get(RuntimeGetVersion, "hipRuntimeGetVersion");
  library.get(GetDeviceCount, "hipGetDeviceCount");
  library.get(SetDevice, "hipSetDevice");
  library.get(DeviceGetName, "hipDeviceGetName");
  library.get(DeviceGetAttribute, "hipDeviceGetAttribute");
  library.get(DeviceTotalMem, "hipDeviceTotalMem");
  library.get_either(GetDeviceProperties, "hipGetDevicePropertiesR0600", "hipGetDeviceProperties");
  library.get(DeviceSynchronize, "hipDeviceSynchronize");
  library.get_optional(DeviceSetLimit, "hipDeviceSetLimit");
  library.get(ModuleLoadData, "hipModuleLoadData");
  library.get(ModuleUnload, "hipModuleUnload");
  library.get(ModuleGetFunction, "hipModuleGetFunction");
  library.get(ModuleGetGlobal, "hipModuleGetGlobal");
  library.get(FuncGetAttribute, "hipFuncGetAttribute");
  library.get(ModuleLaunchKernel, "hipModuleLaunchKernel");
  library.get(ModuleLaunchCooperativeKernel, "hipModuleLaunchCooperativeKernel");
  library.get(ModuleOccupancyMaxActiveBlocksPerMultiprocessor,
              "hipModuleOccupancyMaxActiveBlocksPerMultiprocessor");
  library.get(LaunchHostFunc, "hipLaunchHostFunc");
  library.get(DeviceCanAccessPeer, "hipDeviceCanAccessPeer");
  library.get(DeviceEnablePeerAccess, "hipDeviceEnablePeerAccess");
  library.get(DeviceGetStreamPriorityRange, "hipDeviceGetStreamPriorityRange");
  library.get(MemGetInfo, "hipMemGetInfo");
  library.get_optional(MallocAsync, "hipMallocAsync");
  library.get_optional(FreeAsync, "hipFreeAsync");
  library.get(Malloc, "hipMalloc");
  library.get(Free, "hipFree");
  library.get(MallocManaged, "hipMallocManaged");
  library.get(MemAdvise, "hipMemAdvise");
  library.get(HostMalloc, "hipHostMalloc");
  library.get(HostFree, "hipHostFree");
  library.get(Memcpy, "hipMemcpy");
  library.get(MemcpyAsync, "hipMemcpyAsync");
  library.get(MemsetAsync, "hipMemsetAsync");
  library.get(PointerGetAttributes, "hipPointerGetAttributes");
  library.get(StreamCreateWithPriority, "hipStreamCreateWithPriority");
  library.get(StreamDestroy, "hipStreamDestroy");
  library.get(StreamSynchronize, "hipStreamSynchronize");
  library.get(StreamQuery, "hipStreamQuery");
  library.get(StreamWaitEvent, "hipStreamWaitEvent");
  library.get(StreamBeginCapture, "hipStreamBeginCapture");
  library.get(StreamEndCapture, "hipStreamEndCapture");
  library.get(StreamIsCapturing, "hipStreamIsCapturing");
  library.get(GraphInstantiate, "hipGraphInstantiate");
  library.get(GraphLaunch, "hipGraphLaunch");
  library.get(GraphDestroy, "hipGraphDestroy");
  library.get(GraphExecDestroy, "hipGraphExecDestroy");
  library.get(EventCreateWithFlags, "hipEventCreateWithFlags");
  library.get(EventDestroy, "hipEventDestroy");
  library.get(EventRecord, "hipEventRecord");
  library.get(EventQuery, "hipEventQuery");
  library.get(EventSynchronize, "hipEventSynchronize");
  library.get(EventElapsedTime, "hipEventElapsedTime");
  return library.problem();
}

} // namespace gpu::detail::hip
