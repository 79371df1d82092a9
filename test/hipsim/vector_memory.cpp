//===- vector_memory.cpp - Global, flat and scratch instructions --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_access.hpp"

namespace hipsim {
namespace {

/// An instruction's address operands: its lanes' offsets or addresses, and a scalar base.
class addresses {
public:
  addresses(wave &w, const instruction &i, space in, unsigned vector, unsigned scalar) : i_(i) {
    const operand &base = i.op[scalar];
    if (in != space::flat && scalar < i.operands && base.kind != operand_kind::none) {
      base_ = in == space::scratch ? w.scalar(base) : w.scalar64(base);
      wide_ = false;
    } else {
      wide_ = in != space::scratch;
    }
    const operand &o = i.op[vector];
    if (o.kind != operand_kind::vector)
      return;
    w.check_vector(o.index, wide_ ? 2 : 1, w.exec());
    low_ = w.row(o.index);
    if (wide_)
      high_ = w.row(static_cast<u16>(o.index + 1));
    if (in == space::scratch)
      mask_ = 0xffffffff;
  }
  u64 operator[](unsigned lane) const {
    u64 address = base_ + static_cast<u64>(i64{i_.offset});
    if (low_)
      address += high_ ? join(low_[lane], high_[lane]) : low_[lane];
    return address & mask_;
  }

private:
  const instruction &i_;
  u64 base_ = 0, mask_ = ~u64{0};
  bool wide_ = true;
  const u32 *low_ = nullptr, *high_ = nullptr;
};

enum class half_load : u8 { no, low, high };

template <class T> u32 extended(T value) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<u32>(i32{value});
  else
    return value;
}

void mark_load(wave &w, space in, u16 index, unsigned words) {
  w.begin_load(index, words, true, in == space::flat);
}

template <space In, unsigned Words> void load_vector(wave &w, const instruction &i) {
  const addresses from(w, i, In, 1, 2);
  const u16 to = i.op[0].index;
  const u64 exec = w.exec();
  u64 undefined = 0;
  u32 results[64][Words];
  for_lanes(exec, [&](unsigned lane) {
    const place p = locate(w, In, from[lane], lane, Words * 4, "reads");
    load_words(p.bytes, results[lane], 1, Words);
    if (!was_written(p, Words * 4))
      undefined |= u64{1} << lane;
  });
  mark_load(w, In, to, Words);
  for (unsigned n = 0; n < Words; ++n) {
    u32 *const row = w.row(static_cast<u16>(to + n));
    for_lanes(exec, [&](unsigned lane) { row[lane] = results[lane][n]; });
    w.v_defined[to + n] = (w.v_defined[to + n] | exec) & ~undefined;
  }
}

template <space In, class T, half_load Half> void load_part(wave &w, const instruction &i) {
  const addresses from(w, i, In, 1, 2);
  const u16 to = i.op[0].index;
  const u64 exec = w.exec();
  u64 undefined = 0;
  u32 results[64];
  for_lanes(exec, [&](unsigned lane) {
    const place p = locate(w, In, from[lane], lane, sizeof(T), "reads");
    results[lane] = extended(load_whole<T>(p.bytes));
    if (!was_written(p, sizeof(T)))
      undefined |= u64{1} << lane;
  });
  mark_load(w, In, to, 1);
  u32 *const row = w.row(to);
  for_lanes(exec, [&](unsigned lane) {
    if (Half == half_load::no)
      row[lane] = results[lane];
    else if (Half == half_load::low)
      row[lane] = (row[lane] & 0xffff0000) | (results[lane] & 0xffff);
    else
      row[lane] = (row[lane] & 0xffff) | results[lane] << 16;
  });
  w.v_defined[to] = (w.v_defined[to] | exec) & ~undefined;
}

void note_written(const place &p, u32 bytes) {
  if (p.written)
    std::memset(p.written, 1, bytes);
}

/// Data that is not defined may be stored: registers are saved whole, and so are structures.
template <space In, unsigned Words> void store_vector(wave &w, const instruction &i) {
  const addresses to(w, i, In, 0, 2);
  const u16 from = i.op[1].index;
  w.check_arrived(from, Words);
  const u32 *const data = w.row(from);
  for_lanes(w.exec(), [&](unsigned lane) {
    const place p = locate(w, In, to[lane], lane, Words * 4, "writes");
    store_words(p.bytes, data + lane, w.lanes, Words);
    note_written(p, Words * 4);
  });
  w.begin_store(true, In == space::flat);
}

template <space In, class T, bool High> void store_part(wave &w, const instruction &i) {
  const addresses to(w, i, In, 0, 2);
  const u16 from = i.op[1].index;
  w.check_arrived(from, 1);
  const u32 *const data = w.row(from);
  const bool high = High || i.op[1].high;
  for_lanes(w.exec(), [&](unsigned lane) {
    const place p = locate(w, In, to[lane], lane, sizeof(T), "writes");
    store_whole<T>(p.bytes, static_cast<T>(high ? data[lane] >> 16 : data[lane]));
    note_written(p, sizeof(T));
  });
  w.begin_store(true, In == space::flat);
}

void need_aligned(u64 address, unsigned bytes) {
  if (address % bytes) [[unlikely]]
    throw fault("an atomic operation of " + std::to_string(bytes) +
                " bytes at an address that is not aligned to them");
}

/// `F(old, data)`; with `Compare` the data are the new value and the one to find.
template <space In, class T, auto F, bool Compare> void atomic(wave &w, const instruction &i) {
  constexpr unsigned words = sizeof(T) / 4;
  const unsigned first = i.returns ? 1 : 0;
  const addresses at(w, i, In, first, first + 2);
  const u16 from = i.op[first + 1].index;
  const u64 exec = w.exec();
  w.check_vector(from, words * (Compare ? 2 : 1), exec);
  const u32 *const data = w.row(from);
  const auto value = [&](unsigned lane, unsigned word) {
    const u32 *const x = data + word * w.lanes + lane;
    return static_cast<T>(words == 2 ? join(x[0], x[w.lanes]) : *x);
  };
  T before[64];
  for_lanes(exec, [&](unsigned lane) {
    const u64 address = at[lane];
    need_aligned(address, sizeof(T));
    const place p = locate(w, In, address, lane, sizeof(T), "updates");
    const T operand = value(lane, 0);
    if constexpr (Compare) {
      const T expected = value(lane, words);
      before[lane] = atomic_update<T>(p, [&](T old) { return old == expected ? operand : old; });
    } else {
      before[lane] = atomic_update<T>(p, [&](T old) { return F(old, operand); });
    }
    note_written(p, sizeof(T));
  });
  if (!i.returns) {
    w.begin_store(true, In == space::flat);
    return;
  }
  const u16 to = i.op[0].index;
  mark_load(w, In, to, words);
  for_lanes(exec, [&](unsigned lane) {
    const u64 bits = before[lane];
    w.row(to)[lane] = low_word(bits);
    if (words == 2)
      w.row(static_cast<u16>(to + 1))[lane] = high_word(bits);
  });
  w.define(to, words, exec);
}

template <space In> void add_loads(const std::string &p) {
  add_semantics(p + "_load_b32", load_vector<In, 1>);
  add_semantics(p + "_load_b64", load_vector<In, 2>);
  add_semantics(p + "_load_b96", load_vector<In, 3>);
  add_semantics(p + "_load_b128", load_vector<In, 4>);
  add_semantics(p + "_load_dword", load_vector<In, 1>);
  add_semantics(p + "_load_dwordx2", load_vector<In, 2>);
  add_semantics(p + "_load_dwordx3", load_vector<In, 3>);
  add_semantics(p + "_load_dwordx4", load_vector<In, 4>);
  for (const char *name : {"_load_u8", "_load_ubyte"})
    add_semantics(p + name, load_part<In, u8, half_load::no>);
  for (const char *name : {"_load_i8", "_load_sbyte"})
    add_semantics(p + name, load_part<In, i8, half_load::no>);
  for (const char *name : {"_load_u16", "_load_ushort"})
    add_semantics(p + name, load_part<In, u16, half_load::no>);
  for (const char *name : {"_load_i16", "_load_sshort"})
    add_semantics(p + name, load_part<In, i16, half_load::no>);
  for (const char *name : {"_load_d16_u8", "_load_ubyte_d16"})
    add_semantics(p + name, load_part<In, u8, half_load::low>);
  for (const char *name : {"_load_d16_i8", "_load_sbyte_d16"})
    add_semantics(p + name, load_part<In, i8, half_load::low>);
  for (const char *name : {"_load_d16_b16", "_load_short_d16"})
    add_semantics(p + name, load_part<In, u16, half_load::low>);
  for (const char *name : {"_load_d16_hi_u8", "_load_ubyte_d16_hi"})
    add_semantics(p + name, load_part<In, u8, half_load::high>);
  for (const char *name : {"_load_d16_hi_i8", "_load_sbyte_d16_hi"})
    add_semantics(p + name, load_part<In, i8, half_load::high>);
  for (const char *name : {"_load_d16_hi_b16", "_load_short_d16_hi"})
    add_semantics(p + name, load_part<In, u16, half_load::high>);
}

template <space In> void add_stores(const std::string &p) {
  add_semantics(p + "_store_b32", store_vector<In, 1>);
  add_semantics(p + "_store_b64", store_vector<In, 2>);
  add_semantics(p + "_store_b96", store_vector<In, 3>);
  add_semantics(p + "_store_b128", store_vector<In, 4>);
  add_semantics(p + "_store_dword", store_vector<In, 1>);
  add_semantics(p + "_store_dwordx2", store_vector<In, 2>);
  add_semantics(p + "_store_dwordx3", store_vector<In, 3>);
  add_semantics(p + "_store_dwordx4", store_vector<In, 4>);
  for (const char *name : {"_store_b8", "_store_byte"})
    add_semantics(p + name, store_part<In, u8, false>);
  for (const char *name : {"_store_b16", "_store_short"})
    add_semantics(p + name, store_part<In, u16, false>);
  for (const char *name : {"_store_d16_hi_b8", "_store_byte_d16_hi"})
    add_semantics(p + name, store_part<In, u8, true>);
  for (const char *name : {"_store_d16_hi_b16", "_store_short_d16_hi"})
    add_semantics(p + name, store_part<In, u16, true>);
}

template <space In, class T> void add_atomics_of(const std::string &p) {
  const auto add = [&](const char *rdna32, const char *rdna64, const char *cdna, handler run) {
    const bool wide = sizeof(T) == 8;
    add_semantics(p + "_atomic_" + (wide ? rdna64 : rdna32), run);
    add_semantics(p + "_atomic_" + cdna + (wide ? "_x2" : ""), run);
  };
  using namespace atomics;
  add("add_u32", "add_u64", "add", atomic<In, T, hipsim::atomics::add<T>, false>);
  add("sub_u32", "sub_u64", "sub", atomic<In, T, sub<T>, false>);
  add("min_u32", "min_u64", "umin", atomic<In, T, umin<T>, false>);
  add("max_u32", "max_u64", "umax", atomic<In, T, umax<T>, false>);
  add("min_i32", "min_i64", "smin", atomic<In, T, smin<T>, false>);
  add("max_i32", "max_i64", "smax", atomic<In, T, smax<T>, false>);
  add("and_b32", "and_b64", "and", atomic<In, T, band<T>, false>);
  add("or_b32", "or_b64", "or", atomic<In, T, bor<T>, false>);
  add("xor_b32", "xor_b64", "xor", atomic<In, T, bxor<T>, false>);
  add("inc_u32", "inc_u64", "inc", atomic<In, T, inc<T>, false>);
  add("dec_u32", "dec_u64", "dec", atomic<In, T, dec<T>, false>);
  add("swap_b32", "swap_b64", "swap", atomic<In, T, swap<T>, false>);
  add("cmpswap_b32", "cmpswap_b64", "cmpswap", atomic<In, T, swap<T>, true>);
}

template <space In> void add_atomics(const std::string &p) {
  using namespace atomics;
  add_atomics_of<In, u32>(p);
  add_atomics_of<In, u64>(p);
  add_semantics(p + "_atomic_add_f32", atomic<In, u32, fadd<u32>, false>);
  add_semantics(p + "_atomic_min_f32", atomic<In, u32, fmin<u32>, false>);
  add_semantics(p + "_atomic_max_f32", atomic<In, u32, fmax<u32>, false>);
  add_semantics(p + "_atomic_add_f64", atomic<In, u64, fadd<u64>, false>);
  add_semantics(p + "_atomic_min_f64", atomic<In, u64, fmin<u64>, false>);
  add_semantics(p + "_atomic_max_f64", atomic<In, u64, fmax<u64>, false>);
  add_semantics(p + "_atomic_pk_add_f16", atomic<In, u32, pk_add_f16, false>);
  add_semantics(p + "_atomic_pk_add_bf16", atomic<In, u32, pk_add_bf16, false>);
}

/// Caches are not simulated: memory is always up to date. That waits stand where they must is
/// checked for registers alone.
void cache_control(wave &, const instruction &) {}

[[maybe_unused]] const bool added = [] {
  add_loads<space::global>("global");
  add_loads<space::flat>("flat");
  add_loads<space::scratch>("scratch");
  add_stores<space::global>("global");
  add_stores<space::flat>("flat");
  add_stores<space::scratch>("scratch");
  add_atomics<space::global>("global");
  add_atomics<space::flat>("flat");
  for (const char *name : {"buffer_gl0_inv", "buffer_gl1_inv", "buffer_inv", "buffer_wbl2",
                           "s_dcache_inv", "s_gl1_inv", "s_dcache_wb", "s_icache_inv"})
    add_semantics(name, cache_control);
  return true;
}();

} // namespace
} // namespace hipsim
