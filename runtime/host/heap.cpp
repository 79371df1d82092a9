//===- heap.cpp - Memory for the device heap --------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two forms. Where the device can map memory into reserved addresses, half of its
// memory is reserved and a 64th mapped at first, 1 GiB at most; the heap doubles when
// it needs to. Elsewhere, and with GPUC_HEAP_SIZE, it is one allocation.
//
// Chunks' data comes first and the chunks behind it, in one range of addresses.
//
//===----------------------------------------------------------------------===//
#include "heap.hpp"

#include "../device/core/heap_check.hpp"
#include "failure.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

namespace gpu::detail {

using namespace heap;

namespace {

constexpr std::size_t least_default = std::size_t{16} << 20, most_default = std::size_t{1} << 30;
constexpr unsigned most_chunks = (1u << 25) - 1; ///< that a slab's name has room for

std::size_t round_up(std::size_t n, std::size_t unit) { return (n + unit - 1) / unit * unit; }

char *round_up(void *memory, std::size_t unit) {
  return reinterpret_cast<char *>(round_up(reinterpret_cast<std::uintptr_t>(memory), unit));
}

/// A value that the device writes.
template <class T> T read(T &value) {
  return std::atomic_ref(value).load(std::memory_order_acquire);
}

bool parse_check_setting(const char *text) {
  const std::string_view value(text ? text : "");
  if (value != "" && value != "0" && value != "1")
    fail(errc::bad_setting, "GPUC_HEAP_CHECK is '{}'; it takes '0' or '1'", value);
  return value == "1";
}

} // namespace

std::size_t parse_size_setting(const char *name, std::string_view text) {
  std::size_t value = 0;
  const char *const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, value);
  bool good = parsed.ec == std::errc() && value != 0 && end - parsed.ptr <= 1;
  if (good && parsed.ptr != end) {
    const std::string_view units = "KMG";
    const auto unit = units.find(*parsed.ptr);
    good = unit != units.npos &&
           !__builtin_mul_overflow(value, std::size_t{1024} << (10 * (unit % 3)), &value);
  }
  if (!good)
    fail(errc::bad_setting,
         "{} is '{}'; it takes a number of bytes above 0, such as '65536', '512M' or '2G'", name,
         text);
  return value;
}

std::size_t deep_stack_bytes() {
  const char *const setting = std::getenv("GPUC_STACK_SIZE");
  return setting && *setting ? parse_size_setting("GPUC_STACK_SIZE", setting) : 32 << 10;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

device_heap::device_heap(device_backend &backend, const char *size, const char *check)
    : backend_(backend) {
  copy_.flags = parse_check_setting(check) ? heap_check : 0;
  const std::size_t memory = backend.properties().memory_bytes;
  if (size && *size) {
    allocate_fixed(parse_size_setting("GPUC_HEAP_SIZE", size));
  } else {
    reserve_growing();
    if (!copy_.data)
      allocate_fixed(std::clamp(memory / 8, least_default, most_default));
  }
  make_tables();
  add_chunks(step_ ? first_chunks(memory) : most_chunks_);
  write_descriptor();
}

/// What is mapped at first of a heap that grows: a 64th of the device's memory, in whole steps.
unsigned device_heap::first_chunks(std::size_t device_memory) const {
  const auto wanted = std::min(device_memory / 64, most_default) >> chunk_shift;
  return std::min(static_cast<unsigned>(round_up(std::max<std::size_t>(wanted, 1), step_)),
                  most_chunks_);
}

/// Reserves addresses for half of the device's memory; none where the device cannot.
void device_heap::reserve_growing() {
  std::size_t granularity = 0;
  const std::size_t wanted =
      std::min(backend_.properties().memory_bytes / 2, std::size_t{most_chunks} << chunk_shift);
  if (!backend_.can_commit(granularity))
    return;
  // So that a step of chunks' data is one granule.
  const std::size_t step = std::max(granularity / sizeof(chunk_data), std::size_t{64});
  const std::size_t chunks = (wanted >> chunk_shift) / step * step;
  if (!chunks)
    return;
  const std::size_t data_at = chunks * sizeof(chunk_data);
  void *range = backend_.reserve(data_at + (chunks << chunk_shift));
  if (!range)
    return;
  copy_.chunks = static_cast<chunk_data *>(range);
  copy_.data = static_cast<char *>(range) + data_at;
  most_chunks_ = static_cast<unsigned>(chunks);
  step_ = static_cast<unsigned>(step);
}

void device_heap::allocate_fixed(std::size_t bytes) {
  constexpr std::size_t most_bytes = std::size_t{most_chunks} << chunk_shift;
  if (bytes > most_bytes)
    fail(errc::bad_setting, "a device heap of {} bytes is larger than the {} that there can be",
         bytes, most_bytes);
  most_chunks_ = static_cast<unsigned>(round_up(bytes, chunk_bytes) >> chunk_shift);
  const std::size_t data_bytes = most_chunks_ * sizeof(chunk_data);
  void *memory = backend_.allocate(memory_device, data_bytes + sizeof(chunk_data) + chunk_bytes +
                                                      (std::size_t{most_chunks_} << chunk_shift));
  copy_.chunks = reinterpret_cast<chunk_data *>(round_up(memory, sizeof(chunk_data)));
  copy_.data = round_up(copy_.chunks + most_chunks_, chunk_bytes);
}

/// The descriptor, the state and the map of chunks, and what the device reports to.
void device_heap::make_tables() {
  const std::size_t map_words = (std::size_t{most_chunks_} + 63) / 64;
  const std::size_t state_at = round_up(sizeof(descriptor), alignof(state));
  const std::size_t map_at = state_at + sizeof(state);
  const std::size_t bytes = map_at + map_words * sizeof(std::uint64_t);
  char *tables = static_cast<char *>(backend_.allocate(memory_device, bytes));
  backend_.clear(tables, bytes);
  tables_ = reinterpret_cast<descriptor *>(tables);
  copy_.shared = reinterpret_cast<state *>(tables + state_at);
  copy_.map = reinterpret_cast<std::uint64_t *>(tables + map_at);
  copy_.reserved_bytes = std::uint64_t{most_chunks_} << chunk_shift;
  void *report = backend_.allocate(memory_pinned, sizeof(report_area));
  copy_.report = new (report) report_area{};
}

/// Puts memory behind the next `count` chunks and tells the device that they are free. `count` is a
/// multiple of 64 where more may follow.
void device_heap::add_chunks(unsigned count) {
  chunk_data *const data = copy_.chunks + chunks_;
  if (step_) {
    backend_.commit(data, count * sizeof(chunk_data));
    backend_.commit(copy_.data + (std::size_t{chunks_} << chunk_shift),
                    std::size_t{count} << chunk_shift);
  }
  backend_.clear(data, count * sizeof(chunk_data));
  std::vector<std::uint64_t> map((count + 63) / 64, ~std::uint64_t{0});
  if (count % 64)
    map.back() = ~std::uint64_t{0} >> (64 - count % 64);
  backend_.set(copy_.map + chunks_ / 64, map.data(), map.size() * sizeof(map[0]));
  chunks_ += count;
}

/// Writes what depends on the number of chunks. A kernel that runs may see the old or the new.
void device_heap::write_descriptor() {
  const unsigned arenas = std::clamp(std::bit_floor(chunks_ / 8 + 1), 1u, most_arenas);
  copy_.bytes = bytes();
  copy_.map_words = (chunks_ + 63) / 64;
  copy_.arena_mask = arenas - 1;
  copy_.group_mask = std::clamp(arenas / 16, 1u, most_groups) - 1;
  backend_.set(tables_, &copy_, sizeof(copy_));
}

//===----------------------------------------------------------------------===//
// Growing
//===----------------------------------------------------------------------===//

/// How many chunks there should be, from what the device reported.
unsigned device_heap::chunks_wanted() const {
  std::uint64_t wanted = chunks_;
  if (std::uint64_t{read(copy_.report->used_chunks)} * 2 > chunks_)
    wanted = std::uint64_t{chunks_} * 2;
  if (read(copy_.report->failures) != seen_failures_) {
    const std::uint64_t missing = read(copy_.report->failed_bytes);
    wanted = std::uint64_t{chunks_} * 2;
    if (missing <= copy_.reserved_bytes)
      wanted = std::max(wanted, chunks_ + round_up(missing, chunk_bytes) / chunk_bytes);
  }
  return static_cast<unsigned>(
      std::min<std::uint64_t>(round_up(wanted, std::max(step_, 1u)), most_chunks_));
}

void device_heap::grow_if_needed() noexcept {
  std::lock_guard lock(mutex_);
  if (!step_ || chunks_ == most_chunks_)
    return;
  const unsigned wanted = chunks_wanted();
  if (wanted == chunks_)
    return;
  try {
    seen_failures_ = read(copy_.report->failures);
    add_chunks(wanted - chunks_);
    write_descriptor();
  } catch (const std::exception &) {
    // The device's memory is used by others. The heap stays as large as it is.
    step_ = 0;
  }
}

//===----------------------------------------------------------------------===//
// Blocks that were not freed
//===----------------------------------------------------------------------===//

namespace {

struct leaks {
  std::uint64_t blocks = 0, bytes = 0;
  std::vector<std::uint64_t> first; ///< sizes

  void add(const char *at, const char *device_address) {
    block_header header;
    std::memcpy(&header, at, sizeof(header));
    if (header.mark != (live_mark ^ reinterpret_cast<std::uintptr_t>(device_address)))
      return; // none that `malloc` returned to a kernel that ended
    ++blocks;
    bytes += header.bytes;
    if (first.size() < 8)
      first.push_back(header.bytes);
  }
};

/// Adds the blocks in a chunk of slots; `bytes` is a copy of the chunk at `device_address`.
void add_slots(leaks &found, const chunk_data &data, const char *bytes,
               const char *device_address) {
  const unsigned c = shape_class(data.shape);
  for (unsigned slab = 0; slab != chunk_slabs(c); ++slab)
    for (std::uint64_t used = whole_slab(c, slab) & ~data.words[slab] & free_slots; used;
         used &= used - 1) {
      const std::size_t at =
          std::size_t{slab * slab_slots(c) + static_cast<unsigned>(std::countr_zero(used))} *
          slot_bytes(c);
      found.add(bytes + at, device_address + at);
    }
}

} // namespace

std::string device_heap::describe_leaks() {
  std::lock_guard lock(mutex_);
  if (!(copy_.flags & heap_check))
    return "";
  leaks found;
  std::vector<chunk_data> chunks(chunks_);
  std::vector<char> bytes(chunk_bytes);
  backend_.copy(chunks.data(), copy_.chunks, chunks_ * sizeof(chunk_data), nullptr);
  for (unsigned i = 0; i != chunks_; ++i) {
    const unsigned kind = kind_of(chunks[i].shape);
    if (kind == chunk_none)
      continue;
    const char *const at = copy_.data + (std::size_t{i} << chunk_shift);
    backend_.copy(bytes.data(), at, kind == chunk_large ? sizeof(block_header) : chunk_bytes,
                  nullptr);
    if (kind == chunk_large)
      found.add(bytes.data(), at);
    else
      add_slots(found, chunks[i], bytes.data(), at);
  }
  if (!found.blocks)
    return "";
  return fmt::format("gpuc: heap: {} block{} of {} bytes in all {} not freed; sizes: {}{}\n",
                     found.blocks, found.blocks == 1 ? "" : "s", found.bytes,
                     found.blocks == 1 ? "was" : "were", fmt::join(found.first, ", "),
                     found.blocks > found.first.size() ? ", ..." : "");
}

} // namespace gpu::detail
