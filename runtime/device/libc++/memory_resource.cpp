//===- memory_resource.cpp - libc++: memory resources -----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <memory_resource>
#include <new>

namespace std {
inline namespace __1 {
namespace pmr {

memory_resource::~memory_resource() {}

namespace {

class heap_resource final : public memory_resource {
public:
  constexpr heap_resource() = default;

private:
  void *do_allocate(size_t size, size_t alignment) override {
    return ::operator new(size, align_val_t(alignment));
  }
  void do_deallocate(void *start, size_t size, size_t alignment) override {
    ::operator delete(start, size, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

class empty_resource final : public memory_resource {
public:
  constexpr empty_resource() = default;

private:
  void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

[[clang::no_destroy]] constinit heap_resource heap;
[[clang::no_destroy]] constinit empty_resource empty;
constinit memory_resource *chosen = &heap;

char *aligned_down(char *p, size_t alignment) {
  return p - (reinterpret_cast<uintptr_t>(p) & (alignment - 1));
}

size_t rounded_up(size_t size, size_t alignment) {
  return (size + alignment - 1) & ~(alignment - 1);
}

/// The least n with 1 << n >= value.
int log2_rounded_up(size_t value) { return value <= 1 ? 0 : 64 - __builtin_clzll(value - 1); }

} // namespace

memory_resource *new_delete_resource() noexcept { return &heap; }
memory_resource *null_memory_resource() noexcept { return &empty; }
memory_resource *get_default_resource() noexcept {
  return __atomic_load_n(&chosen, __ATOMIC_RELAXED);
}
memory_resource *set_default_resource(memory_resource *resource) noexcept {
  return __atomic_exchange_n(&chosen, resource ? resource : &heap, __ATOMIC_RELAXED);
}

/// Chunks are used from their end down; each ends in its footer. A new one is twice the last.
void *monotonic_buffer_resource::do_allocate(size_t size, size_t alignment) {
  const auto take = [=](char *start, char *&current) -> void * {
    if (!start || static_cast<size_t>(current - start) < size)
      return nullptr;
    char *const result = aligned_down(current - size, alignment);
    if (result < start)
      return nullptr;
    return current = result;
  };
  if (void *result = take(__initial_.__start_, __initial_.__cur_))
    return result;
  if (__chunks_)
    if (void *result = take(__chunks_->__start_, __chunks_->__cur_))
      return result;

  size_t previous = __default_buffer_capacity / 2;
  if (__chunks_)
    previous = __chunks_->__allocation_size();
  else if (__initial_.__start_)
    previous = static_cast<size_t>(__initial_.__end_ - __initial_.__start_);
  else if (__initial_.__size_)
    previous = (__initial_.__size_ + sizeof(__chunk_footer) + 1) / 2;
  const size_t chunk_alignment =
      alignment < alignof(__chunk_footer) ? alignof(__chunk_footer) : alignment;
  const size_t least = rounded_up(size + alignment, alignof(__chunk_footer));
  const size_t capacity = 2 * previous > least + sizeof(__chunk_footer)
                              ? rounded_up(2 * previous, alignof(__chunk_footer))
                              : least + sizeof(__chunk_footer);
  char *const start = static_cast<char *>(__res_->allocate(capacity, chunk_alignment));
  char *const end = start + capacity - sizeof(__chunk_footer);
  __chunks_ = ::new (end) __chunk_footer{__chunks_, start, end, chunk_alignment};
  return take(__chunks_->__start_, __chunks_->__cur_);
}

/// Blocks of one size.
class unsynchronized_pool_resource::__fixed_pool {
  struct chunk {
    chunk *next;
    size_t size; ///< bytes, this included
  };
  struct block {
    block *next;
  };
  chunk *chunks_ = nullptr;
  block *free_ = nullptr;
  size_t blocks_ = 0; ///< of the last chunk

public:
  void *allocate(memory_resource *upstream, size_t block_size, size_t least, size_t most) {
    if (!free_) {
      const size_t wanted = blocks_ ? 2 * blocks_ : least;
      blocks_ = wanted < most ? wanted : most;
      const size_t header = rounded_up(sizeof(chunk), block_alignment(block_size));
      const size_t size = header + blocks_ * block_size;
      char *const start =
          static_cast<char *>(upstream->allocate(size, block_alignment(block_size)));
      chunks_ = ::new (start) chunk{chunks_, size};
      for (size_t i = blocks_; i-- != 0;)
        free_ = ::new (start + header + i * block_size) block{free_};
    }
    block *const result = free_;
    free_ = result->next;
    return result;
  }

  void deallocate(void *start) { free_ = ::new (start) block{free_}; }

  void release(memory_resource *upstream, size_t block_size) {
    while (chunks_) {
      chunk *const next = chunks_->next;
      upstream->deallocate(chunks_, chunks_->size, block_alignment(block_size));
      chunks_ = next;
    }
    free_ = nullptr;
    blocks_ = 0;
  }

private:
  /// A block may hold an object aligned to its size.
  static size_t block_alignment(size_t block_size) {
    return block_size < alignof(max_align_t) ? alignof(max_align_t) : block_size;
  }
};

/// Stands behind each large allocation.
struct unsynchronized_pool_resource::__adhoc_pool::__chunk_footer {
  __chunk_footer *next, *previous;
  void *start;
  size_t size, alignment; ///< this included
};

void *unsynchronized_pool_resource::__adhoc_pool::__do_allocate(memory_resource *upstream,
                                                                size_t size, size_t alignment) {
  const size_t place = rounded_up(size, alignof(__chunk_footer));
  const size_t whole = place + sizeof(__chunk_footer);
  if (alignment < alignof(__chunk_footer))
    alignment = alignof(__chunk_footer);
  char *const start = static_cast<char *>(upstream->allocate(whole, alignment));
  auto *footer = ::new (start + place) __chunk_footer{__first_, nullptr, start, whole, alignment};
  if (__first_)
    __first_->previous = footer;
  __first_ = footer;
  return start;
}

void unsynchronized_pool_resource::__adhoc_pool::__do_deallocate(memory_resource *upstream,
                                                                 void *start, size_t size, size_t) {
  auto *footer = reinterpret_cast<__chunk_footer *>(static_cast<char *>(start) +
                                                    rounded_up(size, alignof(__chunk_footer)));
  (footer->previous ? footer->previous->next : __first_) = footer->next;
  if (footer->next)
    footer->next->previous = footer->previous;
  upstream->deallocate(start, footer->size, footer->alignment);
}

void unsynchronized_pool_resource::__adhoc_pool::__release_ptr(memory_resource *upstream) {
  while (__first_) {
    __chunk_footer *const next = __first_->next;
    upstream->deallocate(__first_->start, __first_->size, __first_->alignment);
    __first_ = next;
  }
}

size_t unsynchronized_pool_resource::__pool_block_size(int pool) const {
  return size_t{1} << __log2_pool_block_size(pool);
}
int unsynchronized_pool_resource::__log2_pool_block_size(int pool) const {
  return pool + __log2_smallest_block_size;
}
int unsynchronized_pool_resource::__pool_index(size_t size, size_t alignment) const {
  const int log2 = log2_rounded_up(size < alignment ? alignment : size);
  const int pool = log2 < __log2_smallest_block_size ? 0 : log2 - __log2_smallest_block_size;
  return pool < __num_fixed_pools_ ? pool : __num_fixed_pools_;
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options,
                                                           memory_resource *upstream)
    : __res_(upstream), __fixed_pools_(nullptr) {
  const auto within = [](size_t value, size_t least, size_t most) {
    return value < least ? least : value > most ? most : value;
  };
  const size_t largest = options.largest_required_pool_block ? options.largest_required_pool_block
                                                             : __default_largest_block_size;
  __num_fixed_pools_ = log2_rounded_up(within(largest, size_t{__smallest_block_size},
                                              size_t{__max_largest_block_size})) -
                       __log2_smallest_block_size + 1;
  const size_t blocks =
      options.max_blocks_per_chunk ? options.max_blocks_per_chunk : __max_blocks_per_chunk;
  __options_max_blocks_per_chunk_ = static_cast<uint32_t>(
      within(blocks, size_t{__min_blocks_per_chunk}, size_t{__max_blocks_per_chunk}));
}

void unsynchronized_pool_resource::release() {
  __adhoc_pool_.__release_ptr(__res_);
  if (!__fixed_pools_)
    return;
  for (int i = 0; i != __num_fixed_pools_; ++i)
    __fixed_pools_[i].release(__res_, __pool_block_size(i));
  __res_->deallocate(__fixed_pools_, __num_fixed_pools_ * sizeof(__fixed_pool),
                     alignof(__fixed_pool));
  __fixed_pools_ = nullptr;
}

pool_options unsynchronized_pool_resource::options() const {
  return {__options_max_blocks_per_chunk_, __pool_block_size(__num_fixed_pools_ - 1)};
}

void *unsynchronized_pool_resource::do_allocate(size_t size, size_t alignment) {
  const int pool = __pool_index(size, alignment);
  if (pool == __num_fixed_pools_)
    return __adhoc_pool_.__do_allocate(__res_, size, alignment);
  if (!__fixed_pools_) {
    __fixed_pools_ = static_cast<__fixed_pool *>(
        __res_->allocate(__num_fixed_pools_ * sizeof(__fixed_pool), alignof(__fixed_pool)));
    for (int i = 0; i != __num_fixed_pools_; ++i)
      ::new (__fixed_pools_ + i) __fixed_pool;
  }
  const size_t block = __pool_block_size(pool);
  const size_t least = block * __min_blocks_per_chunk < __min_bytes_per_chunk
                           ? __min_bytes_per_chunk / block
                       : __min_blocks_per_chunk < __options_max_blocks_per_chunk_ && block <= 4096
                           ? size_t{__min_blocks_per_chunk}
                           : 1;
  const size_t most = __max_bytes_per_chunk / block < __options_max_blocks_per_chunk_
                          ? __max_bytes_per_chunk / block
                          : __options_max_blocks_per_chunk_;
  return __fixed_pools_[pool].allocate(__res_, block, least, most);
}

void unsynchronized_pool_resource::do_deallocate(void *start, size_t size, size_t alignment) {
  const int pool = __pool_index(size, alignment);
  if (pool == __num_fixed_pools_)
    __adhoc_pool_.__do_deallocate(__res_, start, size, alignment);
  else
    __fixed_pools_[pool].deallocate(start);
}

bool synchronized_pool_resource::do_is_equal(const memory_resource &other) const noexcept {
  return this == &other;
}

} // namespace pmr
} // namespace __1
} // namespace std
