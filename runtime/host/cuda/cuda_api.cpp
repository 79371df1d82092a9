//===- cuda_api.cpp - Loading the CUDA driver -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cuda_api.hpp"

namespace gpu::detail::cuda {

std::string api::load() {
  static constexpr const char *names[] = {"libcuda.so.1", nullptr};
  shared_library library(names);
  library.get(Init, "cuInit");
  library.get(GetErrorName, "cuGetErrorName");
  library.get(GetErrorString, "cuGetErrorString");
  library.get(DriverGetVersion, "cuDriverGetVersion");
  library.get(DeviceGetCount, "cuDeviceGetCount");
  library.get(DeviceGet, "cuDeviceGet");
  library.get(DeviceGetName, "cuDeviceGetName");
  library.get(DeviceGetAttribute, "cuDeviceGetAttribute");
  library.get(DeviceTotalMem, "cuDeviceTotalMem_v2");
  library.get(DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  library.get(CtxSetCurrent, "cuCtxSetCurrent");
  library.get(CtxSynchronize, "cuCtxSynchronize");
  library.get(CtxSetLimit, "cuCtxSetLimit");
  library.get(CtxGetStreamPriorityRange, "cuCtxGetStreamPriorityRange");
  library.get(CtxEnablePeerAccess, "cuCtxEnablePeerAccess");
  library.get(DeviceCanAccessPeer, "cuDeviceCanAccessPeer");
  library.get(ModuleLoadDataEx, "cuModuleLoadDataEx");
  library.get(ModuleUnload, "cuModuleUnload");
  library.get(ModuleGetFunction, "cuModuleGetFunction");
  library.get(ModuleGetGlobal, "cuModuleGetGlobal_v2");
  library.get(FuncGetAttribute, "cuFuncGetAttribute");
  library.get(FuncSetAttribute, "cuFuncSetAttribute");
  library.get(LaunchKernel, "cuLaunchKernel");
  library.get(LaunchCooperativeKernel, "cuLaunchCooperativeKernel");
  library.get(OccupancyMaxActiveBlocksPerMultiprocessor,
              "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  library.get(LaunchHostFunc, "cuLaunchHostFunc");
  library.get(MemGetInfo, "cuMemGetInfo_v2");
  library.get(MemAlloc, "cuMemAlloc_v2");
  library.get(MemFree, "cuMemFree_v2");
  library.get(MemAllocManaged, "cuMemAllocManaged");
  library.get(MemAdvise, "cuMemAdvise");
  library.get(MemHostAlloc, "cuMemHostAlloc");
  library.get(MemFreeHost, "cuMemFreeHost");
  library.get(Memcpy, "cuMemcpy");
  library.get(MemcpyAsync, "cuMemcpyAsync");
  library.get(MemsetD8, "cuMemsetD8_v2");
  library.get(MemsetD8Async, "cuMemsetD8Async");
  library.get_optional(MemPoolCreate, "cuMemPoolCreate");
  library.get_optional(MemPoolSetAttribute, "cuMemPoolSetAttribute");
  library.get_optional(MemPoolSetAccess, "cuMemPoolSetAccess");
  library.get_optional(MemPoolTrimTo, "cuMemPoolTrimTo");
  library.get_optional(MemAllocFromPoolAsync, "cuMemAllocFromPoolAsync");
  library.get_optional(MemFreeAsync, "cuMemFreeAsync");
  library.get_optional(MemGetAllocationGranularity, "cuMemGetAllocationGranularity");
  library.get_optional(MemAddressReserve, "cuMemAddressReserve");
  library.get_optional(MemCreate, "cuMemCreate");
  library.get_optional(MemMap, "cuMemMap");
  library.get_optional(MemUnmap, "cuMemUnmap");
  library.get_optional(MemSetAccess, "cuMemSetAccess");
  library.get_optional(MemRelease, "cuMemRelease");
  library.get(PointerGetAttributes, "cuPointerGetAttributes");
  library.get(StreamCreateWithPriority, "cuStreamCreateWithPriority");
  library.get(StreamDestroy, "cuStreamDestroy_v2");
  library.get(StreamSynchronize, "cuStreamSynchronize");
  library.get(StreamQuery, "cuStreamQuery");
  library.get(StreamWaitEvent, "cuStreamWaitEvent");
  library.get(StreamBeginCapture, "cuStreamBeginCapture_v2");
  library.get(StreamEndCapture, "cuStreamEndCapture");
  library.get(StreamIsCapturing, "cuStreamIsCapturing");
  library.get(GraphInstantiateWithFlags, "cuGraphInstantiateWithFlags");
  library.get(GraphLaunch, "cuGraphLaunch");
  library.get(GraphDestroy, "cuGraphDestroy");
  library.get(GraphExecDestroy, "cuGraphExecDestroy");
  library.get(EventCreate, "cuEventCreate");
  library.get(EventDestroy, "cuEventDestroy_v2");
  library.get(EventRecord, "cuEventRecord");
  library.get(EventQuery, "cuEventQuery");
  library.get(EventSynchronize, "cuEventSynchronize");
  library.get(EventElapsedTime, "cuEventElapsedTime");
  return library.problem();
}

} // namespace gpu::detail::cuda
