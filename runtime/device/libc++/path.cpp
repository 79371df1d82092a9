//===- path.cpp - libc++: std::filesystem::path -----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace {

using std::string_view;

constexpr size_t none = string_view::npos;

size_t root_size(string_view text) {
  const size_t size = text.find_first_not_of('/');
  return size == none ? text.size() : size;
}

/// An element of a path: where it is in the text. The root directory is the separators before the
/// first name; an empty name stands for separators at the end.
struct element {
  size_t start, size;
  bool is_root;
};

/// The elements of a path, in order.
class elements {
public:
  explicit elements(string_view text) : text_(text) {}

  /// Whether there is one more.
  bool next(element &result) {
    if (next_ >= text_.size())
      return false;
    if (next_ == 0 && text_[0] == '/') {
      result = {0, root_size(text_), true};
      next_ = result.size;
      return true;
    }
    if (text_[next_] == '/') { // after a name
      const size_t name = text_.find_first_not_of('/', next_);
      if (name == none) {
        result = {text_.size() - 1, 0, false};
        next_ = text_.size();
        return true;
      }
      next_ = name;
    }
    const size_t end = text_.find('/', next_);
    result = {next_, (end == none ? text_.size() : end) - next_, false};
    next_ = result.start + result.size;
    return true;
  }

  string_view text(const element &e) const {
    return e.is_root ? string_view("/") : text_.substr(e.start, e.size);
  }

private:
  string_view text_;
  size_t next_ = 0;
};

} // namespace

namespace std {
inline namespace __1 {
inline namespace __fs {
namespace filesystem {

path::__string_view path::__root_name() const { return {}; }
path::__string_view path::__root_directory() const {
  return __string_view(__pn_).substr(0, root_size(__pn_) ? 1 : 0);
}
path::__string_view path::__root_path_raw() const { return __root_directory(); }
path::__string_view path::__relative_path() const {
  return __string_view(__pn_).substr(root_size(__pn_));
}

path::__string_view path::__parent_path() const {
  const __string_view text = __pn_;
  const size_t root = root_size(text), last = text.rfind('/');
  if (root == text.size())
    return text;
  if (last == none)
    return {};
  size_t size = last + 1;
  while (size > root && text[size - 1] == '/')
    --size;
  return text.substr(0, size);
}

path::__string_view path::__filename() const {
  const __string_view text = __pn_;
  const size_t last = text.rfind('/');
  return last == none ? text : text.substr(last + 1);
}

/// The size of a file name without its extension.
static size_t stem_size(string_view name) {
  const size_t dot = name.rfind('.');
  return dot == none || dot == 0 || name == ".." ? name.size() : dot;
}

path::__string_view path::__stem() const { return __filename().substr(0, stem_size(__filename())); }
path::__string_view path::__extension() const {
  return __filename().substr(stem_size(__filename()));
}

int path::__compare(__string_view other) const {
  const bool rooted = root_size(__pn_) != 0, other_rooted = root_size(other) != 0;
  if (rooted != other_rooted)
    return rooted ? 1 : -1;
  elements left(__pn_), right(other);
  for (element a, b;;) {
    const bool more = left.next(a), other_more = right.next(b);
    if (!more || !other_more)
      return more - other_more;
    if (const int order = left.text(a).compare(right.text(b)))
      return order;
  }
}

size_t hash_value(const path &p) noexcept {
  elements parts(p.native());
  size_t result = 0;
  for (element e; parts.next(e);)
    result = result * 31 + hash<string_view>()(parts.text(e));
  return result;
}

path::iterator path::begin() const {
  iterator result;
  result.__path_ptr_ = this;
  result.__state_ = iterator::_BeforeBegin;
  result.__entry_ = __string_view(__pn_).substr(0, 0);
  result.__increment();
  return result;
}

path::iterator path::end() const {
  iterator result;
  result.__path_ptr_ = this;
  result.__state_ = iterator::_AtEnd;
  result.__entry_ = __string_view(__pn_).substr(__pn_.size());
  return result;
}

path::iterator &path::iterator::__increment() {
  const __string_view text = __path_ptr_->native();
  elements parts(text);
  element e;
  bool found = parts.next(e);
  if (__state_ != _BeforeBegin) {
    while (found && text.data() + e.start != __entry_.data())
      found = parts.next(e);
    found = found && parts.next(e);
  }
  if (!found)
    return *this = __path_ptr_->end();
  __entry_ = text.substr(e.start, e.size);
  __state_ = e.is_root ? _InRootDir : e.size ? _InFilenames : _InTrailingSep;
  __stashed_elem_.__pn_ = parts.text(e);
  return *this;
}

path::iterator &path::iterator::__decrement() {
  iterator before = __path_ptr_->begin(), next = before;
  for (next.__increment(); next != *this; next.__increment())
    before = next;
  return *this = before;
}

path path::lexically_normal() const {
  if (empty())
    return *this;
  elements parts(__pn_);
  string_type result;
  size_t root = 0;
  bool trailing = false; // what comes last names a directory
  for (element e; parts.next(e);) {
    const __string_view name = parts.text(e);
    if (e.is_root) {
      result = "/";
      root = 1;
      continue;
    }
    trailing = name.empty() || name == "." || name == "..";
    if (name.empty() || name == ".")
      continue;
    if (name == "..") {
      const size_t slash = result.rfind('/');
      const size_t last = slash == none ? 0 : slash + 1;
      if (result.size() > root && __string_view(result).substr(last) != "..") {
        result.resize(last > root ? last - 1 : last);
        continue;
      }
      if (root)
        continue;
      trailing = false;
    }
    if (result.size() > root)
      result += '/';
    result += name;
  }
  if (result.empty())
    return path(".");
  const size_t slash = result.rfind('/');
  const bool climbs = __string_view(result).substr(slash == none ? 0 : slash + 1) == "..";
  if (trailing && result.size() > root && !climbs)
    result += '/';
  return path(std::move(result));
}

path path::lexically_relative(const path &base) const {
  if ((root_size(__pn_) != 0) != (root_size(base.__pn_) != 0))
    return path();
  elements parts(__pn_), base_parts(base.__pn_);
  element mine, others;
  bool more = parts.next(mine), base_more = base_parts.next(others);
  while (more && base_more && parts.text(mine) == base_parts.text(others)) {
    more = parts.next(mine);
    base_more = base_parts.next(others);
  }
  if (!more && !base_more)
    return path(".");
  int up = 0;
  for (; base_more; base_more = base_parts.next(others)) {
    const __string_view name = base_parts.text(others);
    up += name == ".." ? -1 : !name.empty() && name != ".";
  }
  if (up < 0)
    return path();
  if (up == 0 && (!more || parts.text(mine).empty()))
    return path(".");
  path result;
  while (up-- != 0)
    result /= path("..");
  for (; more; more = parts.next(mine))
    result /= path(string_type(parts.text(mine)));
  return result;
}

path &path::replace_extension(const path &replacement) {
  __pn_.resize(__pn_.size() - __extension().size());
  if (!replacement.empty()) {
    if (replacement.__pn_[0] != '.')
      __pn_ += '.';
    __pn_ += replacement.__pn_;
  }
  return *this;
}

filesystem_error::~filesystem_error() {}

void filesystem_error::__create_what(int paths) {
  string &text = __storage_->__what_;
  text = string("filesystem error: ") + system_error::what();
  if (paths >= 1)
    text += " [\"" + path1().native() + "\"]";
  if (paths >= 2)
    text += " [\"" + path2().native() + "\"]";
}

} // namespace filesystem
} // namespace __fs
} // namespace __1
} // namespace std
