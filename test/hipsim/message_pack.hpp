//===- message_pack.hpp - Reading a code object's metadata ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_MESSAGE_PACK_HPP
#define GPUC_TEST_HIPSIM_MESSAGE_PACK_HPP

#include "types.hpp"

#include <map>
#include <string>
#include <vector>

namespace hipsim {

/// A value of a MessagePack document; the members that its kind does not have are empty.
struct message_value {
  i64 number = 0; ///< also of booleans
  std::string text;
  std::vector<message_value> list;
  std::map<std::string, message_value> fields;

  /// A field, or an empty value where there is none.
  const message_value &operator[](const std::string &name) const {
    static const message_value none;
    const auto found = fields.find(name);
    return found == fields.end() ? none : found->second;
  }
};

/// Throws `std::runtime_error` where the document is cut off or has kinds that metadata has not.
message_value read_message(const u8 *data, std::size_t bytes);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_MESSAGE_PACK_HPP
