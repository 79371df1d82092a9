// <cuchar>, <cwchar> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <climits>
#include <cuchar>
#include <cwchar>
#include <uchar.h>
#include <wchar.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  wchar_t a[64] = L"wide text ", b[64];
  std::swprintf(b, 64, L"%u %ls %.2f", i, L"arg", 0.25);
  std::wcscat(a, b);
  h.add(a).add(std::wcslen(a)).add(std::wcschr(a, L't') - a).add(std::wcsstr(a, L"arg") - a);
  h.add(std::wcscmp(a, b) > 0).add(std::wcsncmp(a, L"wide!", 4)).add(std::wcsspn(a, L"wide"));
  std::wmemset(a, L'q', 3);
  std::wmemmove(a + 1, a + 4, 5);
  h.add(a).add(std::wmemcmp(a, b, 2)).add(std::wmemchr(a, L'q', 9) - a);
  wchar_t *end = nullptr, *state = nullptr;
  h.add(std::wcstol(L"-12x", &end, 10)).add(end).add_exact(std::wcstod(L"2.5e1", nullptr));
  wchar_t list[] = L"a;b;;c";
  for (wchar_t *part = std::wcstok(list, L";", &state); part;
       part = std::wcstok(nullptr, L";", &state))
    h.add(part);
  std::mbstate_t shift{};
  wchar_t w = 0;
  char32_t c32 = 0;
  char16_t c16 = 0;
  char bytes[MB_LEN_MAX];
  h.add(std::mbrtowc(&w, "x", 1, &shift))
      .add(w)
      .add(std::wcrtomb(bytes, L'y', &shift))
      .add(bytes[0]);
  h.add(std::mbrtoc32(&c32, "z", 1, &shift)).add(c32).add(std::c32rtomb(bytes, U'A', &shift));
  h.add(std::mbrtoc16(&c16, "q", 1, &shift)).add(c16).add(std::c16rtomb(bytes, u'B', &shift));
  h.add(bytes[0]).add(std::btowc('k')).add(std::wctob(L'j')).add(std::mbsinit(&shift));
  return h.value();
}
