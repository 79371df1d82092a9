//===- stream_classes.cpp - The streams' class templates --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Virtual tables, type information and functions of what the stream headers
// declare to be instantiated in the library.
//
//===----------------------------------------------------------------------===//

#include <fstream>
#include <istream>
#include <ostream>
#include <sstream>

namespace std {

#define STREAM_FUNCTIONS(C)                                                                        \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(bool);                                    \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(long);                                    \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(unsigned long);                           \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(long long);                               \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(unsigned long long);                      \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(double);                                  \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(long double);                             \
  template basic_ostream<C> &basic_ostream<C>::_M_insert(const void *);                            \
  template basic_istream<C> &basic_istream<C>::_M_extract(bool &);                                 \
  template basic_istream<C> &basic_istream<C>::_M_extract(unsigned short &);                       \
  template basic_istream<C> &basic_istream<C>::_M_extract(unsigned int &);                         \
  template basic_istream<C> &basic_istream<C>::_M_extract(long &);                                 \
  template basic_istream<C> &basic_istream<C>::_M_extract(unsigned long &);                        \
  template basic_istream<C> &basic_istream<C>::_M_extract(long long &);                            \
  template basic_istream<C> &basic_istream<C>::_M_extract(unsigned long long &);                   \
  template basic_istream<C> &basic_istream<C>::_M_extract(float &);                                \
  template basic_istream<C> &basic_istream<C>::_M_extract(double &);                               \
  template basic_istream<C> &basic_istream<C>::_M_extract(long double &);                          \
  template basic_istream<C> &basic_istream<C>::_M_extract(void *&);                                \
  template basic_ostream<C> &__ostream_insert(basic_ostream<C> &, const C *, streamsize);

#define STREAM_CLASSES(C)                                                                          \
  template class basic_ios<C>;                                                                     \
  template class basic_streambuf<C>;                                                               \
  template class basic_ostream<C>;                                                                 \
  template class basic_istream<C>;                                                                 \
  template class basic_iostream<C>;                                                                \
  template class basic_stringbuf<C>;                                                               \
  template class basic_istringstream<C>;                                                           \
  template class basic_ostringstream<C>;                                                           \
  template class basic_stringstream<C>;                                                            \
  template class basic_filebuf<C>;                                                                 \
  template class basic_ifstream<C>;                                                                \
  template class basic_ofstream<C>;                                                                \
  template class basic_fstream<C>;                                                                 \
  STREAM_FUNCTIONS(C)

STREAM_CLASSES(char)
STREAM_CLASSES(wchar_t)

template wostream &operator<<(wostream &, const char *);

} // namespace std
