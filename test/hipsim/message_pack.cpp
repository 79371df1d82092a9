//===- message_pack.cpp - Reading a code object's metadata ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "message_pack.hpp"

#include <stdexcept>

namespace hipsim {
namespace {

class reader {
public:
  reader(const u8 *data, std::size_t bytes) : at_(data), end_(data + bytes) {}

  message_value value() {
    const u8 kind = byte();
    if (kind < 0x80)
      return integer(kind);
    if (kind >= 0xe0)
      return integer(static_cast<i8>(kind));
    if (kind < 0x90)
      return map(kind & 0xf);
    if (kind < 0xa0)
      return list(kind & 0xf);
    if (kind < 0xc0)
      return text(kind & 0x1f);
    switch (kind) {
    case 0xc0:
    case 0xc2:
      return integer(0);
    case 0xc3:
      return integer(1);
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf:
      return integer(static_cast<i64>(big_endian(1u << (kind - 0xcc))));
    case 0xd0:
      return integer(static_cast<i8>(byte()));
    case 0xd1:
      return integer(static_cast<i16>(big_endian(2)));
    case 0xd2:
      return integer(static_cast<i32>(big_endian(4)));
    case 0xd3:
      return integer(static_cast<i64>(big_endian(8)));
    case 0xd9:
    case 0xda:
    case 0xdb:
      return text(big_endian(1u << (kind - 0xd9)));
    case 0xdc:
    case 0xdd:
      return list(big_endian(2u << (kind - 0xdc)));
    case 0xde:
    case 0xdf:
      return map(big_endian(2u << (kind - 0xde)));
    }
    throw std::runtime_error("the code object's metadata has a value of an unknown kind");
  }

private:
  u8 byte() {
    if (at_ == end_)
      throw std::runtime_error("the code object's metadata is cut off");
    return *at_++;
  }
  u64 big_endian(unsigned bytes) {
    u64 number = 0;
    while (bytes--)
      number = number << 8 | byte();
    return number;
  }
  static message_value integer(i64 number) {
    message_value v;
    v.number = number;
    return v;
  }
  message_value text(u64 bytes) {
    message_value v;
    while (bytes--)
      v.text += static_cast<char>(byte());
    return v;
  }
  message_value list(u64 count) {
    message_value v;
    while (count--)
      v.list.push_back(value());
    return v;
  }
  message_value map(u64 count) {
    message_value v;
    while (count--) {
      const std::string name = value().text;
      v.fields[name] = value();
    }
    return v;
  }

  const u8 *at_, *end_;
};

} // namespace

message_value read_message(const u8 *data, std::size_t bytes) {
  return reader(data, bytes).value();
}

} // namespace hipsim
