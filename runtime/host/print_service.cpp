//===- print_service.cpp - Host services: print -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes print messages (gpu/detail/services.hpp), formats them and writes each
// with one call, so that lines of different threads do not mix. Everything in a
// message is checked before use: a kernel that writes out of bounds may have
// overwritten it.
//
//===----------------------------------------------------------------------===//

#include "services.hpp"

#ifndef FMT_HEADER_ONLY
#define FMT_HEADER_ONLY 1
#endif
#include <fmt/args.h>
#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <vector>

namespace gpu::detail::services {
namespace {

/// A message from which parts are taken in order.
class message_reader {
public:
  explicit message_reader(std::string_view message) : rest_(message) {}

  template <class T> T value() {
    T result;
    std::memcpy(&result, text(sizeof result).data(), sizeof result);
    return result;
  }

  std::string_view text(std::uint64_t size) {
    if (size > rest_.size())
      throw std::runtime_error("it is shorter than its parts");
    const std::string_view result = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return result;
  }

  std::size_t size() const { return rest_.size(); }

private:
  std::string_view rest_;
};

using format_arguments = fmt::dynamic_format_arg_store<fmt::format_context>;

void add_argument(format_arguments &store, const print_argument &argument,
                  message_reader &strings) {
  switch (argument.kind) {
  case print_bool:
    return store.push_back(argument.bits != 0);
  case print_char:
    return store.push_back(static_cast<char>(argument.bits));
  case print_signed:
    return store.push_back(static_cast<long long>(argument.bits));
  case print_unsigned:
    return store.push_back(static_cast<unsigned long long>(argument.bits));
  case print_float:
    return store.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(argument.bits)));
  case print_double:
    return store.push_back(std::bit_cast<double>(argument.bits));
  case print_string:
    return store.push_back(strings.text(argument.bits));
  case print_pointer:
    return store.push_back(reinterpret_cast<const void *>(argument.bits));
  }
  throw std::runtime_error("it has an argument of an unknown kind");
}

void handle_print(std::string_view message) {
  message_reader reader(message);
  const auto header = reader.value<print_header>();
  if (header.argument_count > reader.size() / sizeof(print_argument))
    throw std::runtime_error("it is shorter than its parts");
  std::vector<print_argument> arguments;
  for (std::uint32_t i = 0; i != header.argument_count; ++i)
    arguments.push_back(reader.value<print_argument>());
  const std::string_view format = reader.text(header.format_size);

  fmt::memory_buffer out;
  if (header.flags & print_verbatim) {
    out.append(format);
  } else {
    format_arguments store;
    for (const print_argument &argument : arguments)
      add_argument(store, argument, reader);
    fmt::vformat_to(std::back_inserter(out), format, store);
  }
  if (header.flags & print_newline)
    out.push_back('\n');
  std::FILE *const stream = header.flags & print_to_stderr ? stderr : stdout;
  std::fwrite(out.data(), 1, out.size(), stream);
}

/// Joins the pieces of a message that host code gives.
std::string join(const piece *pieces, unsigned count) {
  std::string message;
  for (const piece *p = pieces; p != pieces + count; ++p)
    message.append(static_cast<const char *>(p->data), p->size);
  return message;
}

} // namespace

void handle_message(unsigned opcode, std::string_view message) noexcept {
  try {
    if (opcode != service_print)
      throw std::runtime_error("it asks for the unknown service " + std::to_string(opcode));
    handle_print(message);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "gpu: a message from the device was dropped: %s\n", error.what());
  } catch (...) {
    std::fputs("gpu: a message from the device was dropped\n", stderr);
  }
}

} // namespace gpu::detail::services

void __gpuc_host_print(const gpu::detail::piece *pieces, unsigned count) {
  using namespace gpu::detail::services;
  handle_message(gpu::detail::service_print, join(pieces, count));
}

void __gpuc_cpu_service(unsigned opcode, const gpu::detail::piece *pieces, unsigned count) {
  using namespace gpu::detail::services;
  handle_message(opcode, join(pieces, count));
}

extern "C" [[noreturn]] void __gpuc_device_only(const char *function) {
  std::fprintf(stderr,
               "gpu: %s was called in host code; only kernels and the functions that they call "
               "may use it\n",
               function);
  std::abort();
}
