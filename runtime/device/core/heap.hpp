//===- heap.hpp - The device heap's allocator -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocating from the memory that heap_layout.hpp describes. Templates over the
// warp, so that the device library and the host's tests run the same code. `Warp`
// has
//
//   uint64_t lanes()                  lanes that run this line together
//   unsigned lane()                   the own one
//   ballot(lanes, bool), shuffle(lanes, value, lane)
//                                     among `lanes`, which all come to the call
//   bool any_here(bool)               the same among lanes that run in lockstep
//   unsigned number()                 spreads the warps that run over the arenas
//   load, store, exchange, fetch_and/or/add/min, compare_exchange(p, &expected, v)
//                                     on memory of the device, relaxed
//   store_system(p, v)                on memory that the host sees
//   fence()                           accesses before it come before those behind it
//   pause()                           a short wait
//
// The fast path. Lanes that want the same class form a group. Its leader looks up
// the slab of its arena and takes slots for all of them out of the slab's word
// with one atomic `and`; the leaders of a warp's groups do so at the same time. A
// slab that was replaced in the meantime does no harm: whoever takes a free bit
// out of a word owns the slot, and gives it back if it is of another class. `free`
// is one atomic `or`.
//
// Who may hand out a slab. A slab is in one arena or in one stack or in the hands
// of one thread, and then its word says `listed`; or all its slots are taken, and
// it is nowhere. `free` sets `listed` together with the slot's bit: who finds that
// it was not set before has the slab in hand, and puts it on a stack.
//
// A chunk changes its class only when no slot of it is in use: `reclaim` takes
// each of its slabs, all of them in its hands, from "every slot free" to 0 with
// one compare-and-exchange, which fails where someone has taken a slot.
//
// Lanes of a warp may run in lockstep, so nobody waits for a lock that another
// lane may hold: what a lock guards is inside the loop that tries to take it, and
// `any_here` keeps the lanes in that loop together where they do.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_CORE_HEAP_HPP
#define GPUC_DEVICE_CORE_HEAP_HPP

#include "heap_layout.hpp"

namespace gpu::detail::heap {

/// Slots that one claim got; none where memory has run out.
struct claim {
  uint32_t slab;
  uint64_t slots;
};

/// Chunks in a row; none is `{0, 0}`.
struct chunk_run {
  uint64_t first, count;
};

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

inline unsigned count_bits(uint64_t mask) {
  return static_cast<unsigned>(__builtin_popcountll(mask));
}

/// Position of the `n`th set bit, counted from 0, of a mask that has more than `n`.
inline unsigned nth_bit(uint64_t mask, unsigned n) {
  auto half = static_cast<uint32_t>(mask);
  unsigned position = 0;
  if (const auto low = static_cast<unsigned>(__builtin_popcount(half)); n >= low) {
    n -= low;
    position = 32;
    half = static_cast<uint32_t>(mask >> 32);
  }
#pragma clang loop unroll(full)
  for (unsigned width = 16; width != 0; width /= 2) {
    const uint32_t low = half & ((1u << width) - 1);
    if (const auto bits = static_cast<unsigned>(__builtin_popcount(low)); n >= bits) {
      n -= bits;
      position += width;
      half >>= width;
    } else {
      half = low;
    }
  }
  return position;
}

/// `mask` without its `n` lowest bits.
inline uint64_t drop_lowest(uint64_t mask, unsigned n) {
  return n < count_bits(mask) ? mask & (~uint64_t{0} << nth_bit(mask, n)) : 0;
}

/// The `count` lowest bits of `mask` from `start` on; from bit 0 where there are not so many.
inline uint64_t choose(uint64_t mask, unsigned count, unsigned start) {
  const uint64_t behind = mask >> start << start;
  if (count_bits(behind) >= count)
    mask = behind;
  return mask & ~drop_lowest(mask, count);
}

//===----------------------------------------------------------------------===//
// Slabs and their stacks
//===----------------------------------------------------------------------===//

/// The allocator as one thread uses it.
template <class Warp> class allocator {
public:
  allocator(const Warp &warp, const descriptor &heap) : warp_(warp), heap_(heap) {}

  /// A block of at least `bytes`, aligned to `alignment` (a power of two) and to 16; null where
  /// there is none. Lanes that call it together are served together.
  void *allocate(uint64_t bytes, uint64_t alignment);

  /// Frees what `allocate` returned. What lies outside the heap is ignored.
  void release(void *memory);

  /// Bytes that a block has room for; 0 for what is no block.
  uint64_t usable(const void *memory);

  /// Whether there is memory of the heap at `memory`.
  bool contains(const void *memory) const { return offset_of(memory) < heap_.bytes; }

private:
  uint64_t offset_of(const void *memory) const {
    return reinterpret_cast<uintptr_t>(memory) - reinterpret_cast<uintptr_t>(heap_.data);
  }
  void *address_of(uint32_t slab, unsigned c, unsigned slot) const {
    return heap_.data + (uint64_t{chunk_of(slab)} << chunk_shift) +
           (slab_of(slab) * slab_slots(c) + slot) * slot_bytes(c);
  }
  uint64_t *word_of(uint32_t slab) { return &heap_.chunks[chunk_of(slab)].words[slab_of(slab)]; }
  uint32_t *next_of(uint32_t slab) { return &heap_.chunks[chunk_of(slab)].next[slab_of(slab)]; }
  uint32_t *arena_of(unsigned c) {
    return &heap_.shared->arenas[warp_.number() & heap_.arena_mask][c];
  }
  unsigned group() { return warp_.number() & heap_.group_mask; }

  [[gnu::noinline]] void *allocate_small(unsigned c);
  [[gnu::noinline, gnu::cold]] void *allocate_slowly(unsigned c);
  void *hand_out(uint64_t lanes, unsigned c, claim got, uint64_t peers);
  [[gnu::noinline]] void *allocate_large(uint64_t bytes, uint64_t alignment);

  [[gnu::noinline]] void release_large(uint64_t chunk);

  claim claim_held(unsigned c, unsigned count);
  uint64_t claim_from(uint32_t slab, unsigned c, unsigned count);
  [[gnu::noinline, gnu::cold]] uint64_t claim_slowly(uint32_t slab, unsigned c);
  [[gnu::noinline, gnu::cold]] claim refill(uint32_t held, unsigned c);
  [[gnu::noinline, gnu::cold]] claim claim_last(unsigned c);
  claim claim_anywhere(unsigned c);
  void give_back(uint32_t slab, uint64_t slots);
  [[gnu::noinline, gnu::cold]] void retire(uint32_t slab);

  void push_chain(unsigned c, unsigned group, uint32_t first, uint32_t last);
  [[gnu::noinline, gnu::cold]] void push(uint32_t slab);
  uint32_t pop(unsigned c, unsigned group);
  [[gnu::noinline, gnu::cold]] uint32_t pop_any(unsigned c);
  uint32_t find_slab(unsigned c);
  [[gnu::noinline, gnu::cold]] uint32_t carve(unsigned c);

  bool take_chunk(uint64_t &chunk);
  bool take_run(chunk_run run);
  chunk_run find_run(uint64_t count, uint64_t alignment);
  chunk_run trim_run(chunk_run run, uint64_t count, uint64_t alignment);
  void put_run(chunk_run run);
  void count_used(uint32_t change);

  bool try_lock(uint32_t *lock) {
    uint32_t open = 0;
    const bool taken = warp_.compare_exchange(lock, &open, 1u);
    warp_.fence();
    return taken;
  }
  void unlock(uint32_t *lock) {
    warp_.fence();
    warp_.store(lock, 0u);
  }
  [[gnu::noinline, gnu::cold]] void reclaim();
  uint32_t detach_stack(unsigned c, unsigned group, uint32_t list);
  void reclaim_class(unsigned c);
  bool reclaim_slab(uint32_t slab, unsigned c);
  [[gnu::noinline, gnu::cold]] void report_failure(uint64_t bytes);

  [[no_unique_address]] Warp warp_;
  const descriptor &heap_;
};

/// Puts slabs that the caller has in hand, linked from `first` to `last`, on a stack.
template <class Warp>
void allocator<Warp>::push_chain(unsigned c, unsigned group, uint32_t first, uint32_t last) {
  uint64_t *stack = &heap_.shared->stacks[c][group];
  uint64_t top = warp_.load(stack);
  do {
    warp_.store(next_of(last), static_cast<uint32_t>(top));
    warp_.fence();
  } while (!warp_.compare_exchange(stack, &top, ((top >> 32) + 1) << 32 | first));
}

/// Puts a slab that the caller has in hand on a stack.
template <class Warp> void allocator<Warp>::push(uint32_t slab) {
  push_chain(class_of(warp_.load(word_of(slab))), group(), slab, slab);
}

template <class Warp> uint32_t allocator<Warp>::pop(unsigned c, unsigned group) {
  uint64_t *stack = &heap_.shared->stacks[c][group];
  uint64_t top = warp_.load(stack);
  while (const auto slab = static_cast<uint32_t>(top)) {
    // Whatever this reads, if the slab was popped meanwhile: then the exchange fails.
    const uint64_t next = warp_.load(next_of(slab));
    if (warp_.compare_exchange(stack, &top, ((top >> 32) + 1) << 32 | next))
      return slab;
  }
  return 0;
}

template <class Warp> uint32_t allocator<Warp>::pop_any(unsigned c) {
  const unsigned own = group();
  for (unsigned i = 0; i <= heap_.group_mask; ++i)
    if (const uint32_t slab = pop(c, (own + i) & heap_.group_mask))
      return slab;
  return 0;
}

/// Sets slots free. Puts the slab on a stack where it was nowhere.
template <class Warp> void allocator<Warp>::give_back(uint32_t slab, uint64_t slots) {
  if (!(warp_.fetch_or(word_of(slab), slots | listed) & listed))
    push(slab);
}

/// Lets go of a slab that the caller has in hand.
template <class Warp> void allocator<Warp>::retire(uint32_t slab) {
  uint64_t *word = word_of(slab), seen = warp_.load(word);
  while (!(seen & free_slots))
    if (warp_.compare_exchange(word, &seen, seen & ~listed))
      return;
  push(slab);
}

/// Cuts a fresh chunk up; returns its first slab and puts the others on the own stack. 0 where no
/// chunk is free.
template <class Warp> uint32_t allocator<Warp>::carve(unsigned c) {
  uint64_t chunk;
  if (!take_chunk(chunk))
    return 0;
  chunk_data &data = heap_.chunks[chunk];
  const unsigned slabs = chunk_slabs(c);
  warp_.store(&data.shape, small_shape(c));
  for (unsigned i = 1; i + 1 < slabs; ++i)
    warp_.store(&data.next[i], slab_id(chunk, i + 1));
  warp_.fence(); // from the next line on others may take slots
  for (unsigned i = 0; i != slabs; ++i)
    warp_.store(&data.words[i], whole_slab(c, i));
  if (slabs > 1)
    push_chain(c, group(), slab_id(chunk, 1), slab_id(chunk, slabs - 1));
  return slab_id(chunk, 0);
}

/// A slab of class `c`, in hand; 0 where there is none and no chunk for more. One thread of a group
/// cuts a chunk up, and others wait for what it puts on the stack.
template <class Warp> uint32_t allocator<Warp>::find_slab(unsigned c) {
  uint32_t *lock = &heap_.shared->carving[c][group()], slab = 0;
  bool done = false;
  do {
    if (!done) {
      slab = pop_any(c);
      if (slab) {
        done = true;
      } else if (try_lock(lock)) {
        slab = pop(c, group());
        if (!slab)
          slab = carve(c);
        unlock(lock);
        done = true;
      } else {
        warp_.pause();
      }
    }
  } while (warp_.any_here(!done));
  return slab;
}

//===----------------------------------------------------------------------===//
// Small blocks
//===----------------------------------------------------------------------===//

/// Takes up to `count` slots out of a slab, which need not be in hand; none where it is of another
/// class by now or has none.
template <class Warp>
uint64_t allocator<Warp>::claim_from(uint32_t slab, unsigned c, unsigned count) {
  uint64_t *word = word_of(slab), seen = warp_.load(word);
  // Warps that share an arena begin at different slots.
  const unsigned start = (warp_.number() >> 8 & 3) * (most_slots / 4);
  while (class_of(seen) == c && (seen & free_slots)) {
    const uint64_t wanted = choose(seen & free_slots, count, start);
    seen = warp_.fetch_and(word, ~wanted);
    const uint64_t got = seen & wanted;
    if (got && class_of(seen) == c)
      return got;
    if (got)
      give_back(slab, got);
    seen &= ~wanted;
  }
  return 0;
}

/// Slots of the arena's slab; `slots` is 0 where it has none.
template <class Warp> claim allocator<Warp>::claim_held(unsigned c, unsigned count) {
  const uint32_t held = warp_.load(arena_of(c));
  return {held, held ? claim_from(held, c, count) : 0};
}

/// `claim_from` of one slot, for where it is not worth its size.
template <class Warp> uint64_t allocator<Warp>::claim_slowly(uint32_t slab, unsigned c) {
  return claim_from(slab, c, 1);
}

/// Gives the arena another slab than `held`, which has no free slot, and takes a slot out of it.
template <class Warp> claim allocator<Warp>::refill(uint32_t held, unsigned c) {
  uint32_t *arena = arena_of(c);
  while (const uint32_t slab = find_slab(c)) {
    const uint64_t slots = claim_slowly(slab, c);
    if (slots && warp_.compare_exchange(arena, &held, slab)) {
      if (held)
        retire(held);
    } else {
      retire(slab); // another thread was faster, or took what was there
    }
    if (slots)
      return {slab, slots};
  }
  return claim_last(c);
}

/// A slot from wherever there is one.
template <class Warp> claim allocator<Warp>::claim_anywhere(unsigned c) {
  for (;;) {
    uint32_t slab = pop_any(c);
    if (!slab)
      slab = carve(c);
    if (!slab)
      break;
    const uint64_t slots = claim_slowly(slab, c);
    retire(slab);
    if (slots)
      return {slab, slots};
  }
  for (unsigned a = 0; a <= heap_.arena_mask; ++a)
    if (const uint32_t slab = warp_.load(&heap_.shared->arenas[a][c]))
      if (const uint64_t slots = claim_slowly(slab, c))
        return {slab, slots};
  return {0, 0};
}

/// When no chunk is free: takes a slot from other arenas, or reclaims memory first.
template <class Warp> claim allocator<Warp>::claim_last(unsigned c) {
  state &shared = *heap_.shared;
  const uint32_t before = warp_.load(&shared.reclaimed.value);
  claim result = {0, 0};
  bool done = false;
  do {
    if (!done && try_lock(&shared.lock.value)) {
      result = claim_anywhere(c);
      // Unless one began and ended since this thread came here.
      if (!result.slots && warp_.load(&shared.reclaimed.value) - before < 2) {
        reclaim();
        result = claim_anywhere(c);
      }
      unlock(&shared.lock.value);
      done = true;
    } else if (!done) {
      warp_.pause();
    }
  } while (warp_.any_here(!done));
  if (!result.slots)
    report_failure(slot_bytes(c));
  return result;
}

/// Hands what the leaders of the groups got out to the lanes of their groups. `peers` are the lanes
/// of the own group; returns the own slot, or null.
template <class Warp>
void *allocator<Warp>::hand_out(uint64_t lanes, unsigned c, claim got, uint64_t peers) {
  const auto leader = static_cast<unsigned>(__builtin_ctzll(peers));
  got.slab = warp_.shuffle(lanes, got.slab, leader);
  got.slots = warp_.shuffle(lanes, got.slots, leader);
  const unsigned rank = count_bits(peers & ((uint64_t{1} << warp_.lane()) - 1));
  if (rank >= count_bits(got.slots))
    return nullptr;
  return address_of(got.slab, c, nth_bit(got.slots, rank));
}

/// One attempt for all lanes; what more it takes is out of line, so that this needs few registers.
template <class Warp> void *allocator<Warp>::allocate_small(unsigned c) {
  const uint64_t lanes = warp_.lanes();
  uint64_t peers = lanes;
#pragma clang loop unroll(full)
  for (unsigned bit = 1; bit != class_stride; bit *= 2) {
    const uint64_t with = warp_.ballot(lanes, c & bit);
    peers &= c & bit ? with : ~with;
  }
  claim got = {0, 0};
  if (warp_.lane() == static_cast<unsigned>(__builtin_ctzll(peers)))
    got = claim_held(c, count_bits(peers));
  void *const slot = hand_out(lanes, c, got, peers);
  if (!slot) [[unlikely]]
    return allocate_slowly(c);
  return slot;
}

/// A slot for the own lane alone: lanes that have been apart for long must not wait for each other.
template <class Warp> void *allocator<Warp>::allocate_slowly(unsigned c) {
  claim got = {warp_.load(arena_of(c)), 0};
  if (got.slab)
    got.slots = claim_slowly(got.slab, c);
  if (!got.slots)
    got = refill(got.slab, c);
  return got.slots ? address_of(got.slab, c, nth_bit(got.slots, 0)) : nullptr;
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

template <class Warp> void allocator<Warp>::count_used(uint32_t change) {
  const uint32_t used = warp_.fetch_add(&heap_.shared->used.value, change) + change;
  warp_.store_system(&heap_.report->used_chunks, used);
}

template <class Warp> bool allocator<Warp>::take_chunk(uint64_t &chunk) {
  const uint32_t first = warp_.load(&heap_.shared->hint.value);
  const unsigned spread = warp_.number() * 7;
  for (uint32_t i = 0; i != heap_.map_words; ++i) {
    uint32_t w = first + i;
    if (w >= heap_.map_words)
      w -= heap_.map_words;
    uint64_t seen = warp_.load(&heap_.map[w]);
    while (seen) {
      const uint64_t bit = choose(seen, 1, spread & 63);
      seen = warp_.fetch_and(&heap_.map[w], ~bit);
      if (seen & bit) {
        warp_.fence();
        if (i)
          warp_.store(&heap_.shared->hint.value, w);
        count_used(1);
        chunk = uint64_t{w} * 64 + static_cast<unsigned>(__builtin_ctzll(bit));
        return true;
      }
    }
  }
  return false;
}

/// The bits of `run` in word `w` of the map.
inline uint64_t run_bits(chunk_run run, uint64_t w) {
  const uint64_t begin = run.first > w * 64 ? run.first - w * 64 : 0;
  const uint64_t behind = run.first + run.count - w * 64, end = behind < 64 ? behind : 64;
  return (~uint64_t{0} >> (64 - (end - begin))) << begin;
}

/// Takes all chunks of `run`, or none.
template <class Warp> bool allocator<Warp>::take_run(chunk_run run) {
  const uint64_t begin = run.first / 64, end = (run.first + run.count - 1) / 64 + 1;
  for (uint64_t w = begin; w != end; ++w) {
    const uint64_t bits = run_bits(run, w);
    uint64_t seen = warp_.load(&heap_.map[w]);
    do
      if ((seen & bits) != bits) {
        for (uint64_t taken = begin; taken != w; ++taken)
          warp_.fetch_or(&heap_.map[taken], run_bits(run, taken));
        return false;
      }
    while (!warp_.compare_exchange(&heap_.map[w], &seen, seen & ~bits));
  }
  count_used(static_cast<uint32_t>(run.count));
  return true;
}

template <class Warp> void allocator<Warp>::put_run(chunk_run run) {
  warp_.fence();
  const uint64_t begin = run.first / 64, end = (run.first + run.count - 1) / 64 + 1;
  for (uint64_t w = begin; w != end; ++w)
    warp_.fetch_or(&heap_.map[w], run_bits(run, w));
  warp_.fetch_min(&heap_.shared->hint.value, static_cast<uint32_t>(begin));
  count_used(0u - static_cast<uint32_t>(run.count));
}

/// The part of `run` of `count` chunks that is aligned; none where it has none.
template <class Warp>
chunk_run allocator<Warp>::trim_run(chunk_run run, uint64_t count, uint64_t alignment) {
  const auto address = reinterpret_cast<uintptr_t>(heap_.data) + (run.first << chunk_shift);
  const uint64_t skipped =
      (((address + alignment - 1) & ~(alignment - 1)) - address) >> chunk_shift;
  if (run.count < count || run.count - count < skipped)
    return {0, 0};
  return {run.first + skipped, count};
}

/// Takes the first `count` free chunks in a row whose address is a multiple of `alignment`.
template <class Warp> chunk_run allocator<Warp>::find_run(uint64_t count, uint64_t alignment) {
  chunk_run run = {0, 0}; // free chunks in front of the place looked at
  for (uint64_t w = 0; w != heap_.map_words; ++w) {
    const uint64_t seen = warp_.load(&heap_.map[w]);
    for (unsigned at = 0; at != 64;) {
      const uint64_t rest = seen >> at;
      const bool free = rest & 1;
      const uint64_t ends = free ? ~rest : rest;
      unsigned same = ends ? static_cast<unsigned>(__builtin_ctzll(ends)) : 64;
      same = same < 64 - at ? same : 64 - at;
      if (free) {
        if (!run.count)
          run.first = w * 64 + at;
        run.count += same;
        const chunk_run found = trim_run(run, count, alignment);
        if (found.count && take_run(found))
          return found;
        if (found.count)
          run = {0, 0}; // what is behind may do
      } else {
        run = {0, 0};
      }
      at += same;
    }
  }
  return {0, 0};
}

template <class Warp> void *allocator<Warp>::allocate_large(uint64_t bytes, uint64_t alignment) {
  const uint64_t count = (bytes + chunk_bytes - 1) >> chunk_shift;
  state &shared = *heap_.shared;
  chunk_run run = {0, 0};
  bool done = bytes > heap_.reserved_bytes;
  while (warp_.any_here(!done)) {
    if (!done && try_lock(&shared.lock.value)) {
      run = find_run(count, alignment);
      if (!run.count) {
        reclaim();
        run = find_run(count, alignment);
      }
      unlock(&shared.lock.value);
      done = true;
    } else if (!done) {
      warp_.pause();
    }
  }
  if (!run.count) {
    report_failure(bytes);
    return nullptr;
  }
  chunk_data &head = heap_.chunks[run.first];
  warp_.store(&head.run, static_cast<uint32_t>(count));
  warp_.store(&head.shape, large_shape);
  return heap_.data + (run.first << chunk_shift);
}

//===----------------------------------------------------------------------===//
// Running out of memory
//===----------------------------------------------------------------------===//

template <class Warp> void allocator<Warp>::report_failure(uint64_t bytes) {
  warp_.store_system(&heap_.report->failed_bytes, bytes);
  warp_.fence();
  warp_.store_system(&heap_.report->failures, warp_.load(&heap_.report->failures) + 1);
}

/// Makes chunks that no slot is used of free for other classes and for large blocks. The caller has
/// the lock.
template <class Warp> void allocator<Warp>::reclaim() {
  state &shared = *heap_.shared;
  for (unsigned a = 0; a <= heap_.arena_mask; ++a)
    for (unsigned c = 0; c != class_count; ++c)
      if (warp_.load(&shared.arenas[a][c]))
        if (const uint32_t slab = warp_.exchange(&shared.arenas[a][c], 0u))
          retire(slab);
  for (unsigned c = 0; c != class_count; ++c)
    reclaim_class(c);
  warp_.store(&shared.reclaimed.value, warp_.load(&shared.reclaimed.value) + 1);
}

/// Takes the whole stack of a class and a group, counts its whole slabs in their chunks, and puts
/// `list` behind it.
template <class Warp>
uint32_t allocator<Warp>::detach_stack(unsigned c, unsigned group, uint32_t list) {
  uint64_t *stack = &heap_.shared->stacks[c][group], top = warp_.load(stack);
  do
    if (!static_cast<uint32_t>(top))
      return list;
  while (!warp_.compare_exchange(stack, &top, ((top >> 32) + 1) << 32));
  const auto first = static_cast<uint32_t>(top);
  uint32_t last = 0;
  for (uint32_t slab = first; slab; slab = warp_.load(next_of(slab))) {
    uint32_t *idle = &heap_.chunks[chunk_of(slab)].idle;
    if (warp_.load(word_of(slab)) == whole_slab(c, slab_of(slab)))
      warp_.store(idle, warp_.load(idle) + 1);
    last = slab;
  }
  warp_.store(next_of(last), list);
  return first;
}

template <class Warp> void allocator<Warp>::reclaim_class(unsigned c) {
  uint32_t list = 0;
  for (unsigned g = 0; g <= heap_.group_mask; ++g)
    list = detach_stack(c, g, list);
  for (uint32_t slab = list, next; slab; slab = next) {
    next = warp_.load(next_of(slab)); // before anyone else can have the slab
    if (!reclaim_slab(slab, c))
      push_chain(c, slab & heap_.group_mask, slab, slab);
  }
}

/// Takes a slab whose chunk may be free as a whole; false where it stays a slab of class `c`.
template <class Warp> bool allocator<Warp>::reclaim_slab(uint32_t slab, unsigned c) {
  const uint32_t chunk = chunk_of(slab);
  chunk_data &data = heap_.chunks[chunk];
  const unsigned slabs = chunk_slabs(c);
  if (warp_.load(&data.idle) != slabs) {
    warp_.store(&data.idle, 0u);
    return false;
  }
  uint64_t whole = whole_slab(c, slab_of(slab));
  if (!warp_.compare_exchange(word_of(slab), &whole, uint64_t{0})) {
    // A thread that looked at the slab earlier took a slot: the chunk stays.
    if (warp_.load(&data.taken))
      for (unsigned i = 0; i != slabs; ++i)
        if (!warp_.load(&data.words[i])) {
          warp_.store(&data.words[i], whole_slab(c, i));
          push_chain(c, 0, slab_id(chunk, i), slab_id(chunk, i));
        }
    warp_.store(&data.idle, 0u);
    warp_.store(&data.taken, 0u);
    return false;
  }
  const uint32_t taken = warp_.load(&data.taken) + 1;
  warp_.store(&data.taken, taken);
  if (taken == slabs) {
    warp_.store(&data.idle, 0u);
    warp_.store(&data.taken, 0u);
    warp_.store(&data.shape, uint64_t{0});
    put_run({chunk, 1});
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

template <class Warp> void *allocator<Warp>::allocate(uint64_t bytes, uint64_t alignment) {
  if (alignment > granule) {
    // A class whose size is the least multiple of the alignment exists, and its slots are aligned,
    // since classes are as far apart as their alignment.
    if (bytes > ~alignment)
      return nullptr;
    bytes = bytes ? (bytes + alignment - 1) & ~(alignment - 1) : alignment;
  }
  if (bytes <= largest_slot) [[likely]]
    return allocate_small(class_for(bytes));
  return allocate_large(bytes, alignment);
}

template <class Warp> void allocator<Warp>::release(void *memory) {
  const uint64_t offset = offset_of(memory), chunk = offset >> chunk_shift;
  if (offset >= heap_.reserved_bytes)
    return;
  chunk_data &data = heap_.chunks[chunk];
  const uint64_t shape = warp_.load(&data.shape);
  warp_.fence(); // what the thread did with the block comes before what its next owner does
  if (kind_of(shape) == chunk_small) [[likely]] {
    const slot_place place = locate(shape, static_cast<uint32_t>(offset % chunk_bytes));
    give_back(slab_id(chunk, place.slab), uint64_t{1} << place.slot);
  } else if (kind_of(shape) == chunk_large) {
    release_large(chunk);
  }
}

template <class Warp> void allocator<Warp>::release_large(uint64_t chunk) {
  chunk_data &data = heap_.chunks[chunk];
  warp_.store(&data.shape, uint64_t{0});
  put_run({chunk, warp_.load(&data.run)});
}

template <class Warp> uint64_t allocator<Warp>::usable(const void *memory) {
  if (!contains(memory))
    return 0;
  chunk_data &data = heap_.chunks[offset_of(memory) >> chunk_shift];
  const uint64_t shape = warp_.load(&data.shape);
  switch (kind_of(shape)) {
  case chunk_small:
    return slot_bytes(shape_class(shape));
  case chunk_large:
    return uint64_t{warp_.load(&data.run)} << chunk_shift;
  default:
    return 0;
  }
}

} // namespace gpu::detail::heap

#endif // GPUC_DEVICE_CORE_HEAP_HPP
