//===- heap_test.cpp - Tests of the device heap -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocator of the device library (runtime/device/core/heap.hpp) on host
// threads, each a warp of one lane or a lane of one warp, in heaps that the
// runtime makes (runtime/host/heap.cpp) on a fake device.
//
//===----------------------------------------------------------------------===//

#include "../../runtime/device/core/heap_check.hpp"
#include "../../runtime/host/heap.hpp"
#include "failure.hpp"
#include "fake_device.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstring>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include <sys/mman.h>

using namespace gpu::detail;
using namespace gpu::detail::heap;
using gpu::test::fake_device;

namespace {

struct host_atomics {
  template <class T> static T load(T *p) { return __atomic_load_n(p, __ATOMIC_ACQUIRE); }
  template <class T> static void store(T *p, T v) { __atomic_store_n(p, v, __ATOMIC_RELEASE); }
  template <class T> static void store_system(T *p, T v) { store(p, v); }
  template <class T> static T exchange(T *p, T v) {
    return __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL);
  }
  template <class T> static T fetch_and(T *p, T v) {
    return __atomic_fetch_and(p, v, __ATOMIC_ACQ_REL);
  }
  template <class T> static T fetch_or(T *p, T v) {
    return __atomic_fetch_or(p, v, __ATOMIC_ACQ_REL);
  }
  template <class T> static T fetch_add(T *p, T v) {
    return __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL);
  }
  template <class T> static T fetch_min(T *p, T v) {
    T seen = load(p);
    while (v < seen && !compare_exchange(p, &seen, v)) {
    }
    return seen;
  }
  template <class T> static bool compare_exchange(T *p, T *expected, T v) {
    return __atomic_compare_exchange_n(p, expected, v, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }
  static void fence() {} // the accesses above have the order
  static void pause() { std::this_thread::yield(); }
  static bool any_here(bool predicate) { return predicate; }
};

/// A warp of one lane.
struct single_lane : host_atomics {
  explicit single_lane(unsigned number = 0) : number_(number) {}
  static uint64_t lanes() { return 1; }
  static unsigned lane() { return 0; }
  static uint64_t ballot(uint64_t, bool predicate) { return predicate; }
  template <class T> static T shuffle(uint64_t, T value, unsigned) { return value; }
  unsigned number() const { return number_; }

private:
  unsigned number_;
};

/// What the lanes of a `lane_thread` share.
struct lockstep {
  explicit lockstep(uint64_t mask) : mask(mask), barrier(__builtin_popcountll(mask)) {}
  uint64_t mask;
  std::barrier<> barrier;
  uint64_t values[64] = {};
};

/// One lane of a warp whose lanes are host threads.
struct lane_thread : host_atomics {
  lane_thread(lockstep &warp, unsigned lane, unsigned number)
      : warp_(warp), lane_(lane), number_(number) {}
  uint64_t lanes() const { return warp_.mask; }
  unsigned lane() const { return lane_; }
  unsigned number() const { return number_; }
  uint64_t ballot(uint64_t lanes, bool predicate) {
    EXPECT_EQ(lanes, warp_.mask);
    warp_.values[lane_] = predicate;
    warp_.barrier.arrive_and_wait();
    uint64_t result = 0;
    for (unsigned i = 0; i != 64; ++i)
      if (lanes >> i & 1)
        result |= warp_.values[i] << i;
    warp_.barrier.arrive_and_wait();
    return result;
  }
  template <class T> T shuffle(uint64_t, T value, unsigned from) {
    EXPECT_TRUE(warp_.mask >> from & 1);
    warp_.values[lane_] = value;
    warp_.barrier.arrive_and_wait();
    const auto result = static_cast<T>(warp_.values[from]);
    warp_.barrier.arrive_and_wait();
    return result;
  }

private:
  lockstep &warp_;
  unsigned lane_, number_;
};

/// A heap of a fixed size.
struct test_heap {
  explicit test_heap(const char *size, const char *check = nullptr) : memory(device, size, check) {}
  const descriptor &get() const { return *memory.address(); }
  fake_device device;
  device_heap memory;
};

/// One thread's view of a heap.
struct user {
  explicit user(const test_heap &heap, unsigned number = 0)
      : warp(number), heap(warp, heap.get()) {}
  void *allocate(uint64_t bytes, uint64_t alignment = 16) {
    return heap.allocate(bytes, alignment);
  }
  single_lane warp;
  allocator<single_lane> heap;
};

struct block {
  unsigned char *at;
  size_t bytes;
};

/// A byte that depends on where it is, so that blocks that overlap show.
unsigned char pattern(const unsigned char *at, size_t bytes) {
  return static_cast<unsigned char>(reinterpret_cast<uintptr_t>(at) * 7 + bytes);
}
void fill(block b) {
  for (size_t i = 0; i != b.bytes; ++i)
    b.at[i] = pattern(b.at + i, b.bytes);
}
bool intact(block b) {
  for (size_t i = 0; i != b.bytes; ++i)
    if (b.at[i] != pattern(b.at + i, b.bytes))
      return false;
  return true;
}

/// Sizes as programs have them: mostly small.
size_t random_size(std::minstd_rand &random, size_t large) {
  const unsigned kind = random() % 100;
  if (kind < 70)
    return random() % 300;
  return kind < 97 ? random() % 5000 : random() % large;
}

/// Checks that nothing is in use: the whole heap can be one block, which `reclaim` brings together.
void expect_all_free(const test_heap &heap) {
  user u(heap);
  void *all = u.allocate(heap.memory.bytes());
  EXPECT_NE(all, nullptr);
  if (all)
    u.heap.release(all);
}

TEST(HeapClasses, EachSizeHasTheLeastClassThatItFits) {
  for (uint64_t bytes = 0; bytes <= largest_slot; ++bytes) {
    const unsigned c = class_for(bytes);
    ASSERT_LT(c, class_count);
    ASSERT_GE(slot_bytes(c), bytes);
    if (c)
      ASSERT_LT(slot_bytes(c - 1), bytes);
  }
}

TEST(HeapClasses, EachMultipleOfAnAlignmentHasAlignedSlots) {
  for (uint64_t alignment = 16; alignment <= largest_slot; alignment *= 2)
    for (uint64_t bytes = alignment; bytes <= largest_slot; bytes += alignment)
      ASSERT_EQ(slot_bytes(class_for(bytes)) % alignment, 0u) << bytes << " " << alignment;
}

TEST(HeapClasses, EveryByteOfASlotIsFound) {
  for (unsigned c = 0; c != class_count; ++c) {
    ASSERT_LE(chunk_slabs(c), most_slabs);
    ASSERT_LE(slab_slots(c), most_slots);
    const uint64_t shape = small_shape(c);
    EXPECT_EQ(shape_class(shape), c);
    EXPECT_EQ(kind_of(shape), chunk_small);
    unsigned slots = 0;
    for (unsigned slab = 0; slab != chunk_slabs(c); ++slab) {
      const uint64_t word = whole_slab(c, slab);
      EXPECT_EQ(class_of(word), c);
      slots += count_bits(word & free_slots);
    }
    EXPECT_EQ(slots, chunk_slots(c));
    for (uint32_t offset = 0; offset != chunk_slots(c) * slot_bytes(c); ++offset) {
      const slot_place place = locate(shape, offset);
      ASSERT_EQ(place.slab * slab_slots(c) + place.slot, offset / slot_bytes(c)) << c;
      ASSERT_LT(place.slot, slab_slots(c));
    }
  }
}

TEST(HeapBits, AgreeWithCountingOneByOne) {
  std::mt19937_64 random(1);
  for (unsigned i = 0; i != 2000; ++i) {
    const uint64_t mask = i % 3 ? random() : random() & random() & random();
    std::vector<unsigned> bits;
    for (unsigned b = 0; b != 64; ++b)
      if (mask >> b & 1)
        bits.push_back(b);
    for (unsigned n = 0; n != bits.size(); ++n) {
      ASSERT_EQ(nth_bit(mask, n), bits[n]);
      ASSERT_EQ(count_bits(drop_lowest(mask, n)), bits.size() - n);
      const uint64_t chosen = choose(mask, n + 1, i % 56);
      ASSERT_EQ(count_bits(chosen), n + 1);
      ASSERT_EQ(chosen & ~mask, 0u);
    }
    ASSERT_EQ(drop_lowest(mask, static_cast<unsigned>(bits.size())), 0u);
    ASSERT_EQ(choose(mask, 64, 0), mask);
  }
}

TEST(Heap, BlocksAreAlignedAndApart) {
  test_heap heap("8M");
  user u(heap);
  std::minstd_rand random(7);
  std::vector<block> blocks;
  for (unsigned i = 0; i != 4000; ++i) {
    const uint64_t alignment = uint64_t{16} << random() % (i % 50 ? 5 : 14);
    const size_t bytes = random_size(random, 20000);
    auto *at = static_cast<unsigned char *>(u.allocate(bytes, alignment));
    if (!at)
      break;
    ASSERT_EQ(reinterpret_cast<uintptr_t>(at) % alignment, 0u);
    ASSERT_GE(u.heap.usable(at), bytes);
    blocks.push_back({at, bytes});
    fill(blocks.back());
  }
  EXPECT_GT(blocks.size(), 1000u);
  for (const block b : blocks) {
    EXPECT_TRUE(intact(b));
    u.heap.release(b.at);
  }
  expect_all_free(heap);
}

TEST(Heap, SizeZeroGivesPointersOfTheirOwn) {
  test_heap heap("1M");
  user u(heap);
  std::set<void *> blocks;
  for (unsigned i = 0; i != 100; ++i)
    EXPECT_TRUE(blocks.insert(u.allocate(0)).second);
  EXPECT_FALSE(blocks.contains(nullptr));
}

TEST(Heap, LargeBlocksAreAlignedAndComeTogetherAgain) {
  test_heap heap("16M");
  user u(heap);
  std::vector<void *> blocks;
  for (unsigned i = 0; i != 20; ++i) {
    blocks.push_back(u.allocate(40000 + i * 30000, i % 3 ? 16 : 256 << 10));
    ASSERT_NE(blocks.back(), nullptr);
    if (i % 3 == 0)
      EXPECT_EQ(reinterpret_cast<uintptr_t>(blocks.back()) % (256 << 10), 0u);
    std::memset(blocks.back(), 0x55, 40000 + i * 30000);
  }
  EXPECT_EQ(u.allocate(14 << 20), nullptr);
  for (unsigned i = 0; i != 20; ++i)
    u.heap.release(blocks[(i * 7) % 20]);
  expect_all_free(heap);
}

TEST(Heap, SizesThatNoHeapHasGiveNull) {
  test_heap heap("1M");
  user u(heap);
  EXPECT_EQ(u.allocate((1 << 20) + 1), nullptr);
  for (unsigned shift = 21; shift != 64; ++shift) {
    EXPECT_EQ(u.allocate(uint64_t{1} << shift), nullptr);
    EXPECT_EQ(u.allocate(~uint64_t{0} >> (63 - shift)), nullptr);
    EXPECT_EQ(u.allocate(~uint64_t{0}, uint64_t{1} << shift), nullptr);
    EXPECT_EQ(u.allocate(1, uint64_t{1} << shift), nullptr);
  }
  EXPECT_NE(heap.get().report->failures, 0u);
  expect_all_free(heap);
}

TEST(Heap, PointersOutsideAreIgnored) {
  test_heap heap("1M");
  user u(heap);
  int local = 0;
  for (void *p : {static_cast<void *>(nullptr), static_cast<void *>(&local),
                  static_cast<void *>(heap.get().data - 16),
                  static_cast<void *>(heap.get().data + (1 << 20))})
    u.heap.release(p);
  u.heap.release(heap.get().data + 64); // in a chunk that nobody uses
  expect_all_free(heap);
}

TEST(Heap, ExhaustionGivesNullAndAllOfTheMemoryIsUsedAgain) {
  test_heap heap("2M");
  user u(heap, 3);
  for (const size_t bytes : {16u, 100u, 256u, 1000u, 5000u, 32768u, 65536u, 200000u, 24u}) {
    std::vector<block> blocks;
    while (auto *at = static_cast<unsigned char *>(u.allocate(bytes))) {
      blocks.push_back({at, bytes});
      fill(blocks.back());
    }
    const unsigned c = bytes <= largest_slot ? class_for(bytes) : 0;
    const size_t expected = bytes <= largest_slot ? 32 * chunk_slots(c)
                                                  : 32 / ((bytes + chunk_bytes - 1) / chunk_bytes);
    EXPECT_EQ(blocks.size(), expected) << bytes;
    EXPECT_EQ(u.allocate(bytes), nullptr);
    for (const block b : blocks) {
      EXPECT_TRUE(intact(b));
      u.heap.release(b.at);
    }
  }
  expect_all_free(heap);
}

TEST(Heap, OneFreedSlotIsFoundByAWarpOfAnotherArena) {
  test_heap heap("4M");
  user a(heap, 0);
  std::vector<void *> blocks;
  while (void *at = a.allocate(48))
    blocks.push_back(at);
  a.heap.release(blocks[blocks.size() / 2]);
  user b(heap, 5);
  EXPECT_EQ(b.allocate(48), blocks[blocks.size() / 2]);
  EXPECT_EQ(b.allocate(48), nullptr);
}

/// Threads that allocate, pass blocks to one another, and free what they got.
void stress(const char *size, unsigned threads, unsigned rounds, size_t large) {
  test_heap heap(size);
  constexpr unsigned mailboxes = 512;
  std::vector<std::atomic<block *>> mail(mailboxes);
  std::atomic<unsigned> torn = 0;
  std::vector<std::thread> device;
  for (unsigned t = 0; t != threads; ++t)
    device.emplace_back([&, t] {
      user u(heap, t * 3);
      std::minstd_rand random(t + 1);
      for (unsigned i = 0; i != rounds; ++i) {
        block *mine = nullptr;
        const size_t bytes = random_size(random, large);
        if (auto *at = static_cast<unsigned char *>(u.allocate(bytes))) {
          mine = new block{at, bytes};
          fill(*mine);
        }
        if (block *other = mail[random() % mailboxes].exchange(mine)) {
          torn += !intact(*other);
          u.heap.release(other->at);
          delete other;
        }
      }
    });
  for (std::thread &t : device)
    t.join();
  EXPECT_EQ(torn, 0u);
  user u(heap);
  for (auto &box : mail)
    if (block *b = box.load()) {
      EXPECT_TRUE(intact(*b));
      u.heap.release(b->at);
      delete b;
    }
  expect_all_free(heap);
  EXPECT_EQ(heap.get().shared->used.value, 0u);
  EXPECT_EQ(heap.get().report->used_chunks, 0u);
}

TEST(HeapStress, ThreadsPassBlocksToOneAnother) { stress("64M", 8, 20000, 200000); }
TEST(HeapStress, MemoryRunsOutAllTheTime) { stress("1M", 8, 3000, 300000); }
TEST(HeapStress, MemoryIsBarelyEnough) { stress("4M", 6, 5000, 30000); }

TEST(HeapStress, ThreadsExhaustTheHeapTogetherWithEverySize) {
  test_heap heap("2M");
  for (unsigned round = 0; round != 6; ++round) {
    std::vector<std::vector<block>> blocks(6);
    std::vector<std::thread> device;
    for (unsigned t = 0; t != 6; ++t)
      device.emplace_back([&, t] {
        user u(heap, t * 17 + round);
        const size_t bytes = size_t{16} << (round + t) % 8;
        while (auto *at = static_cast<unsigned char *>(u.allocate(bytes))) {
          blocks[t].push_back({at, bytes});
          fill(blocks[t].back());
        }
      });
    for (std::thread &t : device)
      t.join();
    size_t bytes = 0;
    user u(heap);
    for (const auto &list : blocks)
      for (const block b : list) {
        EXPECT_TRUE(intact(b));
        bytes += b.bytes;
        u.heap.release(b.at);
      }
    EXPECT_EQ(bytes, heap.memory.bytes()); // every size divides a chunk
    expect_all_free(heap);
  }
}

/// Runs `body(lane, warp)` on the lanes of one warp.
template <class Body> void run_warp(uint64_t mask, unsigned number, Body body) {
  lockstep warp(mask);
  std::vector<std::thread> lanes;
  for (unsigned lane = 0; lane != 64; ++lane)
    if (mask >> lane & 1)
      lanes.emplace_back([&, lane] {
        lane_thread self(warp, lane, number);
        body(lane, self);
      });
  for (std::thread &t : lanes)
    t.join();
}

TEST(HeapWarp, LanesOfOneClassShareAndAllGetTheirOwn) {
  for (const uint64_t mask : {~uint64_t{0}, uint64_t{0xffffffff}, uint64_t{0x8000000180000011}}) {
    test_heap heap("8M");
    std::vector<std::vector<block>> blocks(64);
    run_warp(mask, 9, [&](unsigned lane, lane_thread &warp) {
      allocator<lane_thread> h(warp, heap.get());
      for (unsigned i = 0; i != 20; ++i) {
        auto *at = static_cast<unsigned char *>(h.allocate(64, 16));
        ASSERT_NE(at, nullptr);
        blocks[lane].push_back({at, 64});
        fill(blocks[lane].back());
      }
    });
    std::set<void *> different;
    user u(heap);
    for (const auto &list : blocks)
      for (const block b : list) {
        EXPECT_TRUE(intact(b));
        EXPECT_TRUE(different.insert(b.at).second);
        u.heap.release(b.at);
      }
    expect_all_free(heap);
  }
}

TEST(HeapWarp, LanesOfDifferentClassesAllocateAndFreeAtRandom) {
  test_heap heap("8M");
  std::atomic<unsigned> torn = 0, failed = 0;
  run_warp(0xffff, 2, [&](unsigned lane, lane_thread &warp) {
    allocator<lane_thread> h(warp, heap.get());
    std::minstd_rand random(lane + 1);
    std::vector<block> mine;
    for (unsigned i = 0; i != 300; ++i) {
      const size_t bytes = random() % 700;
      if (auto *at = static_cast<unsigned char *>(h.allocate(bytes, 16))) {
        mine.push_back({at, bytes});
        fill(mine.back());
      } else {
        ++failed;
      }
      if (mine.size() > 10) {
        std::swap(mine[random() % mine.size()], mine.back());
        torn += !intact(mine.back());
        h.release(mine.back().at);
        mine.pop_back();
      }
    }
    for (const block b : mine)
      h.release(b.at);
  });
  EXPECT_EQ(torn, 0u);
  EXPECT_EQ(failed, 0u);
  expect_all_free(heap);
}

TEST(HeapWarp, ExhaustionGivesSomeLanesNull) {
  test_heap heap("128K");
  std::atomic<size_t> got = 0;
  run_warp(0xff, 2, [&](unsigned lane, lane_thread &warp) {
    allocator<lane_thread> h(warp, heap.get());
    for (unsigned i = 0; i != 100; ++i)
      got += h.allocate(lane % 2 ? 1024 : 900, 16) != nullptr;
  });
  EXPECT_EQ(got, 128u);
}

//===----------------------------------------------------------------------===//
// The debug mode
//===----------------------------------------------------------------------===//

struct checked_user : user {
  using user::user;
  unsigned char *allocate(uint64_t bytes, uint64_t alignment = 16) {
    bytes_before = bytes;
    return static_cast<unsigned char *>(checked_allocate(warp, heap, bytes_before, alignment, state));
  }
  block_state release(void *memory) { return checked_release(warp, heap, memory, bytes); }
  uint64_t bytes = 0, bytes_before = 0;
  block_state state = block_state::live; ///< of the last `allocate`
};

TEST(HeapCheck, SoundBlocksAreFreed) {
  test_heap heap("4M", "1");
  checked_user u(heap);
  std::minstd_rand random(5);
  for (unsigned i = 0; i != 500; ++i) {
    const uint64_t alignment = uint64_t{16} << random() % 9;
    const block b = {u.allocate(random_size(random, 100000), alignment), 10};
    ASSERT_NE(b.at, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(b.at) % alignment, 0u);
    EXPECT_EQ(u.release(b.at), block_state::live);
  }
  EXPECT_EQ(u.allocate(~uint64_t{0}), nullptr);
  EXPECT_EQ(u.allocate(~uint64_t{0} - 40, 4096), nullptr);
  EXPECT_EQ(heap.memory.describe_leaks(), "");
  expect_all_free(heap);
}

TEST(HeapCheck, MistakesAreNamed) {
  test_heap heap("4M", "1");
  for (const uint64_t bytes : {0, 1, 24, 500, 100000}) {
    checked_user u(heap);
    unsigned char *at = u.allocate(bytes);
    EXPECT_EQ(u.release(at), block_state::live);
    EXPECT_EQ(u.release(at), block_state::freed) << bytes;
    EXPECT_EQ(u.bytes, bytes);
    at = u.allocate(bytes);
    EXPECT_EQ(u.release(at + 16), block_state::not_allocated);
    EXPECT_EQ(u.release(at + 3), block_state::not_allocated);
    at[bytes] ^= 1;
    EXPECT_EQ(u.release(at), block_state::overflow);
    EXPECT_EQ(u.bytes, bytes);
    at[bytes] ^= 1;
    at[-16] ^= 1;
    EXPECT_EQ(u.release(at), block_state::underflow);
    at[-16] ^= 1;
    at[-1] ^= 1;
    EXPECT_EQ(u.release(at), block_state::not_allocated);
    at[-1] ^= 1;
    EXPECT_EQ(u.release(at), block_state::live);
    EXPECT_EQ(u.release(&u), block_state::outside);
    EXPECT_EQ(u.release(heap.get().data + (3 << 20)), block_state::not_allocated);
    EXPECT_EQ(u.release(heap.get().data), block_state::outside); // no room for a header
  }
}

TEST(HeapCheck, AWriteToAFreeBlockIsFoundWhenItIsGivenOutAgain) {
  for (const uint64_t bytes : {1, 24, 500, 20000, 100000}) {
    test_heap heap("1M", "1");
    checked_user u(heap);
    unsigned char *at = u.allocate(bytes);
    EXPECT_EQ(u.release(at), block_state::live);
    at[bytes - 1] = 1;
    unsigned found = 0;
    for (unsigned i = 0; i != 5000 && u.allocate(bytes); ++i) // until it comes up
      if (u.state != block_state::live) {
        EXPECT_EQ(u.state, block_state::written);
        EXPECT_EQ(u.bytes_before, bytes);
        ++found;
      }
    EXPECT_EQ(found, 1u) << bytes;
  }
}

TEST(HeapCheck, ChangingSizesAndAlignmentsAreNoWritesToFreeBlocks) {
  test_heap heap("2M", "1"); // runs out all the time, so that chunks change their class
  checked_user u(heap);
  std::minstd_rand random(9);
  std::vector<block> blocks;
  for (unsigned i = 0; i != 30000; ++i) {
    const size_t bytes = random_size(random, 200000);
    const block b = {u.allocate(bytes, uint64_t{16} << random() % 9), bytes};
    ASSERT_EQ(u.state, block_state::live) << i;
    if (b.at && random() % 2) // or left as it was
      fill(b);
    if (b.at)
      blocks.push_back(b);
    for (unsigned n = b.at ? random() % 3 : blocks.size() / 2; n && !blocks.empty(); --n) {
      std::swap(blocks[random() % blocks.size()], blocks.back());
      ASSERT_EQ(u.release(blocks.back().at), block_state::live);
      blocks.pop_back();
    }
  }
}

TEST(HeapCheck, OneOfTwoThreadsThatFreeABlockIsTold) {
  test_heap heap("4M", "1");
  for (unsigned i = 0; i != 100; ++i) {
    void *at = checked_user(heap).allocate(100);
    std::atomic<unsigned> freed = 0;
    std::vector<std::thread> threads;
    for (unsigned t = 0; t != 2; ++t)
      threads.emplace_back([&, t] {
        checked_user u(heap, t);
        freed += u.release(at) == block_state::live;
      });
    for (std::thread &t : threads)
      t.join();
    EXPECT_EQ(freed, 1u);
  }
}

TEST(HeapCheck, BlocksThatWereNotFreedAreListed) {
  test_heap heap("8M", "1");
  checked_user u(heap);
  std::vector<void *> freed;
  for (unsigned i = 0; i != 100; ++i)
    freed.push_back(u.allocate(i * 10));
  u.allocate(24);
  EXPECT_NE(u.allocate(100, 1024), nullptr);
  EXPECT_NE(u.allocate(200000), nullptr);
  for (void *p : freed)
    u.release(p);
  const std::string text = heap.memory.describe_leaks();
  EXPECT_CONTAINS(text, "3 blocks of 200124 bytes in all were not freed");
  EXPECT_CONTAINS(text, "200000");
}

//===----------------------------------------------------------------------===//
// The runtime's side
//===----------------------------------------------------------------------===//

TEST(HeapSettings, SizesHaveUnits) {
  const auto parse = [](const char *text) { return parse_size_setting("GPUC_HEAP_SIZE", text); };
  EXPECT_EQ(parse("1"), 1u);
  EXPECT_EQ(parse("65536"), 65536u);
  EXPECT_EQ(parse("3K"), 3072u);
  EXPECT_EQ(parse("512M"), std::size_t{512} << 20);
  EXPECT_EQ(parse("2G"), std::size_t{2} << 30);
  for (const char *bad : {"", "0", "0M", "-1", "M", "12X", "12MB", "1 M", " 1", "1.5G", "0x10",
                          "99999999999999999999", "99999999999999999G"})
    try {
      parse(bad);
      ADD_FAILURE() << bad;
    } catch (const failure &error) {
      EXPECT_EQ(error.code, gpu::errc::bad_setting);
      EXPECT_CONTAINS(error.message, "GPUC_HEAP_SIZE is '" + std::string(bad) + "'; it takes");
    }
}

TEST(HeapSettings, BadOnesAreErrors) {
  fake_device device;
  EXPECT_THROW(device_heap(device, "some", nullptr), failure);
  EXPECT_THROW(device_heap(device, "4096G", nullptr), failure);
  EXPECT_THROW(device_heap(device, nullptr, "yes"), failure);
}

TEST(HeapSettings, SizeIsRoundedUpToChunks) {
  for (const auto &[text, bytes] : std::map<const char *, std::size_t>{
           {"1", 65536}, {"100K", 131072}, {"5M", 5 << 20}, {"70M", 70 << 20}}) {
    test_heap heap(text);
    EXPECT_EQ(heap.memory.bytes(), bytes);
    expect_all_free(heap);
    EXPECT_EQ(user(heap).allocate(bytes + 1), nullptr);
  }
}

/// A device that maps memory into reserved addresses: others fault.
class growing_device : public fake_device {
public:
  growing_device() : properties_(fake_device::properties()) {
    properties_.memory_bytes = std::size_t{256} << 20; // a 64th is one step
  }
  const gpu::detail::device_properties &properties() const override { return properties_; }
  ~growing_device() override {
    if (range_)
      munmap(range_, bytes_);
  }
  bool can_commit(std::size_t &unit) const override {
    unit = granularity;
    return true;
  }
  void *reserve(std::size_t bytes) override {
    bytes_ = bytes + granularity;
    range_ = mmap(nullptr, bytes_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    const auto address = reinterpret_cast<uintptr_t>(range_);
    return reinterpret_cast<void *>((address + granularity - 1) / granularity * granularity);
  }
  void commit(void *at, std::size_t bytes) override {
    EXPECT_EQ(bytes % granularity, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(at) % granularity, 0u);
    if (bytes > left)
      fail(gpu::errc::out_of_memory, "no more");
    left -= bytes;
    EXPECT_EQ(mprotect(at, bytes, PROT_READ | PROT_WRITE), 0);
  }
  static constexpr std::size_t granularity = 64 << 10;
  std::size_t left = std::size_t{1} << 30;

private:
  gpu::detail::device_properties properties_;
  void *range_ = nullptr;
  std::size_t bytes_ = 0;
};

struct growing_heap {
  growing_device device;
  device_heap memory{device, nullptr, nullptr};
  single_lane warp;
  allocator<single_lane> heap{warp, *memory.address()};
};

TEST(HeapGrowth, HeapDoublesWhenHalfOfItIsUsed) {
  growing_heap h;
  const std::size_t first = h.memory.bytes();
  EXPECT_EQ(first, std::size_t{4} << 20); // 64 chunks: the data of which fill a granule
  h.memory.grow_if_needed();
  EXPECT_EQ(h.memory.bytes(), first);
  std::vector<void *> blocks;
  for (unsigned i = 0; i != 40; ++i)
    blocks.push_back(h.heap.allocate(65536, 16));
  h.memory.grow_if_needed();
  EXPECT_EQ(h.memory.bytes(), 2 * first);
  h.memory.grow_if_needed();
  EXPECT_EQ(h.memory.bytes(), 2 * first);
  for (unsigned i = 0; i != 88; ++i)
    EXPECT_NE(h.heap.allocate(65536, 16), nullptr);
  EXPECT_EQ(h.heap.allocate(65536, 16), nullptr);
}

TEST(HeapGrowth, HeapGrowsToWhatFailed) {
  growing_heap h;
  EXPECT_EQ(h.heap.allocate(50 << 20, 16), nullptr);
  h.memory.grow_if_needed();
  EXPECT_GE(h.memory.bytes(), std::size_t{54} << 20);
  void *block = h.heap.allocate(50 << 20, 16);
  ASSERT_NE(block, nullptr);
  std::memset(block, 1, 50 << 20);
}

TEST(HeapGrowth, HeapStaysWhereMemoryRunsOut) {
  growing_heap h;
  h.device.left = 0;
  EXPECT_EQ(h.heap.allocate(50 << 20, 16), nullptr);
  h.memory.grow_if_needed();
  EXPECT_EQ(h.memory.bytes(), std::size_t{4} << 20);
  EXPECT_NE(h.heap.allocate(3 << 20, 16), nullptr);
}

} // namespace
