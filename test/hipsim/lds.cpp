//===- lds.cpp - Instructions of the local data share -----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "memory_access.hpp"

namespace hipsim {
namespace {

const u32 *address_row(wave &w, const operand &o) {
  if (o.kind != operand_kind::vector)
    throw fault("an LDS address in no vector register");
  w.check_vector(o.index, 1, w.exec());
  return w.row(o.index);
}

void set_loaded(wave &w, u16 to, unsigned words, u64 exec, u64 undefined) {
  for (unsigned n = 0; n < words; ++n)
    w.v_defined[to + n] = (w.v_defined[to + n] | exec) & ~undefined;
}

template <unsigned Words> void ds_load(wave &w, const instruction &i) {
  const u32 *const from = address_row(w, i.op[1]);
  const u64 exec = w.exec();
  const u16 to = i.op[0].index;
  u64 undefined = 0;
  u32 results[64][Words];
  for_lanes(exec, [&](unsigned lane) {
    const place p = locate_lds(w, from[lane] + static_cast<u32>(i.offset), Words * 4, "reads");
    load_words(p.bytes, results[lane], 1, Words);
    if (!was_written(p, Words * 4))
      undefined |= u64{1} << lane;
  });
  w.begin_load(to, Words, false, true);
  for_lanes(exec, [&](unsigned lane) {
    for (unsigned n = 0; n < Words; ++n)
      w.row(static_cast<u16>(to + n))[lane] = results[lane][n];
  });
  set_loaded(w, to, Words, exec, undefined);
}

/// Two loads of `Words` each, at offsets in units of them, times 64 with `Stride`.
template <unsigned Words, unsigned Stride> void ds_load_two(wave &w, const instruction &i) {
  const u32 *const from = address_row(w, i.op[1]);
  const u64 exec = w.exec();
  const u16 to = i.op[0].index;
  u64 undefined = 0;
  u32 results[64][Words * 2];
  for_lanes(exec, [&](unsigned lane) {
    unsigned n = 0;
    for (const i32 offset : {i.offset0, i.offset1}) {
      const u64 at = from[lane] + static_cast<u32>(offset) * 4 * Words * Stride;
      const place p = locate_lds(w, at, Words * 4, "reads");
      load_words(p.bytes, results[lane] + n, 1, Words);
      if (!was_written(p, Words * 4))
        undefined |= u64{1} << lane;
      n += Words;
    }
  });
  w.begin_load(to, 2 * Words, false, true);
  for_lanes(exec, [&](unsigned lane) {
    for (unsigned n = 0; n < 2 * Words; ++n)
      w.row(static_cast<u16>(to + n))[lane] = results[lane][n];
  });
  set_loaded(w, to, 2 * Words, exec, undefined);
}

template <class T, int Half> void ds_load_part(wave &w, const instruction &i) {
  const u32 *const from = address_row(w, i.op[1]);
  const u64 exec = w.exec();
  const u16 to = i.op[0].index;
  u64 undefined = 0;
  u32 results[64];
  for_lanes(exec, [&](unsigned lane) {
    const place p = locate_lds(w, from[lane] + static_cast<u32>(i.offset), sizeof(T), "reads");
    const T value = load_whole<T>(p.bytes);
    results[lane] = std::is_signed_v<T> ? static_cast<u32>(static_cast<i32>(value)) : u32(value);
    if (!was_written(p, sizeof(T)))
      undefined |= u64{1} << lane;
  });
  w.begin_load(to, 1, false, true);
  u32 *const row = w.row(to);
  for_lanes(exec, [&](unsigned lane) {
    const u32 value = results[lane];
    row[lane] = Half == 0   ? value
                : Half == 1 ? (row[lane] & 0xffff0000) | (value & 0xffff)
                            : (row[lane] & 0xffff) | value << 16;
  });
  set_loaded(w, to, 1, exec, undefined);
}

void write_lds(wave &w, u64 address, const u32 *data, unsigned words, bool defined) {
  const place p = locate_lds(w, address, words * 4, "writes");
  store_words(p.bytes, data, w.lanes, words);
  std::memset(p.written, defined, words * 4);
}

bool all_defined(const wave &w, u16 index, unsigned words, unsigned lane) {
  for (unsigned n = 0; n < words; ++n)
    if (!(w.v_defined[index + n] >> lane & 1))
      return false;
  return true;
}

template <unsigned Words> void ds_store(wave &w, const instruction &i) {
  const u32 *const to = address_row(w, i.op[0]);
  const u16 from = i.op[1].index;
  w.check_arrived(from, Words);
  const u32 *const data = w.row(from);
  for_lanes(w.exec(), [&](unsigned lane) {
    write_lds(w, to[lane] + static_cast<u32>(i.offset), data + lane, Words,
              all_defined(w, from, Words, lane));
  });
  w.begin_store(false, true);
}

template <unsigned Words, unsigned Stride> void ds_store_two(wave &w, const instruction &i) {
  const u32 *const to = address_row(w, i.op[0]);
  const u16 from[] = {i.op[1].index, i.op[2].index};
  const i32 offsets[] = {i.offset0, i.offset1};
  for (unsigned k = 0; k < 2; ++k) {
    w.check_arrived(from[k], Words);
    const u32 *const data = w.row(from[k]);
    for_lanes(w.exec(), [&](unsigned lane) {
      write_lds(w, to[lane] + static_cast<u32>(offsets[k]) * 4 * Words * Stride, data + lane, Words,
                all_defined(w, from[k], Words, lane));
    });
  }
  w.begin_store(false, true);
}

template <class T, bool High> void ds_store_part(wave &w, const instruction &i) {
  const u32 *const to = address_row(w, i.op[0]);
  const u16 from = i.op[1].index;
  w.check_arrived(from, 1);
  const bool high = High || i.op[1].high;
  for_lanes(w.exec(), [&](unsigned lane) {
    const place p = locate_lds(w, to[lane] + static_cast<u32>(i.offset), sizeof(T), "writes");
    const u32 value = w.row(from)[lane];
    store_whole<T>(p.bytes, static_cast<T>(high ? value >> 16 : value));
    std::memset(p.written, all_defined(w, from, 1, lane), sizeof(T));
  });
  w.begin_store(false, true);
}

/// Which of the data operands of a compare and store is the value to find; `replaces`: the
/// operation does not look at the old value.
enum class compare : u8 { none, first, second, replaces };

template <class T, auto F, bool Returns, compare How>
void ds_atomic(wave &w, const instruction &i) {
  constexpr unsigned words = sizeof(T) / 4, first = Returns ? 1 : 0;
  const u32 *const at = address_row(w, i.op[first]);
  const u64 exec = w.exec();
  const auto data = [&](unsigned k, unsigned lane) {
    const u32 *const x = w.row(i.op[first + k].index) + lane;
    return static_cast<T>(words == 2 ? join(x[0], x[w.lanes]) : *x);
  };
  w.check_vector(i.op[first + 1].index, words, exec);
  if (How == compare::first || How == compare::second)
    w.check_vector(i.op[first + 2].index, words, exec);
  T before[64];
  for_lanes(exec, [&](unsigned lane) {
    const u64 address = at[lane] + static_cast<u32>(i.offset);
    if (address % sizeof(T))
      throw fault("an atomic operation of LDS at an address that is not aligned");
    const place p = locate_lds(w, address, sizeof(T), "updates");
    if (!was_written(p, sizeof(T)) && How != compare::replaces)
      throw fault("updates LDS at " + std::to_string(address) + ", which was never written");
    const T value = data(How == compare::first ? 2 : 1, lane);
    before[lane] = atomic_update<T>(p, [&](T old) {
      if (How == compare::none || How == compare::replaces)
        return F(old, value);
      return old == data(How == compare::first ? 1 : 2, lane) ? value : old;
    });
    std::memset(p.written, 1, sizeof(T));
  });
  if (!Returns) {
    w.begin_store(false, true);
    return;
  }
  const u16 to = i.op[0].index;
  w.begin_load(to, words, false, true);
  for_lanes(exec, [&](unsigned lane) {
    const u64 bits = before[lane];
    w.row(to)[lane] = low_word(bits);
    if (words == 2)
      w.row(static_cast<u16>(to + 1))[lane] = high_word(bits);
  });
  w.define(to, words, exec);
}

//===----------------------------------------------------------------------===//
// Exchange between lanes
//===----------------------------------------------------------------------===//

void finish_exchange(wave &w, u16 to, const u32 *results, u64 exec, u64 undefined) {
  w.begin_load(to, 1, false, true);
  for_lanes(exec, [&](unsigned lane) { w.row(to)[lane] = results[lane]; });
  set_loaded(w, to, 1, exec, undefined);
}

/// Each lane reads from the lane that its address, in bytes, names; zero from inactive ones.
void ds_bpermute(wave &w, const instruction &i) {
  const u32 *const from = address_row(w, i.op[1]);
  const operand &data = i.op[2];
  w.check_arrived(data.index, 1);
  const u64 exec = w.exec();
  u64 undefined = 0;
  u32 results[64] = {};
  for_lanes(exec, [&](unsigned lane) {
    const unsigned at = (from[lane] + static_cast<u32>(i.offset)) / 4 % w.lanes;
    if (!(exec >> at & 1))
      return;
    results[lane] = w.row(data.index)[at];
    if (!(w.v_defined[data.index] >> at & 1))
      undefined |= u64{1} << lane;
  });
  finish_exchange(w, i.op[0].index, results, exec, undefined);
}

void ds_permute(wave &w, const instruction &i) {
  const u32 *const to = address_row(w, i.op[1]);
  const operand &data = i.op[2];
  const u64 exec = w.exec();
  w.check_vector(data.index, 1, exec);
  u32 results[64] = {};
  for_lanes(exec, [&](unsigned lane) {
    results[(to[lane] + static_cast<u32>(i.offset)) / 4 % w.lanes] = w.row(data.index)[lane];
  });
  finish_exchange(w, i.op[0].index, results, exec, 0);
}

/// The numbers of `swizzle(MODE, a, b…)`, or the offset itself.
u32 swizzle_pattern(const instruction &i) {
  if (i.offset)
    return static_cast<u32>(i.offset);
  const auto at = i.text.find("swizzle(");
  if (at == std::string::npos)
    return 0;
  const std::string what = i.text.substr(at + 8);
  std::vector<u32> n;
  for (std::size_t c = 0; c < what.size(); ++c)
    if (what[c] == ',' && std::isdigit(static_cast<unsigned char>(what[c + 1])))
      n.push_back(static_cast<u32>(std::stoul(what.substr(c + 1))));
  if (what.starts_with("QUAD_PERM"))
    return 0x8000 | n[0] | n[1] << 2 | n[2] << 4 | n[3] << 6;
  if (what.starts_with("SWAP"))
    return n[0] << 10 | 0x1f;
  if (what.starts_with("REVERSE"))
    return (n[0] - 1) << 10 | 0x1f;
  if (what.starts_with("BROADCAST"))
    return (32 - n[0]) | n[1] << 5;
  if (what.starts_with("BITMASK_PERM")) {
    const auto quote = what.find('"');
    u32 and_mask = 0, or_mask = 0, xor_mask = 0;
    for (unsigned bit = 0; bit < 5; ++bit) {
      const char c = what[quote + 1 + bit];
      const u32 one = 16u >> bit;
      and_mask |= c == 'p' || c == 'i' ? one : 0;
      or_mask |= c == '1' ? one : 0;
      xor_mask |= c == 'i' ? one : 0;
    }
    return and_mask | or_mask << 5 | xor_mask << 10;
  }
  throw fault("a swizzle of unknown form");
}

void ds_swizzle(wave &w, const instruction &i) {
  const u32 pattern = swizzle_pattern(i);
  const operand &data = i.op[1];
  w.check_arrived(data.index, 1);
  const u64 exec = w.exec();
  u64 undefined = 0;
  u32 results[64] = {};
  for_lanes(exec, [&](unsigned lane) {
    unsigned at;
    if (pattern & 0x8000)
      at = (lane & ~3u) | (pattern >> 2 * (lane & 3) & 3);
    else
      at = (lane & ~31u) |
           ((((lane & 31) & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
    if (!(exec >> at & 1))
      return;
    results[lane] = w.row(data.index)[at];
    if (!(w.v_defined[data.index] >> at & 1))
      undefined |= u64{1} << lane;
  });
  finish_exchange(w, i.op[0].index, results, exec, undefined);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

void add_loads() {
  const auto add = [](const char *rdna, const char *cdna, handler run) {
    add_semantics(std::string("ds_load_") + rdna, run);
    add_semantics(std::string("ds_read") + cdna, run);
  };
  add("b32", "_b32", ds_load<1>);
  add("b64", "_b64", ds_load<2>);
  add("b96", "_b96", ds_load<3>);
  add("b128", "_b128", ds_load<4>);
  add("2addr_b32", "2_b32", ds_load_two<1, 1>);
  add("2addr_b64", "2_b64", ds_load_two<2, 1>);
  add("2addr_stride64_b32", "2st64_b32", ds_load_two<1, 64>);
  add("2addr_stride64_b64", "2st64_b64", ds_load_two<2, 64>);
  add("u8", "_u8", ds_load_part<u8, 0>);
  add("i8", "_i8", ds_load_part<i8, 0>);
  add("u16", "_u16", ds_load_part<u16, 0>);
  add("i16", "_i16", ds_load_part<i16, 0>);
  add("u8_d16", "_u8_d16", ds_load_part<u8, 1>);
  add("i8_d16", "_i8_d16", ds_load_part<i8, 1>);
  add("u16_d16", "_u16_d16", ds_load_part<u16, 1>);
  add("u8_d16_hi", "_u8_d16_hi", ds_load_part<u8, 2>);
  add("i8_d16_hi", "_i8_d16_hi", ds_load_part<i8, 2>);
  add("u16_d16_hi", "_u16_d16_hi", ds_load_part<u16, 2>);
}

void add_stores() {
  const auto add = [](const char *rdna, const char *cdna, handler run) {
    add_semantics(std::string("ds_store_") + rdna, run);
    add_semantics(std::string("ds_write") + cdna, run);
  };
  add("b32", "_b32", ds_store<1>);
  add("b64", "_b64", ds_store<2>);
  add("b96", "_b96", ds_store<3>);
  add("b128", "_b128", ds_store<4>);
  add("2addr_b32", "2_b32", ds_store_two<1, 1>);
  add("2addr_b64", "2_b64", ds_store_two<2, 1>);
  add("2addr_stride64_b32", "2st64_b32", ds_store_two<1, 64>);
  add("2addr_stride64_b64", "2st64_b64", ds_store_two<2, 64>);
  add("b8", "_b8", ds_store_part<u8, false>);
  add("b16", "_b16", ds_store_part<u16, false>);
  add("b8_d16_hi", "_b8_d16_hi", ds_store_part<u8, true>);
  add("b16_d16_hi", "_b16_d16_hi", ds_store_part<u16, true>);
}

template <class T, auto F> void add_atomic(const std::string &name, const std::string &type) {
  add_semantics("ds_" + name + "_" + type, ds_atomic<T, F, false, compare::none>);
  add_semantics("ds_" + name + "_rtn_" + type, ds_atomic<T, F, true, compare::none>);
}

template <class T> void add_atomics(const std::string &width) {
  using namespace atomics;
  const std::string u = "u" + width, i = "i" + width, b = "b" + width, f = "f" + width;
  add_atomic<T, add<T>>("add", u);
  add_atomic<T, sub<T>>("sub", u);
  add_atomic<T, rsub<T>>("rsub", u);
  add_atomic<T, inc<T>>("inc", u);
  add_atomic<T, dec<T>>("dec", u);
  add_atomic<T, umin<T>>("min", u);
  add_atomic<T, umax<T>>("max", u);
  add_atomic<T, smin<T>>("min", i);
  add_atomic<T, smax<T>>("max", i);
  add_atomic<T, band<T>>("and", b);
  add_atomic<T, bor<T>>("or", b);
  add_atomic<T, bxor<T>>("xor", b);
  add_atomic<T, fadd<T>>("add", f);
  add_atomic<T, fmin<T>>("min", f);
  add_atomic<T, fmax<T>>("max", f);
  for (const std::string name : {"ds_wrxchg_rtn_", "ds_storexchg_rtn_"})
    add_semantics(name + b, ds_atomic<T, swap<T>, true, compare::replaces>);
  // The older form has the value to find first.
  add_semantics("ds_cmpst_" + b, ds_atomic<T, swap<T>, false, compare::first>);
  add_semantics("ds_cmpst_rtn_" + b, ds_atomic<T, swap<T>, true, compare::first>);
  add_semantics("ds_cmpstore_" + b, ds_atomic<T, swap<T>, false, compare::second>);
  add_semantics("ds_cmpstore_rtn_" + b, ds_atomic<T, swap<T>, true, compare::second>);
}

[[maybe_unused]] const bool added = [] {
  add_loads();
  add_stores();
  add_atomics<u32>("32");
  add_atomics<u64>("64");
  add_atomic<u32, atomics::pk_add_f16>("pk_add", "f16");
  add_atomic<u32, atomics::pk_add_bf16>("pk_add", "bf16");
  add_semantics("ds_bpermute_b32", ds_bpermute);
  add_semantics("ds_permute_b32", ds_permute);
  add_semantics("ds_swizzle_b32", ds_swizzle);
  return true;
}();

} // namespace
} // namespace hipsim
