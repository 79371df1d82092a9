//===- ios.cpp - std::ios_base ----------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <climits>
#include <ios>
#include <new>

namespace std {

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(),
      _M_callbacks(nullptr), _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word)
    delete[] _M_word;
}

void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

locale ios_base::imbue(const locale &other) noexcept {
  locale old = _M_ios_locale;
  _M_ios_locale = other;
  _M_call_callbacks(imbue_event);
  return old;
}

// Callbacks, the last registered first. Streams that share them by copyfmt count references.

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event what) noexcept {
  for (_Callback_list *p = _M_callbacks; p; p = p->_M_next)
    p->_M_fn(what, *this, p->_M_index);
}

void ios_base::_M_dispose_callbacks() noexcept {
  _Callback_list *p = _M_callbacks;
  while (p && p->_M_remove_reference() == 0) {
    _Callback_list *const next = p->_M_next;
    delete p;
    p = next;
  }
  _M_callbacks = nullptr;
}

// iword and pword.

int ios_base::xalloc() noexcept {
  static int next = 4; // fewer are the library's own
  return __atomic_fetch_add(&next, 1, __ATOMIC_RELAXED);
}

ios_base::_Words &ios_base::_M_grow_words(int index, bool integer) {
  _Words *words = nullptr;
  if (0 <= index && index < INT_MAX)
    words = new (nothrow) _Words[static_cast<size_t>(index) + 1];
  if (!words) {
    _M_streambuf_state |= badbit;
    if (_M_streambuf_state & _M_exception)
      __throw_ios_failure("ios_base::_M_grow_words is not valid");
    if (integer)
      _M_word_zero._M_iword = 0;
    else
      _M_word_zero._M_pword = nullptr;
    return _M_word_zero;
  }
  for (int i = 0; i != _M_word_size; ++i)
    words[i] = _M_word[i];
  if (_M_word != _M_local_word)
    delete[] _M_word;
  _M_word = words;
  _M_word_size = index + 1;
  return words[index];
}

// Moving and swapping: words may be within the object.

void ios_base::_M_move(ios_base &other) noexcept {
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
  _M_callbacks = other._M_callbacks;
  other._M_callbacks = nullptr;
  if (_M_word != _M_local_word)
    delete[] _M_word;
  if (other._M_word == other._M_local_word) {
    _M_word = _M_local_word;
    _M_word_size = _S_local_word_size;
    for (int i = 0; i != _S_local_word_size; ++i) {
      _M_local_word[i] = other._M_local_word[i];
      other._M_local_word[i] = _Words();
    }
  } else {
    _M_word = other._M_word;
    _M_word_size = other._M_word_size;
    other._M_word = other._M_local_word;
    other._M_word_size = _S_local_word_size;
  }
  _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
  std::swap(_M_precision, other._M_precision);
  std::swap(_M_width, other._M_width);
  std::swap(_M_flags, other._M_flags);
  std::swap(_M_exception, other._M_exception);
  std::swap(_M_streambuf_state, other._M_streambuf_state);
  std::swap(_M_callbacks, other._M_callbacks);
  const bool local = _M_word == _M_local_word, other_local = other._M_word == other._M_local_word;
  for (int i = 0; i != _S_local_word_size; ++i)
    std::swap(_M_local_word[i], other._M_local_word[i]);
  _Words *const words = _M_word;
  _M_word = other_local ? _M_local_word : other._M_word;
  other._M_word = local ? other._M_local_word : words;
  std::swap(_M_word_size, other._M_word_size);
  std::swap(_M_ios_locale, other._M_ios_locale);
}

// The standard streams are built when a thread first uses them (streams.cpp).

ios_base::Init::Init() {}
ios_base::Init::~Init() {}

bool ios_base::sync_with_stdio(bool) { return true; }

const ios_base::fmtflags ios_base::boolalpha;
const ios_base::fmtflags ios_base::dec;
const ios_base::fmtflags ios_base::fixed;
const ios_base::fmtflags ios_base::hex;
const ios_base::fmtflags ios_base::internal;
const ios_base::fmtflags ios_base::left;
const ios_base::fmtflags ios_base::oct;
const ios_base::fmtflags ios_base::right;
const ios_base::fmtflags ios_base::scientific;
const ios_base::fmtflags ios_base::showbase;
const ios_base::fmtflags ios_base::showpoint;
const ios_base::fmtflags ios_base::showpos;
const ios_base::fmtflags ios_base::skipws;
const ios_base::fmtflags ios_base::unitbuf;
const ios_base::fmtflags ios_base::uppercase;
const ios_base::fmtflags ios_base::adjustfield;
const ios_base::fmtflags ios_base::basefield;
const ios_base::fmtflags ios_base::floatfield;
const ios_base::iostate ios_base::badbit;
const ios_base::iostate ios_base::eofbit;
const ios_base::iostate ios_base::failbit;
const ios_base::iostate ios_base::goodbit;
const ios_base::openmode ios_base::app;
const ios_base::openmode ios_base::ate;
const ios_base::openmode ios_base::binary;
const ios_base::openmode ios_base::in;
const ios_base::openmode ios_base::out;
const ios_base::openmode ios_base::trunc;
const ios_base::seekdir ios_base::beg;
const ios_base::seekdir ios_base::cur;
const ios_base::seekdir ios_base::end;

} // namespace std
