//===- host_address.cpp - What lies at an address of the host ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "host_address.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gpu::detail {
namespace {

bool is_on_own_stack(std::uintptr_t address) {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes))
    return false;
  void *lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  return known && address - reinterpret_cast<std::uintptr_t>(lowest) < bytes;
}

/// A line of /proc/self/maps.
struct mapping {
  bool is_executable = false;
  std::string name; ///< of the file, or "[heap]"; may be empty
};

mapping find_mapping(std::uintptr_t address) {
  const auto close = [](std::FILE *f) { std::fclose(f); };
  const std::unique_ptr<std::FILE, decltype(close)> maps(std::fopen("/proc/self/maps", "re"),
                                                         close);
  char *line = nullptr;
  std::size_t capacity = 0;
  mapping found;
  while (maps && ::getline(&line, &capacity, maps.get()) > 0) {
    std::uintptr_t begin = 0, end = 0;
    char permissions[5] = "";
    int name = 0;
    if (std::sscanf(line, "%zx-%zx %4s %*s %*s %*s %n", &begin, &end, permissions, &name) < 3 ||
        address < begin || address >= end)
      continue;
    found.is_executable = permissions[2] == 'x';
    found.name = name ? line + name : "";
    while (!found.name.empty() && found.name.back() == '\n')
      found.name.pop_back();
    break;
  }
  std::free(line);
  return found;
}

std::string demangled(const char *symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), &std::free);
  return name ? name.get() : symbol;
}

std::string file_of(const char *path) {
  const std::string_view text(path);
  return std::string(text.substr(text.rfind('/') + 1)); // all of it where there is none
}

/// What a program or library has there; empty where none lies there.
std::string describe_object(const void *address, bool is_code) {
  Dl_info info{};
  const ElfW(Sym) *symbol = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(const_cast<ElfW(Sym) **>(&symbol)),
               RTLD_DL_SYMENT) ||
      !info.dli_fname)
    return "";
  const std::string file = file_of(info.dli_fname);
  // The nearest symbol may end before.
  const auto into = reinterpret_cast<std::uintptr_t>(address) -
                    reinterpret_cast<std::uintptr_t>(info.dli_saddr);
  if (info.dli_sname && symbol && into < symbol->st_size)
    return fmt::format("{} '{}' of '{}'", is_code ? "function" : "variable",
                       demangled(info.dli_sname), file);
  return fmt::format("a {} of '{}'", is_code ? "function" : "variable or constant", file);
}

} // namespace

bool is_host_address(const void *address) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  constexpr std::uintptr_t lowest = 1 << 16, highest = std::uintptr_t{1} << 57;
  if (number < lowest || number >= highest) // where Linux maps nothing for a process
    return false;
  // The kernel reads the set before it finds that there is no such operation. Aligned, the eight
  // bytes lie in one page.
  const std::uintptr_t set = number & -std::uintptr_t{8};
  const int saved = errno;
  const bool readable = ::syscall(SYS_rt_sigprocmask, ~0, set, nullptr, 8) == 0 || errno != EFAULT;
  errno = saved;
  return readable;
}

host_address describe_host_address(const void *address) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  const mapping found = find_mapping(number);
  if (std::string object = describe_object(address, found.is_executable); !object.empty())
    return {std::move(object), found.is_executable};
  if (found.name == "[stack]" || is_on_own_stack(number))
    return {is_on_own_stack(number) ? "host memory on the stack of this thread"
                                    : "host memory on a stack",
            false};
  if (found.name == "[heap]")
    return {"host memory on the heap", false};
  return {"ordinary host memory", found.is_executable};
}

} // namespace gpu::detail
