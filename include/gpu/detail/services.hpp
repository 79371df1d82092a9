//===- services.hpp - What device code asks of the host: layout -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of host services, shared by the device headers, the device library
// (runtime/device) and the server (runtime/host/services.cpp). The protocol over
// it is in runtime/services/port.hpp. Plain C types: device code sees this header
// without a standard library.
//
// A thread's message is a sequence of bytes whose meaning the opcode gives. The
// sender names it as pieces, so that nothing is copied together on the device.
//
//===----------------------------------------------------------------------===//
#ifndef GPU_DETAIL_SERVICES_HPP
#define GPU_DETAIL_SERVICES_HPP

#include <stdint.h>

namespace gpu::detail {

/// Part of a message; the message is the concatenation of its pieces.
struct piece {
  const void *data;
  unsigned size; ///< bytes
};

/// What a message asks for.
enum service_opcode : unsigned {
  service_print = 1, ///< a print_header and what follows it
};

// Print messages: a print_header, `argument_count` print_arguments, the format text, and the
// bytes of the string arguments in order.

enum print_flag : uint32_t {
  print_to_stderr = 1,
  print_newline = 2,
  print_verbatim = 4, ///< the text is no format; there are no arguments
};

struct print_header {
  uint32_t flags; ///< of `print_flag`
  uint32_t argument_count;
  uint64_t format_size; ///< bytes
};

enum print_kind : uint64_t {
  print_bool = 1,
  print_char,
  print_signed,   ///< sign-extended to 64 bits
  print_unsigned, ///< zero-extended to 64 bits
  print_float,    ///< the bits of a float
  print_double,   ///< the bits of a double
  print_string,   ///< the length in bytes
  print_pointer,
};

struct print_argument {
  uint64_t kind; ///< a `print_kind`
  uint64_t bits; ///< the value, as the kind says
};

// The memory that both sides see.

inline constexpr unsigned service_ports = 1024;
inline constexpr unsigned port_lanes = 64; ///< the widest warp
inline constexpr unsigned port_words = 8;  ///< 8-byte words a lane and packet

enum packet_flag : uint32_t {
  packet_first = 1, ///< the warp opened the port: each lane's stream begins
  packet_last = 2,  ///< no lane has more
};

/// What one warp hands over at a time. A lane's stream is the size of its message in bytes (8
/// bytes), then the message. Words of neighbouring lanes are neighbours, so that a warp's stores
/// cross the bus in whole lines.
struct alignas(64) port_packet {
  uint64_t mask;   ///< lanes that send
  uint32_t opcode; ///< of `service_opcode`
  uint32_t flags;  ///< of `packet_flag`
  alignas(64) uint64_t words[port_words][port_lanes];
};

/// Ports in pinned host memory, zeroed at first. Each side writes only its own flags, so no atomic
/// read-modify-write crosses the bus: a port belongs to the device while its two flags are equal,
/// and to the host while they differ.
struct service_area {
  uint32_t *locks; ///< [service_ports], zeroed, in device memory; set once, before first use
  alignas(64) uint32_t device_flag[service_ports]; ///< written by the device: 0 or 1
  alignas(64) uint32_t host_flag[service_ports];   ///< written by the host: 0 or 1
  port_packet packets[service_ports];
};

} // namespace gpu::detail

extern "C" {
/// Device code: sends one message. A lane of a warp that takes part gives its own pieces; lanes
/// that arrive together share a port. Returns when the message is handed over, not when it is
/// handled. Without a server the message is dropped.
void __gpuc_service_send(unsigned opcode, const gpu::detail::piece *pieces, unsigned count)
    __attribute__((noinline, cold));

/// Host code: as a message of `service_print`.
void __gpuc_host_print(const gpu::detail::piece *pieces, unsigned count);

/// Host code: what `__gpuc_service_send` of the CPU target calls.
void __gpuc_cpu_service(unsigned opcode, const gpu::detail::piece *pieces, unsigned count);
}

#endif // GPU_DETAIL_SERVICES_HPP
