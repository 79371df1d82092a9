//===- iostream.cpp - libc++: the standard streams --------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// std::cout and the others are one object a thread, since many threads use them
// at once and each sets its own formats. Nothing runs at a thread's start: the
// compiler calls __gpuc_thread_init_<symbol of the object> at the entry of each
// function that uses the object, which builds it the first time. What is
// written goes to the host piece by piece; the host keeps it until a line is
// complete, so that the lines of threads do not mix. Input goes by way of the C
// library's stdin, which all threads share.
//
//===----------------------------------------------------------------------===//

#include "console_buffer.hpp"
#include "support.hpp"

#include <istream>
#include <new>
#include <ostream>
#include <print>
#include <streambuf>

#include <stdio.h>
#include <wchar.h>

namespace {

using gpuc_console::output_buffer;
using gpuc_console::send_text;

/// `output_buffer` for wide characters, of which the classic locale has those of ASCII.
class wide_output_buffer final : public std::wstreambuf {
public:
  explicit wide_output_buffer(unsigned stream) : stream_(stream) {}

protected:
  std::streamsize xsputn(const wchar_t *text, std::streamsize size) override {
    std::streamsize done = 0;
    while (done < size) {
      char part[64];
      unsigned count = 0;
      while (count != sizeof part && done < size && static_cast<unsigned>(text[done]) < 128)
        part[count++] = static_cast<char>(text[done++]);
      if (count == 0)
        break;
      send_text(stream_, part, count);
    }
    return done;
  }

  int_type overflow(int_type c) override {
    const wchar_t text = traits_type::to_char_type(c);
    if (!traits_type::eq_int_type(c, traits_type::eof()) && xsputn(&text, 1) != 1)
      return traits_type::eof();
    return traits_type::not_eof(c);
  }

  int sync() override {
    send_text(stream_, nullptr, 0, true);
    return 0;
  }

private:
  unsigned stream_;
};

/// Standard input, without a buffer of its own.
class input_buffer final : public std::streambuf {
protected:
  int_type underflow() override {
    const int c = ::getc(stdin);
    return c == EOF ? traits_type::eof() : (::ungetc(c, stdin), c);
  }
  int_type uflow() override {
    const int c = ::getc(stdin);
    if (c != EOF)
      last_ = c;
    return c == EOF ? traits_type::eof() : c;
  }
  int_type pbackfail(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof()))
      c = last_;
    if (traits_type::eq_int_type(c, traits_type::eof()))
      return traits_type::eof();
    return ::ungetc(c, stdin) == EOF ? traits_type::eof() : c;
  }

private:
  int_type last_ = traits_type::eof();
};

/// Each wide character is one of ASCII.
class wide_input_buffer final : public std::wstreambuf {
protected:
  int_type underflow() override {
    const int c = ::getc(stdin);
    return c == EOF ? traits_type::eof() : static_cast<int_type>(::ungetc(c, stdin));
  }
  int_type uflow() override {
    const int c = ::getc(stdin);
    return c == EOF ? traits_type::eof() : static_cast<int_type>(c);
  }
  int_type pbackfail(int_type c) override {
    const bool known = !traits_type::eq_int_type(c, traits_type::eof()) && c < 128;
    return known && ::ungetc(static_cast<int>(c), stdin) != EOF ? c : traits_type::eof();
  }
};

template <class T> bool is_built(const T *storage) {
  // The first word is the pointer to the virtual table.
  return *reinterpret_cast<const void *const *>(storage) != nullptr;
}

} // namespace

/// Storage of a standard stream and of its buffer; both are zero until they are built.
#define GPUC_STREAM(name, symbol, Stream, Buffer)                                                  \
  extern "C" {                                                                                     \
  extern char name##_object[sizeof(Stream)] __asm__(symbol);                                       \
  GPUC_THREAD_LOCAL alignas(Stream) char name##_object[sizeof(Stream)] = {};                       \
  }                                                                                                \
  GPUC_THREAD_LOCAL alignas(Buffer) static char name##_buffer[sizeof(Buffer)] = {}

#define GPUC_OUTPUT(name, symbol, Stream, Buffer, stream, finish)                                  \
  GPUC_STREAM(name, symbol, Stream, Buffer);                                                       \
  [[gnu::noinline, gnu::cold]] static void build_##name() {                                        \
    [[maybe_unused]] auto *built =                                                                 \
        ::new (name##_object) Stream(::new (name##_buffer) Buffer(stream));                        \
    finish;                                                                                        \
  }

#define GPUC_INPUT(name, symbol, Stream, Buffer, finish)                                           \
  GPUC_STREAM(name, symbol, Stream, Buffer);                                                       \
  [[gnu::noinline, gnu::cold]] static void build_##name() {                                        \
    auto *built = ::new (name##_object) Stream(::new (name##_buffer) Buffer);                      \
    finish;                                                                                        \
  }

#define GPUC_THREAD_INIT(name, function)                                                           \
  extern "C" [[gnu::noinline]] void function() {                                                   \
    if (!is_built(name##_object))                                                                  \
      build_##name();                                                                              \
  }

GPUC_OUTPUT(cout, "_ZNSt3__14coutE", std::ostream, output_buffer, 1, )
GPUC_THREAD_INIT(cout, __gpuc_thread_init__ZNSt3__14coutE)

GPUC_OUTPUT(clog, "_ZNSt3__14clogE", std::ostream, output_buffer, 2, )
GPUC_THREAD_INIT(clog, __gpuc_thread_init__ZNSt3__14clogE)

GPUC_OUTPUT(cerr, "_ZNSt3__14cerrE", std::ostream, output_buffer, 2, {
  __gpuc_thread_init__ZNSt3__14coutE();
  built->setf(std::ios_base::unitbuf);
  built->tie(reinterpret_cast<std::ostream *>(cout_object));
})
GPUC_THREAD_INIT(cerr, __gpuc_thread_init__ZNSt3__14cerrE)

GPUC_INPUT(cin, "_ZNSt3__13cinE", std::istream, input_buffer, {
  __gpuc_thread_init__ZNSt3__14coutE();
  built->tie(reinterpret_cast<std::ostream *>(cout_object));
})
GPUC_THREAD_INIT(cin, __gpuc_thread_init__ZNSt3__13cinE)

GPUC_OUTPUT(wcout, "_ZNSt3__15wcoutE", std::wostream, wide_output_buffer, 1, )
GPUC_THREAD_INIT(wcout, __gpuc_thread_init__ZNSt3__15wcoutE)

GPUC_OUTPUT(wclog, "_ZNSt3__15wclogE", std::wostream, wide_output_buffer, 2, )
GPUC_THREAD_INIT(wclog, __gpuc_thread_init__ZNSt3__15wclogE)

GPUC_OUTPUT(wcerr, "_ZNSt3__15wcerrE", std::wostream, wide_output_buffer, 2, {
  __gpuc_thread_init__ZNSt3__15wcoutE();
  built->setf(std::ios_base::unitbuf);
  built->tie(reinterpret_cast<std::wostream *>(wcout_object));
})
GPUC_THREAD_INIT(wcerr, __gpuc_thread_init__ZNSt3__15wcerrE)

GPUC_INPUT(wcin, "_ZNSt3__14wcinE", std::wistream, wide_input_buffer, {
  __gpuc_thread_init__ZNSt3__15wcoutE();
  built->tie(reinterpret_cast<std::wostream *>(wcout_object));
})
GPUC_THREAD_INIT(wcin, __gpuc_thread_init__ZNSt3__14wcinE)

namespace std {
inline namespace __1 {

// Only a terminal is written to in another way; to the device none is one.

FILE *__get_ostream_file(ostream &) { return nullptr; }
bool __is_posix_terminal(FILE *) { return false; }

} // namespace __1
} // namespace std
