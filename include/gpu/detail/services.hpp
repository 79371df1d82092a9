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

/// Part of a message; the message is the concatenation of its pieces, less than 4 GiB in all.
struct piece {
  const void *data;
  unsigned size; ///< bytes
};

/// What a message asks for.
enum service_opcode : unsigned {
  service_print = 1,            ///< a print_header and what follows it
  service_failure = 2,          ///< a failure_header and its texts: the thread ends
  service_failure_location = 3, ///< likewise, sent before: where the failure is
  service_write = 4,            ///< a write_header and text for standard output or error
  service_printf = 5,           ///< a printf_header and what follows it

  // Calls, for which the device waits. Each answers with a result, which is minus an errno where
  // it failed, and bytes.
  service_calls = 64, ///< opcodes from here on are calls
  call_nothing = 64,  ///< answers 0: for measurements
  call_open,          ///< int32 flags, int32 mode (of open(2)), path; answers a file descriptor
  call_close,         ///< int32 descriptor
  call_read,       ///< int32 descriptor, int32 0, uint64 bytes at most; answers how many, and them
  call_write,      ///< int32 descriptor, int32 0, bytes; answers how many were written
  call_seek,       ///< int32 descriptor, int32 whence, int64 offset; answers the new offset
  call_sync,       ///< int32 descriptor; for 1 and 2: what was written before is out
  call_truncate,   ///< int32 descriptor, int32 0, int64 size
  call_isatty,     ///< int32 descriptor; answers 1 or 0
  call_unlink,     ///< path, of a file or an empty directory (remove(3))
  call_rename,     ///< uint64 size of the old path, old path, new path
  call_mkdir,      ///< int32 mode, int32 0, path
  call_stat,       ///< path; answers 0 and a stat_reply
  call_getcwd,     ///< answers the size and the path
  call_getenv,     ///< name; answers the size and the value, or -ENOENT
  call_clock,      ///< int32 clock id of clock_gettime(2); answers nanoseconds
  call_sleep,      ///< int64 nanoseconds
  call_random,     ///< uint64 bytes; answers how many, and them
  call_local_time, ///< int64 seconds since the epoch; answers 0 and a host's `struct tm`
  call_exit,       ///< int32 status: exit(3) of the process once the kernel has ended; answers
                   ///< 0 at once, and the thread is to end itself
};

/// Text for standard output (1) or error (2), as it is. The host keeps a thread's text until its
/// line is complete, or it is told to flush, or the kernel ends, so that lines stay whole.
struct write_header {
  uint32_t stream;
  uint32_t flush; ///< 1: write out also what is no whole line
};

/// A printf call for standard output (1) or error (2), which the host formats: a printf_header,
/// `argument_count` uint64 values, the format, and the bytes of the string arguments in order. A
/// value is the bits of an integer, pointer or double; the size in bytes of a string; wide strings
/// come converted to UTF-8. A `*` is an argument like any other.
struct printf_header {
  uint32_t stream;
  uint32_t argument_count;
  uint64_t format_size; ///< bytes
};

struct stat_reply {
  uint64_t size;  ///< bytes
  uint32_t mode;  ///< st_mode
  uint32_t links; ///< st_nlink
  int64_t modified_ns, accessed_ns, changed_ns;
};

/// Who failed, and the sizes in bytes of the texts that follow in this order.
struct failure_header {
  uint32_t block[3], thread[3];
  uint32_t kernel_size, location_size, what_size, detail_size;
};

// Print messages: a print_header, a uint64 for each 16 arguments with their kinds (4 bits each, the
// first lowest), a uint64 for each argument, the format text, and the bytes of the string arguments
// in order.

enum print_flag : uint16_t {
  print_to_stderr = 1,
  print_newline = 2,
  print_verbatim = 4, ///< the text is no format; there are no arguments
};

struct print_header {
  uint16_t flags; ///< of `print_flag`
  uint16_t argument_count;
  uint32_t format_size; ///< bytes
};

inline constexpr unsigned print_kinds_per_word = 16;

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

// The memory that both sides see: ports, each for one warp at a time. Messages go through the ports
// below `message_ports`, always a warp's own, so that a thread's stay in order. A call takes any
// free one of the others, so that it does not stand in the way of anything while it waits.

inline constexpr unsigned message_ports = 1024;
inline constexpr unsigned call_ports = 1024;
inline constexpr unsigned service_ports = message_ports + call_ports;
inline constexpr unsigned port_lanes = 64;  ///< the widest warp
inline constexpr unsigned port_words = 512; ///< 8-byte words of a packet

enum packet_flag : uint32_t {
  packet_first = 1, ///< the warp opened the port: each lane's stream begins
  packet_last = 2,  ///< no lane has more
};

/// What one warp hands over at a time, or the host as an answer. Of n lanes in the mask the one of
/// rank r has the words r, r + n, r + 2n, ... of its stream, `port_words / n` of them: neighbours'
/// words are neighbours, so that a warp's stores cross the bus in whole lines. A message's stream
/// is its size in bytes (8 bytes), then the message; an answer's is the result, the size of its
/// bytes, then these.
struct alignas(64) port_packet {
  uint64_t mask;   ///< lanes that send
  uint64_t warp;   ///< number of the warp in its launch
  uint64_t launch; ///< tells launches apart that run at once
  uint32_t opcode; ///< of `service_opcode`
  uint32_t flags;  ///< of `packet_flag`
  alignas(64) uint64_t words[port_words];
};

/// Ports in pinned host memory, zeroed at first. Each side writes only its own flags, so no atomic
/// read-modify-write crosses the bus: a port belongs to the device while bit 0 of its two flags is
/// equal, and to the host while it differs.
///
/// A call of one lane whose request is nothing or a small int32 is in the flag itself, and so is an
/// answer to one lane without bytes: no packet, and no fence for it, is needed then.
struct service_area {
  alignas(64) uint32_t device_flag[service_ports]; ///< written by the device
  alignas(64) uint64_t host_flag[service_ports];   ///< written by the host
  port_packet packets[service_ports];
};

/// The device variable `__gpuc_services` of every module that asks for services.
struct service_access {
  service_area *area;
  uint32_t *locks; ///< [service_ports], zeroed at first, in device memory
};

enum device_flag_bits : uint32_t {
  device_flag_inline = 2,       ///< the request is in the flag
  device_flag_value = 4,        ///< it is an int32, whose low 16 bits are here
  device_flag_opcode_shift = 8, ///< less `service_calls`, 8 bits
  device_flag_value_shift = 16,
};

enum host_flag_bits : uint64_t {
  host_flag_inline = 2,       ///< the answer is in the flag
  host_flag_result_shift = 2, ///< 62 bits, signed
};

} // namespace gpu::detail

extern "C" {
/// Device code: sends one message. A lane of a warp that takes part gives its own pieces; lanes
/// that arrive together share a port. Returns when the message is handed over, not when it is
/// handled. Without a server the message is dropped.
void __gpuc_service_send(unsigned opcode, const gpu::detail::piece *pieces, unsigned count)
    __attribute__((noinline, cold));

/// Device code: as above for a call, and waits for the answer. Returns the result; writes at most
/// `capacity` bytes of the answer's bytes to `reply`. A service that is refused, and one without a
/// server, answers -ENOSYS.
int64_t __gpuc_service_call(unsigned opcode, const gpu::detail::piece *pieces, unsigned count,
                            void *reply, uint64_t capacity) __attribute__((noinline, cold));

/// Device code: the readable name of the kernel that runs. The compiler defines it for GPUs
/// (lib/Transforms), the runtime for the CPU.
const char *__gpuc_kernel_name();

/// Host code: ends the block that calls it on the CPU target; what was reported before is the
/// launch's error.
[[noreturn]] void __gpuc_cpu_end_block();

/// Host code: as a message of `service_print`.
void __gpuc_host_print(const gpu::detail::piece *pieces, unsigned count);

/// Host code: what `__gpuc_service_send` and `__gpuc_service_call` of the CPU target call. `thread`
/// is the number of the thread in its launch.
void __gpuc_cpu_service_of(uint64_t thread, unsigned opcode, const gpu::detail::piece *pieces,
                           unsigned count);
int64_t __gpuc_cpu_service_call(uint64_t thread, unsigned opcode, const gpu::detail::piece *pieces,
                                unsigned count, void *reply, uint64_t capacity);

/// Host code: a message about the CPU target's running block, of no thread in particular.
void __gpuc_cpu_service(unsigned opcode, const gpu::detail::piece *pieces, unsigned count);
}

#endif // GPU_DETAIL_SERVICES_HPP
