//===- ctype_table.hpp - glibc's character tables ---------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Classes and cases of characters as glibc's headers and `locale_t` objects have
// them: for -128 to 255, in the "C" locale.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DEVICE_LIBC_CTYPE_TABLE_HPP
#define GPUC_DEVICE_LIBC_CTYPE_TABLE_HPP

namespace gpuc::libc {

/// The bit of <ctype.h>'s class number `i` on little-endian machines.
constexpr unsigned class_bit(unsigned i) { return i < 8 ? 1u << i << 8 : 1u << i >> 8; }

inline constexpr unsigned class_upper = class_bit(0), class_lower = class_bit(1),
                          class_alpha = class_bit(2), class_digit = class_bit(3),
                          class_xdigit = class_bit(4), class_space = class_bit(5),
                          class_print = class_bit(6), class_graph = class_bit(7),
                          class_blank = class_bit(8), class_cntrl = class_bit(9),
                          class_punct = class_bit(10), class_alnum = class_bit(11);

/// The classes of an ASCII character.
constexpr unsigned class_of(unsigned c) {
  if (c < ' ' || c == 127)
    return class_cntrl | (c >= '\t' && c <= '\r' ? class_space : 0) | (c == '\t' ? class_blank : 0);
  if (c == ' ')
    return class_print | class_space | class_blank;
  const unsigned shown = class_print | class_graph;
  if (c >= '0' && c <= '9')
    return shown | class_digit | class_xdigit | class_alnum;
  const unsigned letter = c | 0x20;
  if (letter >= 'a' && letter <= 'z')
    return shown | class_alpha | class_alnum | (letter <= 'f' ? class_xdigit : 0) |
           (c == letter ? class_lower : class_upper);
  return shown | class_punct;
}

template <class T> struct character_table { T entries[384]; };

constexpr character_table<unsigned short> make_class_table() {
  character_table<unsigned short> table{};
  for (unsigned c = 0; c < 128; ++c)
    table.entries[c + 128] = static_cast<unsigned short>(class_of(c));
  return table;
}

/// `shift` is added from `first` to `last`.
constexpr character_table<int> make_case_table(int first, int last, int shift) {
  character_table<int> table{};
  for (int c = -128; c < 256; ++c)
    table.entries[c + 128] = c == -1 ? -1 : c < 0 ? c + 256 : c;
  for (int c = first; c <= last; ++c)
    table.entries[c + 128] = c + shift;
  return table;
}

inline constexpr auto class_table = make_class_table();
inline constexpr auto lower_table = make_case_table('A', 'Z', 'a' - 'A');
inline constexpr auto upper_table = make_case_table('a', 'z', 'A' - 'a');

} // namespace gpuc::libc

#endif // GPUC_DEVICE_LIBC_CTYPE_TABLE_HPP
