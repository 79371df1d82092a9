//===- port.hpp - Sending messages and calls through ports ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device's side of host services. Templates over the warp they run in, so
// that the device library and the host's tests run the same code. `Warp` has
//
//   lanes                        an unsigned type with a bit for each lane
//   lanes mask()                 those that run this together
//   unsigned lane()              the own one
//   bool leader()                whether it is the lowest of the mask
//   bool any(bool)               whether it holds for one lane or more
//   uint32_t from_leader(v)      the leader's value
//   void sync()                  execution and memory barrier of the lanes
//   void pause()                 a short wait in a polling loop
//   uint64_t number(), launch()  who it is (`port_packet`)
//   load_system(p), store_system(p, v)    relaxed, of memory the host sees
//   fence_acquire_system(), fence_release_system()
//   load_device(p), store_device(p, v), compare_exchange(p, &expected, v)    likewise, of the locks
//   fence_acquire_device(), fence_release_device()
//
// Only the leader lane touches locks and flags. Divergent parts of one warp that
// open the same port exclude each other like different warps: a part that holds
// the port needs nothing from the other to go on.
//
// Every read of memory that the host sees takes as long as the bus is wide, so
// the lock words keep what is known without one.
//
// A kernel has the registers of what it may call, reached or not. So the code
// keeps little at a time: indices rather than addresses, and what is asked of
// the hardware or of memory again rather than kept. It is one function without
// calls, as what lives across one takes registers that the callee spares; and
// its loops are not unrolled, as nothing here waits for instructions.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_SERVICES_PORT_HPP
#define GPUC_RUNTIME_SERVICES_PORT_HPP

#include <gpu/detail/services.hpp>

namespace gpu::detail {

/// A port's lock word.
enum port_lock_bits : uint32_t {
  port_held = 1,     ///< a warp has the port open
  port_flag = 2,     ///< bit 0 of the port's device flag, so that nobody reads it back
  port_awaiting = 4, ///< it is not known whether the host has taken the last packet
};

/// How often a warp polls before it pauses between polls.
inline constexpr unsigned eager_port_polls = 64;

/// The server's memory: read where it is needed rather than kept in registers.
using server_memory = const volatile service_access;

/// Reads a lane's message word by word.
class stream_reader {
public:
  stream_reader(const piece *pieces, unsigned count) : piece_(pieces) {
#pragma clang loop unroll(disable)
    for (unsigned i = 0; i != count; ++i)
      rest_ += pieces[i].size;
  }

  uint64_t rest() const { return rest_; } ///< bytes not read yet
  bool done() const { return rest_ == 0; }

  /// The next 8 bytes, filled up with zeros behind the end.
  uint64_t next() {
    uint64_t word = 0;
#pragma clang loop unroll(disable)
    for (unsigned shift = 0; shift != 64 && rest_ != 0; shift += 8) {
#pragma clang loop unroll(disable)
      while (offset_ == piece_->size) {
        piece_ = piece_ + 1;
        offset_ = 0;
      }
      const auto *at = static_cast<const unsigned char *>(piece_->data) + offset_;
      if (shift == 0 && piece_->size - offset_ >= 8 && reinterpret_cast<uintptr_t>(at) % 8 == 0) {
        __builtin_memcpy(&word, __builtin_assume_aligned(at, 8), sizeof word);
        offset_ += 8;
        rest_ -= 8;
        return word;
      }
      word |= static_cast<uint64_t>(*at) << shift;
      ++offset_;
      --rest_;
    }
    return word;
  }

private:
  const piece *volatile piece_; ///< in local memory, as it changes seldom
  unsigned offset_ = 0;         ///< in the piece
  unsigned rest_ = 0;
};

/// Where a lane's words are in a packet: of n lanes the one of rank r has the words r, r + n, ...
template <class Mask> struct lane_words {
  unsigned step, first;
  explicit lane_words(Mask mask, unsigned lane)
      : step(static_cast<unsigned>(__builtin_popcountll(mask))),
        first(static_cast<unsigned>(__builtin_popcountll(mask & ((Mask{1} << lane) - 1)))) {}
  /// Whether there is a word at `index`; each lane has equally many.
  bool has(unsigned index) const { return index - first + step <= port_words; }
};

/// Leader only: waits until bit 0 of the host's flag is `flag`; returns the flag.
template <class Warp> uint64_t await_host(Warp &warp, uint64_t *host_flag, uint32_t flag) {
#pragma clang loop unroll(disable)
  for (unsigned polls = 0;; ++polls) {
    const uint64_t seen = warp.load_system(host_flag);
    if ((seen & 1) == flag)
      return seen;
    if (polls >= eager_port_polls)
      warp.pause();
  }
}

/// Leader only: takes the lock if it is free. `seen` is what is believed of it, and after a failure
/// what was found.
template <class Warp> bool try_lock_port(Warp &warp, uint32_t *lock, uint32_t &seen) {
  seen &= ~uint32_t{port_held};
  return warp.compare_exchange(lock, &seen, seen | port_held);
}

/// Writes to the packet of a port that the warp has who sends what, and each lane's size.
template <class Warp>
void begin_packet(Warp &warp, server_memory &server, unsigned port, unsigned opcode,
                  const stream_reader &reader) {
  port_packet &packet = server.area->packets[port];
  packet.words[lane_words(warp.mask(), warp.lane()).first] = reader.rest();
  if (warp.leader()) {
    packet.mask = warp.mask();
    packet.warp = warp.number();
    packet.launch = warp.launch();
    packet.opcode = opcode;
  }
}

/// Writes what fits of the lane's message to the packet and hands it over; returns whether there is
/// more. `flag` is the leader's.
template <class Warp>
bool send_packet(Warp &warp, server_memory &server, unsigned port, uint32_t first,
                 stream_reader &reader, uint32_t &flag) {
  port_packet &packet = server.area->packets[port];
  const lane_words place(warp.mask(), warp.lane());
#pragma clang loop unroll(disable)
  for (unsigned index = first ? place.first + place.step : place.first;
       place.has(index) && !reader.done(); index += place.step)
    packet.words[index] = reader.next();
  const bool more = warp.any(!reader.done());
  if (warp.leader())
    packet.flags = first | (more ? 0u : packet_last);
  warp.sync();
  if (warp.leader()) {
    flag ^= 1;
    warp.fence_release_system();
    warp.store_system(&server.area->device_flag[port], flag);
  }
  return more;
}

/// Sends one message a lane through message port `port`.
template <class Warp>
void send_message(Warp &warp, server_memory &server, unsigned port, unsigned opcode,
                  const piece *pieces, unsigned count) {
  uint32_t flag = 0;
  if (warp.leader()) {
    uint32_t seen = 0;
#pragma clang loop unroll(disable)
    while (!try_lock_port(warp, &server.locks[port], seen))
      if (seen & port_held)
        warp.pause();
    warp.fence_acquire_device();
    flag = (seen & port_flag) != 0;
    // The packet before this one, of whoever had the port, is the host's until it says so.
    if (seen & port_awaiting) {
      await_host(warp, &server.area->host_flag[port], flag);
      warp.fence_acquire_system();
    }
  }
  warp.sync();
  stream_reader reader(pieces, count);
  begin_packet(warp, server, port, opcode, reader);
#pragma clang loop unroll(disable)
  for (uint32_t first = packet_first; send_packet(warp, server, port, first, reader, flag);
       first = 0) {
    if (warp.leader()) {
      await_host(warp, &server.area->host_flag[port], flag);
      warp.fence_acquire_system();
    }
    warp.sync();
  }
  if (warp.leader()) {
    warp.fence_release_device();
    warp.store_device(&server.locks[port], (flag ? uint32_t{port_flag} : 0u) | port_awaiting);
  }
}

/// Leader only: whether another warp has used message port `port` since this one has: it waited until
/// the host had taken what was there before.
template <class Warp> bool is_foreign(Warp &warp, server_memory &server, unsigned port) {
  port_packet &packet = server.area->packets[port];
  return warp.load_system(&packet.warp) != warp.number() ||
         warp.load_system(&packet.launch) != warp.launch();
}

/// Leader only: waits until the host has taken every message that this thread sent before through
/// message port `port`. Not for another warp's, which may wait for long, as for a reader of the
/// standard output.
template <class Warp> void await_messages(Warp &warp, server_memory &server, unsigned port) {
#pragma clang loop unroll(disable)
  for (unsigned polls = 0;; ++polls) {
    uint32_t seen = warp.load_device(&server.locks[port]);
    if (!(seen & port_awaiting))
      return;
    // While another warp has the port, this is its flag as it was when that warp took the lock:
    // later than the own messages in any case.
    const uint32_t flag = (seen & port_flag) != 0;
    if ((warp.load_system(&server.area->host_flag[port]) & 1) == flag) {
      warp.fence_acquire_system();
      warp.fence_release_device();
      if (!(seen & port_held)) // a note for the next one; no matter if it fails
        warp.compare_exchange(&server.locks[port], &seen, seen & ~uint32_t{port_awaiting});
      return;
    }
    if (polls >= eager_port_polls) {
      if (is_foreign(warp, server, port))
        return;
      warp.pause();
    }
  }
}

/// A call port that the warp has taken. The host has given it back, as the last answer was
/// complete.
struct held_call_port {
  unsigned port;
  uint32_t flag;
};

/// Leader only: takes a free call port, near `hint` where there is one.
template <class Warp>
held_call_port lock_call_port(Warp &warp, server_memory &server, unsigned hint) {
#pragma clang loop unroll(disable)
  for (unsigned tries = 1;; ++tries) {
    const unsigned port = message_ports + hint % call_ports;
    uint32_t seen = 0;
    bool taken = try_lock_port(warp, &server.locks[port], seen);
    if (!taken && !(seen & port_held))
      taken = try_lock_port(warp, &server.locks[port], seen);
    if (taken)
      return {port, (seen & port_flag) != 0};
    hint += 1;
    if (tries % call_ports == 0)
      warp.pause();
  }
}

/// The bits of a device flag for a request that fits in it; 0 where it does not fit.
inline uint32_t inline_request(unsigned opcode, const piece *pieces, unsigned count) {
  if (opcode == call_sync) // concerns the own lines: the packet says whose
    return 0;
  const uint32_t bits = device_flag_inline | (opcode - service_calls) << device_flag_opcode_shift;
  if (count == 0)
    return bits;
  int32_t value;
  if (count != 1 || pieces->size != sizeof value)
    return 0;
  __builtin_memcpy(&value, pieces->data, sizeof value);
  if (value < 0 || value > 0xffff)
    return 0;
  return bits | device_flag_value | static_cast<uint32_t>(value) << device_flag_value_shift;
}

/// Words of an answer that are read at once, as each load crosses the bus.
inline constexpr unsigned words_at_once = 8;

/// Reads the lane's next words of an answer, from `index` on, to `to`, but at most `wanted` bytes;
/// returns how many these are.
template <class Warp>
unsigned receive_words(Warp &warp, const port_packet &packet, unsigned index,
                       lane_words<typename Warp::lanes> place, unsigned char *to, unsigned wanted) {
  uint64_t words[words_at_once];
  unsigned bytes = 0;
  bool is_there = true;
  for (uint64_t &word : words) {
    word = warp.load_system(&packet.words[index]);
    bytes += is_there ? sizeof word : 0;
    is_there = place.has(index + place.step);
    index += is_there ? place.step : 0; // no branch around the next load
  }
  bytes = wanted < bytes ? wanted : bytes;
  if (bytes == sizeof words && reinterpret_cast<uintptr_t>(to) % sizeof *words == 0) {
    __builtin_memcpy(__builtin_assume_aligned(to, sizeof *words), words, sizeof words);
  } else {
#pragma clang loop unroll(disable)
    for (unsigned i = 0; i != bytes; ++i)
      to[i] = reinterpret_cast<const unsigned char *>(words)[i];
  }
  return bytes;
}

/// Reads the answer, whose first packet is there, packet by packet; returns the lane's result.
template <class Warp>
int64_t receive_answer(Warp &warp, server_memory &server, held_call_port &held, void *reply,
                       uint64_t capacity) {
  const port_packet &packet = server.area->packets[held.port];
  const lane_words place(warp.mask(), warp.lane());
  // Volatile: in local memory, which is near beside the packet, rather than in registers.
  unsigned char *volatile to = static_cast<unsigned char *>(reply);
  const auto result = static_cast<int64_t>(warp.load_system(&packet.words[place.first]));
  const uint64_t size = warp.load_system(&packet.words[place.first + place.step]);
  auto rest = static_cast<unsigned>(size < capacity ? size : capacity); // to come and wanted
#pragma clang loop unroll(disable)
  for (unsigned index = place.first + 2 * place.step;; index = place.first) {
    const bool last = warp.load_system(&packet.flags) & packet_last;
#pragma clang loop unroll(disable)
    for (; rest != 0 && place.has(index); index += words_at_once * place.step) {
      const unsigned bytes = receive_words(warp, packet, index, place, to, rest);
      to = to + bytes;
      rest -= bytes;
    }
    warp.sync();
    if (last)
      return result;
    if (warp.leader()) {
      held.flag ^= 1;
      warp.fence_release_system();
      warp.store_system(&server.area->device_flag[held.port], held.flag);
      await_host(warp, &server.area->host_flag[held.port], held.flag);
      warp.fence_acquire_system();
    }
    warp.sync();
  }
}

/// Leader only: gives a call port back, whose answer is complete.
template <class Warp>
void unlock_call_port(Warp &warp, server_memory &server, const held_call_port &held) {
  warp.store_device(&server.locks[held.port], held.flag ? uint32_t{port_flag} : 0u);
}

/// A call of each lane through any free call port; returns the lane's result and writes at most
/// `capacity` bytes of the answer to `reply`. `own_port` is the warp's message port.
template <class Warp>
int64_t call_service(Warp &warp, server_memory &server, unsigned own_port, unsigned opcode,
                     const piece *pieces, unsigned count, void *reply, uint64_t capacity) {
  const bool alone = (warp.mask() & (warp.mask() - 1)) == 0;
  held_call_port held{0, 0};
  if (warp.leader()) {
    await_messages(warp, server, own_port);
    held = lock_call_port(warp, server, own_port);
  }
  uint64_t seen = 0; // the leader's: the host's flag with the answer
  const uint32_t small = alone ? inline_request(opcode, pieces, count) : 0;
  if (small) {
    held.flag ^= 1;
    warp.store_system(&server.area->device_flag[held.port], small | held.flag);
    seen = await_host(warp, &server.area->host_flag[held.port], held.flag);
  } else {
    held.port = warp.from_leader(held.port);
    if (warp.leader())
      warp.fence_acquire_device();
    warp.sync();
    stream_reader reader(pieces, count);
    begin_packet(warp, server, held.port, opcode, reader);
    bool more = true;
#pragma clang loop unroll(disable)
    for (uint32_t first = packet_first; more; first = 0) {
      more = send_packet(warp, server, held.port, first, reader, held.flag);
      if (warp.leader()) { // for the next packet, or for the answer
        seen = await_host(warp, &server.area->host_flag[held.port], held.flag);
        if (more)
          warp.fence_acquire_system();
      }
      warp.sync();
    }
  }
  if (alone && (seen & host_flag_inline)) {
    unlock_call_port(warp, server, held);
    return static_cast<int64_t>(seen) >> host_flag_result_shift;
  }
  if (warp.leader())
    warp.fence_acquire_system();
  warp.sync();
  const int64_t result = receive_answer(warp, server, held, reply, capacity);
  if (warp.leader()) {
    warp.fence_release_device();
    unlock_call_port(warp, server, held);
  }
  return result;
}

} // namespace gpu::detail

#endif // GPUC_RUNTIME_SERVICES_PORT_HPP
