// <cctype>, <cwctype> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cctype>
#include <ctype.h>
#include <cwctype>
#include <wctype.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  for (int c : {static_cast<int>(i), static_cast<int>(i) + 64, static_cast<int>(i) + 128, EOF}) {
    h.add(!!std::isalnum(c) | !!std::isalpha(c) << 1 | !!std::isblank(c) << 2 |
          !!std::iscntrl(c) << 3);
    h.add(!!std::isdigit(c) | !!std::isgraph(c) << 1 | !!std::islower(c) << 2 |
          !!std::isprint(c) << 3);
    h.add(!!std::ispunct(c) | !!isspace(c) << 1 | !!isupper(c) << 2 | !!isxdigit(c) << 3);
    h.add(std::tolower(c)).add(toupper(c));
  }
  const std::wint_t w = i * 2;
  h.add(!!std::iswalnum(w) | !!std::iswalpha(w) << 1 | !!std::iswblank(w) << 2);
  h.add(!!std::iswcntrl(w) | !!std::iswdigit(w) << 1 | !!std::iswgraph(w) << 2);
  h.add(!!std::iswlower(w) | !!std::iswprint(w) << 1 | !!std::iswpunct(w) << 2);
  h.add(!!iswspace(w) | !!iswupper(w) << 1 | !!iswxdigit(w) << 2);
  h.add(std::towlower(w)).add(std::towupper(w)).add(!!std::iswctype(w, std::wctype("alpha")));
  return h.add(std::towctrans(w, std::wctrans("toupper"))).value();
}
