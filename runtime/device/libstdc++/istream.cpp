//===- istream.cpp - Reading from streams -----------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specialisations of std::istream's functions that its headers only
// declare, since the host's library has quicker ones. Here they read unit by
// unit.
//
//===----------------------------------------------------------------------===//

#include <istream>
#include <limits>
#include <locale>
#include <streambuf>
#include <string>

namespace std {

namespace {

constexpr streamsize unlimited = numeric_limits<streamsize>::max();

template <class C> bool is_end(typename char_traits<C>::int_type unit) {
  return char_traits<C>::eq_int_type(unit, char_traits<C>::eof());
}
template <class C> bool is_space(const ctype<C> &type, typename char_traits<C>::int_type unit) {
  return type.is(ctype_base::space, char_traits<C>::to_char_type(unit));
}

/// Takes units until there are `most`, the input ends, or `stop(unit)` holds for the next one,
/// which it returns; end-of-file where `most` were taken. `take(unit)` is called for each.
template <class C, class Stop, class Take>
typename char_traits<C>::int_type take_units(basic_streambuf<C> *from, streamsize most, Stop stop,
                                             Take take, streamsize &taken) {
  typename char_traits<C>::int_type unit = from->sgetc();
  while ((most == unlimited || taken < most) && !is_end<C>(unit) && !stop(unit)) {
    take(char_traits<C>::to_char_type(unit));
    if (taken != unlimited)
      ++taken;
    unit = from->snextc();
  }
  return unit;
}

/// `getline` into an array; returns how many units were taken.
template <class C>
streamsize read_line(basic_istream<C> &in, C *to, streamsize size, C delimiter,
                     ios_base::iostate &state) {
  using traits = char_traits<C>;
  streamsize taken = 0;
  const auto unit = take_units(
      in.rdbuf(), size - 1, [&](auto u) { return u == traits::to_int_type(delimiter); },
      [&](C c) { *to++ = c; }, taken);
  if (size > 0)
    *to = C();
  if (is_end<C>(unit)) {
    state |= ios_base::eofbit;
  } else if (traits::eq_int_type(unit, traits::to_int_type(delimiter))) {
    in.rdbuf()->sbumpc();
    ++taken;
  } else {
    state |= ios_base::failbit;
  }
  return taken;
}

template <class C>
streamsize skip_units(basic_istream<C> &in, streamsize most,
                      typename char_traits<C>::int_type delimiter, ios_base::iostate &state) {
  streamsize taken = 0;
  const auto unit = take_units(
      in.rdbuf(), most, [&](auto u) { return u == delimiter; }, [](C) {}, taken);
  if (most != unlimited && taken == most)
    return taken;
  if (is_end<C>(unit)) {
    state |= ios_base::eofbit;
  } else {
    in.rdbuf()->sbumpc();
    if (taken != unlimited)
      ++taken;
  }
  return taken;
}

istream &read_word(istream &in, string &text) {
  streamsize taken = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry ready(in, false); ready) {
    text.clear();
    const streamsize most = in.width() > 0 ? in.width() : unlimited;
    const ctype<char> &type = use_facet<ctype<char>>(in.getloc());
    const auto unit = take_units(
        in.rdbuf(), most, [&](auto u) { return is_space<char>(type, u); },
        [&](char c) { text.push_back(c); }, taken);
    if ((most == unlimited || taken < most) && is_end<char>(unit))
      state |= ios_base::eofbit;
    in.width(0);
  }
  if (taken == 0)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

template <class C>
basic_istream<C> &read_string_line(basic_istream<C> &in, basic_string<C> &text, C delimiter) {
  using traits = char_traits<C>;
  streamsize taken = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (typename basic_istream<C>::sentry ready(in, true); ready) {
    text.clear();
    const auto unit = take_units(
        in.rdbuf(), static_cast<streamsize>(text.max_size()),
        [&](auto u) { return u == traits::to_int_type(delimiter); },
        [&](C c) { text.push_back(c); }, taken);
    if (is_end<C>(unit)) {
      state |= ios_base::eofbit;
    } else if (traits::eq_int_type(unit, traits::to_int_type(delimiter))) {
      in.rdbuf()->sbumpc();
      ++taken;
    } else {
      state |= ios_base::failbit;
    }
  }
  if (taken == 0)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

template <class C>
streamsize copy_all(basic_streambuf<C> *from, basic_streambuf<C> *to, bool &at_end) {
  streamsize copied = 0;
  at_end = true;
  for (auto unit = from->sgetc(); !is_end<C>(unit); unit = from->snextc(), ++copied)
    if (is_end<C>(to->sputc(char_traits<C>::to_char_type(unit)))) {
      at_end = false;
      break;
    }
  return copied;
}

} // namespace

#define STREAM(C)                                                                                  \
  template <> basic_istream<C> &basic_istream<C>::getline(C *to, streamsize size, C delimiter) {   \
    _M_gcount = 0;                                                                                 \
    iostate state = goodbit;                                                                       \
    if (sentry ready(*this, true); ready)                                                          \
      _M_gcount = read_line(*this, to, size, delimiter, state);                                    \
    else if (size > 0)                                                                             \
      *to = C();                                                                                   \
    if (_M_gcount == 0)                                                                            \
      state |= failbit;                                                                            \
    if (state)                                                                                     \
      setstate(state);                                                                             \
    return *this;                                                                                  \
  }                                                                                                \
  template <> basic_istream<C> &basic_istream<C>::ignore(streamsize most, int_type delimiter) {    \
    _M_gcount = 0;                                                                                 \
    if (sentry ready(*this, true); ready && most > 0) {                                            \
      iostate state = goodbit;                                                                     \
      _M_gcount = skip_units(*this, most, delimiter, state);                                       \
      if (state)                                                                                   \
        setstate(state);                                                                           \
    }                                                                                              \
    return *this;                                                                                  \
  }                                                                                                \
  template <> basic_istream<C> &basic_istream<C>::ignore(streamsize most) {                        \
    return ignore(most, traits_type::eof());                                                       \
  }                                                                                                \
  template <>                                                                                      \
  basic_istream<C> &getline(basic_istream<C> &in, basic_string<C> &text, C delimiter) {            \
    return read_string_line(in, text, delimiter);                                                  \
  }                                                                                                \
  template <>                                                                                      \
  streamsize __copy_streambufs_eof(basic_streambuf<C> *from, basic_streambuf<C> *to,               \
                                   bool &at_end) {                                                 \
    return copy_all(from, to, at_end);                                                             \
  }

STREAM(char)
STREAM(wchar_t)

template <> istream &operator>>(istream &in, string &text) { return read_word(in, text); }

void __istream_extract(istream &in, char *to, streamsize size) {
  streamsize taken = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry ready(in, false); ready) {
    const streamsize most = (0 < in.width() && in.width() < size ? in.width() : size) - 1;
    const ctype<char> &type = use_facet<ctype<char>>(in.getloc());
    const auto unit = take_units(
        in.rdbuf(), most, [&](auto u) { return is_space<char>(type, u); },
        [&](char c) { *to++ = c; }, taken);
    if (taken < most && is_end<char>(unit))
      state |= ios_base::eofbit;
    *to = 0;
    in.width(0);
  }
  if (taken == 0)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
}

} // namespace std
