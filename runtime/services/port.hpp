//===- port.hpp - Sending a message through a port --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sending side of host services. A template over the warp it runs in, so that
// the device library and the host's tests run the same code. `Warp` has
//
//   uint64_t mask()              lanes that run this together
//   unsigned lane()              the own one
//   bool leader()                whether it is the lowest of the mask
//   bool any(bool)               whether it holds for one lane or more
//   void sync()                  execution and memory barrier of the lanes
//   void pause()                 a short wait in a polling loop
//   load_acquire_system(p), store_release_system(p, v)    memory the host sees
//   compare_exchange_acquire(p, &expected, v), store_release(p, v)    device memory
//
// Lock words. Bit 0: a warp has the port open. Bit 1: the value of the port's
// device flag, kept here so that nobody reads it back across the bus.
//
// Only the leader lane touches locks and flags. Divergent parts of one warp that
// open the same port exclude each other like different warps: a part that holds
// the port needs nothing from the other to go on.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_SERVICES_PORT_HPP
#define GPUC_RUNTIME_SERVICES_PORT_HPP

#include <gpu/detail/services.hpp>

namespace gpu::detail {

/// Reads a lane's stream, its message behind the message's size, word by word.
class stream_reader {
public:
  stream_reader(const piece *pieces, unsigned count) : piece_(pieces), end_(pieces + count) {
    for (const piece *p = pieces; p != end_; ++p)
      size_ += p->size;
    rest_ = size_ + sizeof size_;
  }

  bool done() const { return rest_ == 0; }

  /// The next 8 bytes, filled up with zeros behind the end.
  uint64_t next() {
    if (rest_ == size_ + sizeof size_) {
      rest_ = size_;
      return size_;
    }
    uint64_t word = 0;
    const unsigned bytes = rest_ < sizeof word ? static_cast<unsigned>(rest_) : sizeof word;
    rest_ -= bytes;
    skip_empty();
    const auto *at = static_cast<const unsigned char *>(piece_->data) + offset_;
    if (piece_->size - offset_ >= sizeof word && reinterpret_cast<uintptr_t>(at) % 8 == 0) {
      offset_ += sizeof word;
      __builtin_memcpy(&word, __builtin_assume_aligned(at, 8), sizeof word);
      return word;
    }
    for (unsigned i = 0; i != bytes; ++i) {
      skip_empty();
      const auto byte = static_cast<const unsigned char *>(piece_->data)[offset_++];
      word |= static_cast<uint64_t>(byte) << (8 * i);
    }
    return word;
  }

private:
  void skip_empty() {
    while (offset_ == piece_->size) {
      ++piece_;
      offset_ = 0;
    }
  }

  const piece *piece_, *end_;
  unsigned offset_ = 0;
  uint64_t size_ = 0;
  uint64_t rest_; ///< bytes of the stream not read yet; more than size_ at its start
};

/// Takes port lock `lock` and returns the port's device flag.
template <class Warp> uint32_t lock_port(Warp &warp, uint32_t *lock) {
  uint32_t seen = 0;
  while (!warp.compare_exchange_acquire(lock, &seen, seen | 1)) {
    if (seen & 1) {
      warp.pause();
      seen &= ~1u;
    }
  }
  return seen >> 1;
}

/// Sends one message a lane through port `port` of `area`, whose locks are `locks`.
template <class Warp>
void send_message(Warp &warp, service_area *area, uint32_t *locks, unsigned port, unsigned opcode,
                  const piece *pieces, unsigned count) {
  const bool leader = warp.leader();
  port_packet &packet = area->packets[port];
  uint32_t flag = 0;
  if (leader)
    flag = lock_port(warp, &locks[port]);
  stream_reader reader(pieces, count);
  uint32_t first = packet_first;
  bool more;
  do {
    // The packet before this one, of whoever had the port, is the host's until it says so.
    if (leader)
      while (warp.load_acquire_system(&area->host_flag[port]) != flag)
        warp.pause();
    warp.sync();
    for (unsigned w = 0; w != port_words && !reader.done(); ++w)
      packet.words[w][warp.lane()] = reader.next();
    more = warp.any(!reader.done());
    if (leader) {
      packet.mask = warp.mask();
      packet.opcode = opcode;
      packet.flags = first | (more ? 0u : packet_last);
    }
    warp.sync();
    if (leader) {
      flag ^= 1;
      warp.store_release_system(&area->device_flag[port], flag);
    }
    first = 0;
  } while (more);
  if (leader)
    warp.store_release(&locks[port], flag << 1);
}

} // namespace gpu::detail

#endif // GPUC_RUNTIME_SERVICES_PORT_HPP
