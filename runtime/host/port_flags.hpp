//===- port_flags.hpp - Comparing the flags of many ports -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The server looks at all flags in each pass of its loop, so that this decides how
// long a call takes.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_RUNTIME_HOST_PORT_FLAGS_HPP
#define GPUC_RUNTIME_HOST_PORT_FLAGS_HPP

#include <atomic>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gpu::detail::services {

inline std::uint32_t load_flag(const std::uint32_t &flag) {
  return std::atomic_ref(const_cast<std::uint32_t &>(flag)).load(std::memory_order_acquire);
}

/// Which of 64 device flags differ from those seen before. A hint that another thread may have
/// outdated: read a flag itself with `load_flag`.
#if defined(__SSE2__)
__attribute__((no_sanitize("thread"))) inline __m128i equal_flags(const std::uint32_t *flags,
                                                                  const std::uint32_t *seen) {
  return _mm_cmpeq_epi32(*reinterpret_cast<const __m128i *>(flags),
                         *reinterpret_cast<const __m128i *>(seen));
}

__attribute__((no_sanitize("thread"))) inline std::uint64_t
changed_flags(const std::uint32_t *flags, const std::uint32_t *seen) {
  std::uint64_t changed = 0;
  for (unsigned i = 0; i != 64; i += 16) {
    const __m128i low =
        _mm_packs_epi32(equal_flags(flags + i, seen + i), equal_flags(flags + i + 4, seen + i + 4));
    const __m128i high = _mm_packs_epi32(equal_flags(flags + i + 8, seen + i + 8),
                                         equal_flags(flags + i + 12, seen + i + 12));
    const auto equal = static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
    changed |= std::uint64_t{~equal & 0xffff} << i;
  }
  return changed;
}
#else
inline std::uint64_t changed_flags(const std::uint32_t *flags, const std::uint32_t *seen) {
  std::uint64_t changed = 0;
  for (unsigned i = 0; i != 64; ++i)
    changed |= std::uint64_t{load_flag(flags[i]) != load_flag(seen[i])} << i;
  return changed;
}
#endif

} // namespace gpu::detail::services

#endif // GPUC_RUNTIME_HOST_PORT_FLAGS_HPP
