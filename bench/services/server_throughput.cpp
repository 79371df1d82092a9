//===- server_throughput.cpp - How fast the server prints -----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host only: one thread takes packets that are all there from the ports, as
// gpu::println("thread {} of {}", i, n) of full warps makes them, formats the lines
// and writes them to standard output. Prints nanoseconds a line to standard error.
//
//   clang++ -std=c++20 -O2 -Iinclude bench/services/server_throughput.cpp \
//     build/lib/libgpucrt.a -ldl -pthread -o server_throughput && ./server_throughput > /dev/null
//
//===----------------------------------------------------------------------===//

#include "../../runtime/host/services.hpp"

#include <gpu/print.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace gpu::detail;

namespace {

/// Writes a full warp's messages to a packet.
void fill(port_packet &packet, unsigned warp, unsigned threads) {
  constexpr unsigned lanes = 32;
  packet.mask = 0xffffffff;
  packet.warp = warp;
  packet.opcode = service_print;
  packet.flags = packet_first | packet_last;
  for (unsigned lane = 0; lane != lanes; ++lane) {
    print_message<2, 0> message(print_newline, "thread {} of {}");
    message.add(warp * lanes + lane);
    message.add(threads);
    std::uint64_t words[8] = {message.pieces[0].size + message.pieces[1].size};
    char *to = reinterpret_cast<char *>(words + 1);
    std::memcpy(to, message.pieces[0].data, message.pieces[0].size);
    std::memcpy(to + message.pieces[0].size, message.pieces[1].data, message.pieces[1].size);
    for (unsigned w = 0; w != 8; ++w)
      packet.words[w * lanes + lane] = words[w];
  }
}

} // namespace

int main() {
  const auto allocate = [](std::size_t bytes) {
    return std::memset(std::aligned_alloc(64, (bytes + 63) / 64 * 64), 0, bytes);
  };
  services::server server(allocate, allocate);
  service_area &area = *server.access_for_device().area;
  for (unsigned port = 0; port != message_ports; ++port)
    fill(area.packets[port], port, message_ports * 32);
  constexpr unsigned rounds = 100;
  double best = 1e9;
  for (unsigned i = 0; i != rounds; ++i) {
    for (unsigned port = 0; port != message_ports; ++port)
      area.device_flag[port] ^= 1;
    const auto start = std::chrono::steady_clock::now();
    server.drain();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count() / (message_ports * 32));
  }
  std::fprintf(stderr, "%.1f ns a line, best of %u rounds of %u lines\n", best, rounds,
               message_ports * 32);
}
