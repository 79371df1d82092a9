//===- fakecuda.cpp - A CUDA driver without hardware ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `libcuda.so.1` for tests of what the runtime does with a driver's errors. It
// runs no kernels: one that is launched has ended at once, unless it is told
// otherwise. Variables of the environment:
//
//   FAKECUDA_DEVICES=n        devices; 1 where not set
//   FAKECUDA_INIT=e           what cuInit returns
//   FAKECUDA_PTX=major.minor  the newest PTX that it takes; 9.0 where not set
//   FAKECUDA_MEMORY=bytes     of each device; 1 GiB where not set
//   FAKECUDA_FAULT=kernel:e   kernels whose symbol holds `kernel` fail with error e, and with them
//                             the context
//   FAKECUDA_ENDLESS=kernel   kernels whose symbol holds `kernel` do not end
//
// Memory is the host's, and pointers of cuMemAlloc's are known for the device's. After exit handlers
// have run every call fails with CUDA_ERROR_DEINITIALIZED, as in the real one. All streams are one.
//
//===----------------------------------------------------------------------===//

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <string>

#include <unistd.h>

namespace {

using result = int;
enum : result {
  success = 0,
  invalid_value = 1,
  out_of_memory = 2,
  deinitialized = 4,
  no_device = 100,
  invalid_context = 201,
  unsupported_ptx = 222,
  not_found = 500,
  not_ready = 600,
};

struct fake_module {
  const char *text;
  std::map<std::string, void *> globals;
};

struct fake_function {
  std::string symbol;
};

struct driver_state {
  std::recursive_mutex mutex;
  std::map<void *, std::size_t> memory; ///< allocations
  std::size_t used = 0;
  int modules = 0;
};

// Never destroyed: calls come until the process has ended.
driver_state &state() {
  static driver_state &s = *new driver_state;
  return s;
}

std::atomic<bool> gone = false;
std::atomic<result> fault = success; ///< of the context
std::atomic<bool> endless = false;   ///< a kernel runs that does not end
thread_local void *current = nullptr;
int the_context; ///< its address is every handle

const char *setting(const char *name, const char *fallback) {
  const char *text = std::getenv(name);
  return text ? text : fallback;
}

/// What every call returns now, where that is no success.
result broken() {
  if (gone)
    return deinitialized;
  return fault;
}

/// Does not return while a kernel runs.
result wait_for_kernels() {
  while (endless && !broken())
    usleep(1000);
  return broken();
}

result allocate(void **memory, std::size_t bytes) {
  if (const result r = broken())
    return r;
  driver_state &s = state();
  std::lock_guard lock(s.mutex);
  const std::size_t limit = std::strtoull(setting("FAKECUDA_MEMORY", "1073741824"), nullptr, 10);
  if (bytes > limit - s.used)
    return out_of_memory;
  *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  s.memory[*memory] = bytes;
  s.used += bytes;
  return success;
}

result release(void *memory) {
  if (gone)
    return deinitialized;
  driver_state &s = state();
  std::lock_guard lock(s.mutex);
  const auto known = s.memory.find(memory);
  if (known == s.memory.end())
    return invalid_value;
  s.used -= known->second;
  s.memory.erase(known);
  std::free(memory);
  return broken();
}

bool is_named(const char *variable, const std::string &symbol, const char **rest = nullptr) {
  const std::string text = setting(variable, "");
  const std::string name = text.substr(0, text.find(':'));
  if (name.empty() || symbol.find(name) == symbol.npos)
    return false;
  if (rest)
    *rest = setting(variable, "") + name.size() + 1;
  return true;
}

} // namespace

extern "C" {

result cuInit(unsigned) {
  std::atexit([] { gone = true; });
  return std::atoi(setting("FAKECUDA_INIT", "0"));
}
result cuGetErrorName(result r, const char **name) {
  static const std::map<result, const char *> names = {{2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                       {4, "CUDA_ERROR_DEINITIALIZED"},
                                                       {100, "CUDA_ERROR_NO_DEVICE"},
                                                       {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION"},
                                                       {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                                       {719, "CUDA_ERROR_LAUNCH_FAILED"}};
  const auto known = names.find(r);
  if (known == names.end())
    return invalid_value;
  *name = known->second;
  return success;
}
result cuGetErrorString(result, const char **text) {
  *text = "the fake driver says so";
  return success;
}
result cuDriverGetVersion(int *version) {
  *version = 13000;
  return success;
}
result cuDeviceGetCount(int *count) {
  *count = std::atoi(setting("FAKECUDA_DEVICES", "1"));
  return *count ? success : no_device;
}
result cuDeviceGet(int *device, int index) {
  *device = index;
  return success;
}
result cuDeviceGetName(char *name, int size, int) {
  std::snprintf(name, static_cast<std::size_t>(size), "Fake GPU");
  return success;
}
result cuDeviceGetAttribute(int *value, int which, int) {
  static const std::map<int, int> values = {
      {1, 1024},      {2, 1024},  {3, 1024}, {4, 64}, {5, 0x7fffffff}, {6, 65535}, {7, 65535},
      {10, 32},       {16, 8},    {75, 9},   {76, 0}, {89, 1},         {95, 1},    {97, 232448},
      {100, 0},       {102, 0},   {115, 1}};
  const auto known = values.find(which);
  *value = known == values.end() ? 0 : known->second;
  return success;
}
result cuDeviceTotalMem_v2(std::size_t *bytes, int) {
  *bytes = std::strtoull(setting("FAKECUDA_MEMORY", "1073741824"), nullptr, 10);
  return success;
}
result cuDevicePrimaryCtxRetain(void **context, int) {
  *context = &the_context;
  return broken();
}
result cuCtxSetCurrent(void *context) {
  if (gone)
    return deinitialized;
  current = context;
  return success;
}
result cuCtxSynchronize() { return wait_for_kernels(); }
result cuCtxSetLimit(int, std::size_t) { return broken(); }
result cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  *least = 0;
  *greatest = -5;
  return broken();
}
result cuCtxEnablePeerAccess(void *, unsigned) { return broken(); }
result cuDeviceCanAccessPeer(int *possible, int, int) {
  *possible = 1;
  return success;
}

result cuModuleLoadDataEx(void **module, const void *image, unsigned options, int *kinds,
                          void **values) {
  if (const result r = broken())
    return r;
  const char *const text = static_cast<const char *>(image);
  const char *const version = std::strstr(text, ".version ");
  if (!version || std::atof(version + 9) > std::atof(setting("FAKECUDA_PTX", "9.0"))) {
    for (unsigned i = 0; i != options; ++i)
      if (kinds[i] == 5) // the error log
        std::strcpy(static_cast<char *>(values[i]),
                    "ptxas application ptx input, line 5; fatal   : Unsupported .version\n");
    return unsupported_ptx;
  }
  driver_state &s = state();
  std::lock_guard lock(s.mutex);
  *module = new fake_module{text, {}};
  ++s.modules;
  return success;
}
result cuModuleUnload(void *module) {
  if (const result r = broken())
    return r;
  if (const result r = wait_for_kernels())
    return r;
  auto *const m = static_cast<fake_module *>(module);
  for (const auto &[name, memory] : m->globals)
    release(memory);
  delete m;
  driver_state &s = state();
  std::lock_guard lock(s.mutex);
  --s.modules;
  return success;
}
result cuModuleGetFunction(void **function, void *module, const char *symbol) {
  if (const result r = broken())
    return r;
  if (!std::strstr(static_cast<fake_module *>(module)->text, symbol))
    return not_found;
  static std::map<std::string, fake_function> &all = *new std::map<std::string, fake_function>;
  std::lock_guard lock(state().mutex);
  *function = &all.try_emplace(symbol, fake_function{symbol}).first->second;
  return success;
}
result cuModuleGetGlobal_v2(void **address, std::size_t *bytes, void *module, const char *symbol) {
  if (const result r = broken())
    return r;
  auto *const m = static_cast<fake_module *>(module);
  if (!std::strstr(m->text, symbol))
    return not_found;
  void *&memory = m->globals[symbol];
  if (!memory)
    allocate(&memory, 256);
  *address = memory;
  if (bytes)
    *bytes = 256;
  return success;
}
result cuFuncGetAttribute(int *value, int which, void *) {
  *value = which == 0 ? 1024 : which == 4 ? 32 : 0;
  return broken();
}
result cuFuncSetAttribute(void *, int, int) { return broken(); }

result cuLaunchKernel(void *function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                      unsigned, void *, void **, void **) {
  if (const result r = broken())
    return r;
  if (!current)
    return invalid_context;
  const std::string &symbol = static_cast<fake_function *>(function)->symbol;
  const char *code = nullptr;
  if (is_named("FAKECUDA_FAULT", symbol, &code))
    fault = std::atoi(code); // noticed by the next call, like an error of a kernel that runs
  if (is_named("FAKECUDA_ENDLESS", symbol))
    endless = true;
  return success;
}
result cuLaunchCooperativeKernel(void *function, unsigned a, unsigned b, unsigned c, unsigned d,
                                 unsigned e, unsigned f, unsigned g, void *stream, void **args) {
  return cuLaunchKernel(function, a, b, c, d, e, f, g, stream, args, nullptr);
}
result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *, int, std::size_t) {
  *blocks = 2;
  return broken();
}
result cuLaunchHostFunc(void *, void (*function)(void *), void *data) {
  if (const result r = broken())
    return r;
  function(data);
  return success;
}

result cuMemGetInfo_v2(std::size_t *unused, std::size_t *total) {
  cuDeviceTotalMem_v2(total, 0);
  std::lock_guard lock(state().mutex);
  *unused = *total - state().used;
  return broken();
}
result cuMemAlloc_v2(void **memory, std::size_t bytes) { return allocate(memory, bytes); }
result cuMemFree_v2(void *memory) {
  wait_for_kernels();
  return release(memory);
}
result cuMemAllocManaged(void **memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes);
}
result cuMemAdvise(void *, std::size_t, int, int) { return broken(); }
result cuMemHostAlloc(void **memory, std::size_t bytes, unsigned) {
  return allocate(memory, bytes);
}
result cuMemFreeHost(void *memory) {
  wait_for_kernels();
  return release(memory);
}
result cuMemcpy(void *to, void *from, std::size_t bytes) {
  if (const result r = wait_for_kernels())
    return r;
  std::memmove(to, from, bytes);
  return success;
}
result cuMemcpyAsync(void *to, void *from, std::size_t bytes, void *) {
  if (const result r = broken())
    return r;
  std::memmove(to, from, bytes);
  return success;
}
result cuMemsetD8_v2(void *memory, unsigned char value, std::size_t bytes) {
  if (const result r = wait_for_kernels())
    return r;
  std::memset(memory, value, bytes);
  return success;
}
result cuMemsetD8Async(void *memory, unsigned char value, std::size_t bytes, void *) {
  if (const result r = broken())
    return r;
  std::memset(memory, value, bytes);
  return success;
}
result cuPointerGetAttributes(unsigned count, int *, void **values, void *memory) {
  if (const result r = broken())
    return r;
  driver_state &s = state();
  std::lock_guard lock(s.mutex);
  const auto after = s.memory.upper_bound(memory);
  const auto *const address = static_cast<const char *>(memory);
  bool known = false;
  if (after != s.memory.begin()) {
    const auto &[begin, bytes] = *std::prev(after);
    known = address < static_cast<const char *>(begin) + bytes;
  }
  const unsigned type = known ? 2 : 0; // of the device
  for (unsigned i = 0; i != count; ++i)
    std::memcpy(values[i], &type, sizeof(type));
  return success;
}
result cuMemPoolCreate(void **pool, const void *) {
  *pool = &the_context;
  return broken();
}
result cuMemPoolSetAttribute(void *, int, void *) { return broken(); }
result cuMemPoolSetAccess(void *, const void *, std::size_t) { return broken(); }
result cuMemPoolTrimTo(void *, std::size_t) { return broken(); }
result cuMemAllocFromPoolAsync(void **memory, std::size_t bytes, void *, void *) {
  return allocate(memory, bytes);
}
result cuMemFreeAsync(void *memory, void *) { return release(memory); }

result cuStreamCreateWithPriority(void **stream, unsigned, int) {
  *stream = &the_context;
  return broken();
}
result cuStreamDestroy_v2(void *) { return broken(); }
result cuStreamSynchronize(void *) { return wait_for_kernels(); }
result cuStreamQuery(void *) {
  if (const result r = broken())
    return r;
  return endless ? not_ready : success;
}
result cuStreamWaitEvent(void *, void *, unsigned) { return broken(); }
result cuStreamBeginCapture_v2(void *, int) { return broken(); }
result cuStreamEndCapture(void *, void **graph) {
  *graph = &the_context;
  return broken();
}
result cuStreamIsCapturing(void *, int *capturing) {
  *capturing = 0;
  return broken();
}
result cuGraphInstantiateWithFlags(void **made, void *, unsigned long long) {
  *made = &the_context;
  return broken();
}
#ifndef FAKECUDA_WITHOUT_GRAPHS
result cuGraphLaunch(void *, void *) { return broken(); }
#endif
result cuGraphDestroy(void *) { return broken(); }
result cuGraphExecDestroy(void *) { return broken(); }
result cuEventCreate(void **event, unsigned) {
  *event = &the_context;
  return broken();
}
result cuEventDestroy_v2(void *) { return broken(); }
result cuEventRecord(void *, void *) { return broken(); }
result cuEventQuery(void *) { return cuStreamQuery(nullptr); }
result cuEventSynchronize(void *) { return wait_for_kernels(); }
result cuEventElapsedTime(float *ms, void *, void *) {
  *ms = 1;
  return broken();
}

/// For tests: modules that are loaded.
int fakecuda_modules() { return state().modules; }
/// Bytes allocated.
std::size_t fakecuda_memory() { return state().used; }
}
