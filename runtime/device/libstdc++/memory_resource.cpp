//===- memory_resource.cpp - Memory resources -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// <memory_resource>. A pool resource keeps free lists of blocks of powers of
// two, which it cuts from chunks of its upstream resource; what is larger it
// asks its upstream for, and remembers.
//
//===----------------------------------------------------------------------===//

#include <bit>
#include <cstddef>
#include <memory_resource>
#include <new>
#include <vector>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct new_delete final : memory_resource {
  void *do_allocate(size_t size, size_t alignment) override {
    return alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__
               ? ::operator new(size, align_val_t(alignment))
               : ::operator new(size);
  }
  void do_deallocate(void *p, size_t size, size_t alignment) override {
    if (alignment > __STDCPP_DEFAULT_NEW_ALIGNMENT__)
      ::operator delete(p, size, align_val_t(alignment));
    else
      ::operator delete(p, size);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

struct refusing final : memory_resource {
  void *do_allocate(size_t, size_t) override { __throw_bad_alloc(); }
  void do_deallocate(void *, size_t, size_t) override {}
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

// `memory_resource` has no constexpr constructor in C++20's headers, but only a table pointer.
[[clang::no_destroy]] new_delete heap;
[[clang::no_destroy]] refusing nothing;
memory_resource *default_resource = nullptr; // null: `heap`

} // namespace

memory_resource *new_delete_resource() noexcept { return &heap; }
memory_resource *null_memory_resource() noexcept { return &nothing; }
memory_resource *get_default_resource() noexcept {
  memory_resource *resource = __atomic_load_n(&default_resource, __ATOMIC_ACQUIRE);
  return resource ? resource : &heap;
}
memory_resource *set_default_resource(memory_resource *resource) noexcept {
  memory_resource *old = __atomic_exchange_n(&default_resource, resource, __ATOMIC_ACQ_REL);
  return old ? old : &heap;
}

// Monotonic buffers: each begins with where it is from.

class monotonic_buffer_resource::_Chunk {
public:
  _Chunk *next;
  size_t size, alignment;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t size, size_t alignment) {
  if (alignment < alignof(max_align_t))
    alignment = alignof(max_align_t);
  const size_t header = (sizeof(_Chunk) + alignment - 1) / alignment * alignment;
  const size_t wanted = size < _M_next_bufsiz ? _M_next_bufsiz : size;
  if (wanted > static_cast<size_t>(-1) - header)
    __throw_bad_alloc();
  void *memory = _M_upstream->allocate(header + wanted, alignment);
  _M_head = ::new (memory) _Chunk{_M_head, header + wanted, alignment};
  _M_current_buf = static_cast<char *>(memory) + header;
  _M_avail = wanted;
  _M_next_bufsiz = _S_next_bufsize(wanted);
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_Chunk *chunk = _M_head) {
    _M_head = chunk->next;
    _M_upstream->deallocate(chunk, chunk->size, chunk->alignment);
  }
}

// Pools.

struct __pool_resource::_BigBlock {
  void *memory;
  size_t size, alignment;
};

/// Blocks of one size.
struct __pool_resource::_Pool {
  struct chunk {
    void *memory;
    size_t size;
    chunk *next;
  };
  struct block {
    block *next;
  };

  size_t block_size;
  size_t next_count; ///< blocks of the next chunk
  block *free;
  chunk *chunks;

  void *take(memory_resource *upstream, size_t most) {
    if (!free) {
      // A block of the chunk describes it.
      const size_t count = next_count + 1;
      char *memory = static_cast<char *>(upstream->allocate(count * block_size, block_size));
      for (size_t i = 0; i != next_count; ++i)
        free = ::new (memory + i * block_size) block{free};
      chunks = ::new (memory + next_count * block_size) chunk{memory, count * block_size, chunks};
      next_count = next_count * 2 < most ? next_count * 2 : most;
    }
    block *taken = free;
    free = taken->next;
    return taken;
  }
};

namespace {

constexpr size_t smallest_block = 32, largest_block = 4096; // the smallest holds a chunk's record
constexpr size_t first_count = 16, most_count = 4096;

pool_options complete(pool_options options) {
  if (options.max_blocks_per_chunk == 0 || options.max_blocks_per_chunk > most_count)
    options.max_blocks_per_chunk = most_count;
  size_t &largest = options.largest_required_pool_block;
  largest = largest == 0               ? largest_block
            : largest < smallest_block ? smallest_block
            : largest > largest_block  ? largest_block
                                       : bit_ceil(largest);
  return options;
}

int pool_of(size_t size, size_t alignment) {
  const size_t wanted = size < alignment ? alignment : size;
  return wanted <= smallest_block
             ? 0
             : static_cast<int>(bit_width(wanted - 1) - bit_width(smallest_block - 1));
}

} // namespace

__pool_resource::__pool_resource(const pool_options &options, memory_resource *upstream)
    : _M_opts(complete(options)), _M_unpooled(upstream),
      _M_npools(pool_of(_M_opts.largest_required_pool_block, 1) + 1) {}

__pool_resource::~__pool_resource() { release(); }

void *__pool_resource::allocate(size_t size, size_t alignment) {
  void *memory = resource()->allocate(size, alignment);
  _M_unpooled.push_back({memory, size, alignment});
  return memory;
}

void __pool_resource::deallocate(void *memory, size_t size, size_t alignment) {
  for (auto &block : _M_unpooled)
    if (block.memory == memory) {
      block = _M_unpooled.back();
      _M_unpooled.pop_back();
      break;
    }
  resource()->deallocate(memory, size, alignment);
}

void __pool_resource::release() noexcept {
  for (const auto &block : _M_unpooled)
    resource()->deallocate(block.memory, block.size, block.alignment);
  pmr::vector<_BigBlock>(resource()).swap(_M_unpooled);
}

__pool_resource::_Pool *__pool_resource::_M_alloc_pools() {
  const size_t count = static_cast<size_t>(_M_npools);
  auto *pools = static_cast<_Pool *>(resource()->allocate(count * sizeof(_Pool), alignof(_Pool)));
  const size_t blocks =
      first_count < _M_opts.max_blocks_per_chunk ? first_count : _M_opts.max_blocks_per_chunk;
  for (size_t i = 0; i != count; ++i)
    ::new (pools + i) _Pool{smallest_block << i, blocks, nullptr, nullptr};
  return pools;
}

// Both kinds: `pools` is null until the first allocation.

#define POOL_FUNCTIONS(impl, pools)                                                                \
  const auto take = [&](size_t size, size_t alignment) -> void * {                                 \
    const int pool = pool_of(size, alignment);                                                     \
    if (pool >= impl._M_npools)                                                                    \
      return impl.allocate(size, alignment);                                                       \
    if (!pools)                                                                                    \
      pools = impl._M_alloc_pools();                                                               \
    return pools[pool].take(impl.resource(), impl._M_opts.max_blocks_per_chunk);                   \
  };                                                                                               \
  const auto give_back = [&](void *memory, size_t size, size_t alignment) {                        \
    const int pool = pool_of(size, alignment);                                                     \
    if (pool >= impl._M_npools)                                                                    \
      impl.deallocate(memory, size, alignment);                                                    \
    else                                                                                           \
      pools[pool].free = ::new (memory) __pool_resource::_Pool::block{pools[pool].free};           \
  };                                                                                               \
  const auto release_all = [&] {                                                                   \
    if (pools) {                                                                                   \
      for (int i = 0; i != impl._M_npools; ++i)                                                    \
        while (auto *chunk = pools[i].chunks) {                                                    \
          pools[i].chunks = chunk->next;                                                           \
          impl.resource()->deallocate(chunk->memory, chunk->size, pools[i].block_size);            \
        }                                                                                          \
      impl.resource()->deallocate(pools, static_cast<size_t>(impl._M_npools) * sizeof *pools,      \
                                  alignof(__pool_resource::_Pool));                                \
      pools = nullptr;                                                                             \
    }                                                                                              \
    impl.release();                                                                                \
  };                                                                                               \
  (void)take;                                                                                      \
  (void)give_back;                                                                                 \
  (void)release_all

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options,
                                                           memory_resource *upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void *unsynchronized_pool_resource::do_allocate(size_t size, size_t alignment) {
  POOL_FUNCTIONS(_M_impl, _M_pools);
  return take(size, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void *memory, size_t size, size_t alignment) {
  POOL_FUNCTIONS(_M_impl, _M_pools);
  give_back(memory, size, alignment);
}
void unsynchronized_pool_resource::release() {
  POOL_FUNCTIONS(_M_impl, _M_pools);
  release_all();
}

#ifdef _GLIBCXX_HAS_GTHREADS

/// The pools themselves: threads share them.
struct synchronized_pool_resource::_TPools {
  __pool_resource::_Pool pools[1];
};

/// Does `work` alone. Lanes of a warp come here together, so it is done in the loop that tries the
/// lock.
template <class Mutex, class Work> static void exclusively(Mutex &mutex, Work work) {
  for (bool done = false; !done;)
    if (mutex.try_lock()) {
      work();
      mutex.unlock();
      done = true;
    }
}

#define SHARED_POOLS                                                                               \
  auto *&pools = reinterpret_cast<__pool_resource::_Pool *&>(_M_tpools);                           \
  POOL_FUNCTIONS(_M_impl, pools)

synchronized_pool_resource::synchronized_pool_resource(const pool_options &options,
                                                       memory_resource *upstream)
    : _M_impl(options, upstream), _M_key() {}
synchronized_pool_resource::~synchronized_pool_resource() { release(); }
void *synchronized_pool_resource::do_allocate(size_t size, size_t alignment) {
  SHARED_POOLS;
  void *result;
  exclusively(_M_mx, [&] { result = take(size, alignment); });
  return result;
}
void synchronized_pool_resource::do_deallocate(void *memory, size_t size, size_t alignment) {
  SHARED_POOLS;
  exclusively(_M_mx, [&] { give_back(memory, size, alignment); });
}
void synchronized_pool_resource::release() {
  SHARED_POOLS;
  exclusively(_M_mx, [&] { release_all(); });
}

#endif

} // namespace std::pmr
