//===- streams.cpp - std::cout and its kind ---------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard streams. Their formatting state is a thread's own, so each
// thread has its own objects, built in place when it first uses them: the
// compiler calls `__gpuc_thread_init_X` where a function that uses the
// thread-local variable X begins.
//
// Nothing is buffered on the device: each piece of text is a message, and the
// host puts a thread's lines together. Input is one stream for all threads.
//
//===----------------------------------------------------------------------===//

#include "console.hpp"
#include "facet_images.hpp"
#include "support.hpp"

#include <istream>
#include <locale>
#include <new>
#include <ostream>
#include <streambuf>

#include <unistd.h>

namespace {

using gpuc_console::send_text;
using std::streamsize;

// Output.

/// How a character's text reaches the host: as it is.
void send(unsigned stream, const char *text, size_t size) { send_text(stream, text, size); }

/// Wide text as UTF-8, a few characters at a time.
void send(unsigned stream, const wchar_t *text, size_t size) {
  char bytes[64];
  size_t used = 0;
  for (size_t i = 0; i != size; ++i) {
    const auto c = static_cast<char32_t>(text[i]);
    if (used + 4 > sizeof bytes) {
      send_text(stream, bytes, used);
      used = 0;
    }
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    bytes[used++] = static_cast<char>(more == 0 ? c : (0xf80u >> more & 0xf0) | c >> (6 * more));
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
      bytes[used++] = static_cast<char>(0x80 | (c >> shift & 0x3f));
  }
  send_text(stream, bytes, used);
}

template <class C> class output_buffer final : public std::basic_streambuf<C> {
  using traits = std::char_traits<C>;

public:
  explicit output_buffer(unsigned stream) : stream(stream) {}

protected:
  streamsize xsputn(const C *text, streamsize size) override {
    if (size > 0) {
      send(stream, text, static_cast<size_t>(size));
      unflushed = true;
    }
    return size;
  }
  typename traits::int_type overflow(typename traits::int_type unit) override {
    if (!traits::eq_int_type(unit, traits::eof())) {
      const C c = traits::to_char_type(unit);
      xsputn(&c, 1);
    }
    return traits::not_eof(unit);
  }
  /// Standard error is flushed after each operation, and written line by line all the same.
  int sync() override {
    if (unflushed && stream == 1)
      send_text(stream, nullptr, 0, true);
    unflushed = false;
    return 0;
  }

private:
  unsigned stream;
  bool unflushed = false;
};

/// Finds the facets that a character type's streams have at hand.
template <class C> struct stream_facets;
template <> struct stream_facets<char> {
  static const void *type() { return &__gpuc_ctype; }
  static const void *put() { return &__gpuc_num_put; }
};
template <> struct stream_facets<wchar_t> {
  static const void *type() { return &__gpuc_wide_ctype; }
  static const void *put() { return &__gpuc_wide_num_put; }
};

/// A stream that is built without its class's `init`, which would ask for the facets of reading.
template <class C> struct output_stream final : std::basic_ostream<C> {
  output_stream(std::basic_streambuf<C> *buffer, std::basic_ostream<C> *tied, bool unbuffered)
      : std::basic_ostream<C>(reinterpret_cast<std::basic_iostream<C> &>(*this)) {
    std::ios_base::_M_init();
    this->_M_ctype = static_cast<const std::ctype<C> *>(stream_facets<C>::type());
    this->_M_num_put = static_cast<const std::num_put<C> *>(stream_facets<C>::put());
    this->_M_num_get = nullptr;
    this->_M_fill = C(' ');
    this->_M_fill_init = true;
    this->_M_tie = tied;
    this->_M_exception = this->_M_streambuf_state = std::ios_base::goodbit;
    this->_M_streambuf = buffer;
    if (unbuffered)
      this->_M_flags |= std::ios_base::unitbuf;
  }
};

/// Where a stream is built. Its first bytes are what the headers declare.
template <class C> struct output_storage {
  alignas(output_stream<C>) char stream[sizeof(output_stream<C>)];
  alignas(output_buffer<C>) char buffer[sizeof(output_buffer<C>)];
  bool built;
};
static_assert(sizeof(output_stream<char>) == sizeof(std::ostream));

template <class C>
[[gnu::noinline, gnu::cold]] void build(output_storage<C> &storage, unsigned stream,
                                        std::basic_ostream<C> *tied, bool unbuffered) {
  storage.built = true;
  auto *buffer = new (storage.buffer) output_buffer<C>(stream);
  new (storage.stream) output_stream<C>(buffer, tied, unbuffered);
}

// Input.

/// What has been read of standard input and not yet been taken. Threads take one byte at a time.
struct {
  unsigned locked;
  unsigned begin, end;
  bool ended;
  char bytes[1024];
} input;

/// The next byte, or -1 at the end.
[[gnu::noinline]] int next_byte(bool take) {
  int result = -1;
  for (bool done = false; !done;) {
    unsigned expected = 0;
    // Lanes of a warp come here together, so the work is done in the loop that tries the lock.
    if (__atomic_compare_exchange_n(&input.locked, &expected, 1u, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED)) {
      if (input.begin == input.end && !input.ended) {
        const ssize_t size = ::read(0, input.bytes, sizeof input.bytes);
        input.begin = 0;
        input.end = size > 0 ? static_cast<unsigned>(size) : 0;
        input.ended = size <= 0;
      }
      if (input.begin != input.end) {
        result = static_cast<unsigned char>(input.bytes[input.begin]);
        input.begin += take;
      }
      __atomic_store_n(&input.locked, 0u, __ATOMIC_RELEASE);
      done = true;
    }
  }
  return result;
}

template <class C> class input_buffer final : public std::basic_streambuf<C> {
  using traits = std::char_traits<C>;
  static constexpr int none = -2;

  static typename traits::int_type as_unit(int byte) {
    return byte < 0 ? traits::eof() : traits::to_int_type(static_cast<C>(byte));
  }

protected:
  typename traits::int_type underflow() override {
    return as_unit(returned != none ? returned : next_byte(false));
  }
  typename traits::int_type uflow() override {
    last = returned != none ? returned : next_byte(true);
    returned = none;
    return as_unit(last);
  }
  typename traits::int_type pbackfail(typename traits::int_type unit) override {
    if (returned != none || last == none)
      return traits::eof();
    returned = traits::eq_int_type(unit, traits::eof()) ? last : static_cast<int>(unit);
    last = none;
    return as_unit(returned);
  }

private:
  int last = none, returned = none; ///< bytes: the last taken, and one put back
};

template <class C> struct input_storage {
  alignas(std::basic_istream<C>) char stream[sizeof(std::basic_istream<C>)];
  alignas(input_buffer<C>) char buffer[sizeof(input_buffer<C>)];
  bool built;
};

template <class C>
[[gnu::noinline, gnu::cold]] void build(input_storage<C> &storage, std::basic_ostream<C> *tied) {
  storage.built = true;
  auto *buffer = new (storage.buffer) input_buffer<C>;
  auto *stream = new (storage.stream) std::basic_istream<C>(buffer);
  stream->tie(tied);
}

template <class C> std::basic_ostream<C> *stream_of(output_storage<C> &storage) {
  return reinterpret_cast<std::basic_ostream<C> *>(storage.stream);
}

} // namespace

// The objects that <iostream> declares, and what builds them.

#define STREAM(type, name, symbol)                                                                 \
  extern "C" {                                                                                     \
  GPUC_THREAD_LOCAL type name __asm__(symbol);                                                     \
  }

#define BUILDS(symbol)                                                                             \
  extern "C" __attribute__((noinline)) void __gpuc_thread_init_##symbol() noexcept

#define STREAMS(C, out, out_symbol, err, err_symbol, log, log_symbol, in, in_symbol)               \
  STREAM(output_storage<C>, out, #out_symbol)                                                      \
  STREAM(output_storage<C>, err, #err_symbol)                                                      \
  STREAM(output_storage<C>, log, #log_symbol)                                                      \
  STREAM(input_storage<C>, in, #in_symbol)                                                         \
  BUILDS(out_symbol) {                                                                             \
    if (!out.built)                                                                                \
      build<C>(out, 1, nullptr, false);                                                            \
  }                                                                                                \
  BUILDS(err_symbol) {                                                                             \
    if (err.built)                                                                                 \
      return;                                                                                      \
    __gpuc_thread_init_##out_symbol();                                                             \
    build<C>(err, 2, stream_of(out), true);                                                        \
  }                                                                                                \
  BUILDS(log_symbol) {                                                                             \
    if (!log.built)                                                                                \
      build<C>(log, 2, nullptr, false);                                                            \
  }                                                                                                \
  BUILDS(in_symbol) {                                                                              \
    if (in.built)                                                                                  \
      return;                                                                                      \
    __gpuc_thread_init_##out_symbol();                                                             \
    build<C>(in, stream_of(out));                                                                  \
  }

STREAMS(char, narrow_out, _ZSt4cout, narrow_err, _ZSt4cerr, narrow_log, _ZSt4clog, narrow_in,
        _ZSt3cin)
STREAMS(wchar_t, wide_out, _ZSt5wcout, wide_err, _ZSt5wcerr, wide_log, _ZSt5wclog, wide_in,
        _ZSt4wcin)
