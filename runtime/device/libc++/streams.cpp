//===- streams.cpp - libc++: streams' virtual tables ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes that libc++'s headers leave to its library. Device code has their
// functions from the headers; it needs their virtual tables from here.
//
//===----------------------------------------------------------------------===//

#include <fstream>
#include <istream>
#include <ostream>
#include <sstream>
#include <streambuf>

namespace std {
inline namespace __1 {

template class basic_streambuf<char>;
template class basic_streambuf<wchar_t>;
template class basic_ios<char>;
template class basic_ios<wchar_t>;
template class basic_istream<char>;
template class basic_istream<wchar_t>;
template class basic_ostream<char>;
template class basic_ostream<wchar_t>;
template class basic_iostream<char>;

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;

} // namespace __1
} // namespace std
