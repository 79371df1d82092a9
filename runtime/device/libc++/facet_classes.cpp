//===- facet_classes.cpp - libc++: facets' virtual tables -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As streams.cpp, for the facets that are templates.
//
//===----------------------------------------------------------------------===//

#include <locale>

namespace std {
inline namespace __1 {

template class collate<char>;
template class collate<wchar_t>;

template struct __num_get<char>;
template struct __num_get<wchar_t>;
template struct __num_put<char>;
template struct __num_put<wchar_t>;
template class num_get<char>;
template class num_get<wchar_t>;
template class num_put<char>;
template class num_put<wchar_t>;

template class __time_get_c_storage<char>;
template class __time_get_c_storage<wchar_t>;
template class time_get<char>;
template class time_get<wchar_t>;
template class time_put<char>;
template class time_put<wchar_t>;
template class time_put_byname<char>;
template class time_put_byname<wchar_t>;

template class moneypunct<char, false>;
template class moneypunct<char, true>;
template class moneypunct<wchar_t, false>;
template class moneypunct<wchar_t, true>;
template class __money_get<char>;
template class __money_get<wchar_t>;
template class money_get<char>;
template class money_get<wchar_t>;
template class __money_put<char>;
template class __money_put<wchar_t>;
template class money_put<char>;
template class money_put<wchar_t>;

} // namespace __1
} // namespace std
