//===- device_libc_test.cpp - Tests of the device's C library ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings, characters, locales, sorting and random numbers against the host's.
//
//===----------------------------------------------------------------------===//

#include "device_libc.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <cuchar>
#include <cwchar>
#include <cwctype>
#include <inttypes.h>
#include <langinfo.h>
#include <random>
#include <string>
#include <vector>

extern "C" {
DEVICE(memcpy);
DEVICE(memmove);
DEVICE(memset);
DEVICE(memcmp);
DEVICE(memmem);
DEVICE(memccpy);
DEVICE(mempcpy);
DEVICE(strlen);
DEVICE(strnlen);
DEVICE(strcpy);
DEVICE(stpcpy);
DEVICE(strncpy);
DEVICE(stpncpy);
DEVICE(strcat);
DEVICE(strncat);
DEVICE(strcmp);
DEVICE(strncmp);
DEVICE(strcasecmp);
DEVICE(strncasecmp);
DEVICE(strverscmp);
DEVICE(strspn);
DEVICE(strcspn);
DEVICE(strtok_r);
DEVICE(strsep);
DEVICE(strdup);
DEVICE(strerror);
int __xpg_strerror_r(int, char *, size_t);
DEVICE(__xpg_strerror_r);
DEVICE(swab);
void *device_memchr(const void *, int, size_t);
void *device_memrchr(const void *, int, size_t);
char *device_strchr(const char *, int);
char *device_strrchr(const char *, int);
char *device_strchrnul(const char *, int);
char *device_strstr(const char *, const char *);
char *device_strcasestr(const char *, const char *);
char *device_strpbrk(const char *, const char *);
DEVICE(isalpha);
DEVICE(isupper);
DEVICE(islower);
DEVICE(isdigit);
DEVICE(isxdigit);
DEVICE(isspace);
DEVICE(isprint);
DEVICE(isgraph);
DEVICE(isblank);
DEVICE(iscntrl);
DEVICE(ispunct);
DEVICE(isalnum);
DEVICE(tolower);
DEVICE(toupper);
DEVICE(__ctype_b_loc);
DEVICE(__ctype_tolower_loc);
DEVICE(__ctype_toupper_loc);
DEVICE(wctype);
DEVICE(iswctype);
DEVICE(towctrans);
const int *device_wctrans(const char *);
DEVICE(setlocale);
DEVICE(localeconv);
DEVICE(newlocale);
DEVICE(nl_langinfo);
DEVICE(qsort);
DEVICE(bsearch);
int device_abs(int);
div_t device_div(int, int);
DEVICE(imaxdiv);
DEVICE(rand);
DEVICE(srand);
DEVICE(rand_r);
DEVICE(drand48);
DEVICE(erand48);
DEVICE(lrand48);
DEVICE(mrand48);
DEVICE(nrand48);
DEVICE(jrand48);
DEVICE(srand48);
DEVICE(seed48);
DEVICE(lcong48);
DEVICE(getenv);
DEVICE(setenv);
DEVICE(unsetenv);
DEVICE(exit);
DEVICE(atexit);
DEVICE(arc4random_uniform);
DEVICE(mbrtowc);
DEVICE(wcrtomb);
DEVICE(mbstowcs);
DEVICE(wcstombs);
DEVICE(mbsnrtowcs);
DEVICE(wcsnrtombs);
DEVICE(mblen);
DEVICE(mbrtoc16);
DEVICE(c16rtomb);
DEVICE(wcscmp);
DEVICE(wcslen);
DEVICE(wcsxfrm);
DEVICE(wcstok);
DEVICE(wmemcmp);
wchar_t *device_wcsstr(const wchar_t *, const wchar_t *);
}

namespace {

int sign(int value) { return (value > 0) - (value < 0); }

/// Text of few different characters, so that parts of it occur in others.
std::string random_text(std::mt19937 &random, size_t most, const char *characters = "abAB0,\xe9") {
  std::string text(random() % (most + 1), ' ');
  for (char &c : text)
    c = characters[random() % std::strlen(characters)];
  return text;
}

TEST(DeviceString, MovesMemoryOfAnyAlignment) {
  std::mt19937 random(1);
  std::vector<char> ours(300), theirs(300);
  for (int i = 0; i < 20000; ++i) {
    for (size_t j = 0; j < ours.size(); ++j)
      ours[j] = theirs[j] = static_cast<char>(random());
    // Often by multiples of words.
    const unsigned unit = 1u << random() % 5;
    const size_t from = random() % 100 / unit * unit, to = random() % 100 / unit * unit;
    const size_t size = random() % 150;
    EXPECT_EQ(device_memmove(ours.data() + to, ours.data() + from, size), ours.data() + to);
    std::memmove(theirs.data() + to, theirs.data() + from, size);
    ASSERT_EQ(ours, theirs);
    device_memcpy(ours.data() + to, theirs.data() + 150 + from % 8, size / 2);
    std::memcpy(theirs.data() + to, theirs.data() + 150 + from % 8, size / 2);
    device_memset(ours.data() + from, static_cast<int>(size) + 1000, size);
    std::memset(theirs.data() + from, static_cast<int>(size) + 1000, size);
    ASSERT_EQ(ours, theirs);
    ours[to + size / 2] = static_cast<char>(random());
    EXPECT_EQ(sign(device_memcmp(ours.data() + to, theirs.data() + to, size)),
              sign(std::memcmp(ours.data() + to, theirs.data() + to, size)));
    const int c = static_cast<int>(random() % 256);
    EXPECT_EQ(device_memchr(ours.data(), c, size), std::memchr(ours.data(), c, size));
    EXPECT_EQ(device_memrchr(ours.data(), c, size), memrchr(ours.data(), c, size));
  }
}

TEST(DeviceString, FindsAndComparesAsTheHost) {
  std::mt19937 random(2);
  for (int i = 0; i < 30000; ++i) {
    const std::string text = random_text(random, 12), part = random_text(random, 3);
    const char *a = text.c_str(), *b = part.c_str();
    const int c = "abAB0,\xe9"[random() % 8];
    const size_t n = random() % 14;
    EXPECT_EQ(device_strlen(a), std::strlen(a));
    EXPECT_EQ(device_strnlen(a, n), strnlen(a, n));
    EXPECT_EQ(device_strchr(a, c), std::strchr(a, c));
    EXPECT_EQ(device_strrchr(a, c), std::strrchr(a, c));
    EXPECT_EQ(device_strchrnul(a, c), strchrnul(a, c));
    EXPECT_EQ(device_strstr(a, b), std::strstr(a, b));
    EXPECT_EQ(device_strcasestr(a, b), strcasestr(a, b)) << a << ' ' << b;
    EXPECT_EQ(device_strpbrk(a, b), std::strpbrk(a, b));
    EXPECT_EQ(device_strspn(a, b), std::strspn(a, b));
    EXPECT_EQ(device_strcspn(a, b), std::strcspn(a, b));
    EXPECT_EQ(device_memmem(a, text.size(), b, part.size()),
              memmem(a, text.size(), b, part.size()));
    EXPECT_EQ(sign(device_strcmp(a, b)), sign(std::strcmp(a, b)));
    EXPECT_EQ(sign(device_strncmp(a, b, n)), sign(std::strncmp(a, b, n)));
    EXPECT_EQ(sign(device_strcasecmp(a, b)), sign(strcasecmp(a, b)));
    EXPECT_EQ(sign(device_strncasecmp(a, b, n)), sign(strncasecmp(a, b, n)));
  }
}

TEST(DeviceString, ComparesVersionsAsTheHost) {
  std::mt19937 random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::string a = random_text(random, 6, "a012."), b = random_text(random, 6, "a012.");
    ASSERT_EQ(sign(device_strverscmp(a.c_str(), b.c_str())), sign(strverscmp(a.c_str(), b.c_str())))
        << a << ' ' << b;
  }
}

TEST(DeviceString, CopiesAsTheHost) {
  std::mt19937 random(4);
  for (int i = 0; i < 20000; ++i) {
    const std::string first = random_text(random, 8), second = random_text(random, 12);
    const size_t n = random() % 14;
    const auto same = [&](auto ours, auto theirs) {
      char a[64], b[64];
      std::memset(a, '#', sizeof a);
      std::memset(b, '#', sizeof b);
      std::strcpy(a, first.c_str());
      std::strcpy(b, first.c_str());
      EXPECT_EQ(ours(a) - a, theirs(b) - b);
      EXPECT_EQ(std::string(a, 64), std::string(b, 64));
    };
    const char *s = second.c_str();
    same([&](char *p) { return device_strcpy(p, s); }, [&](char *p) { return std::strcpy(p, s); });
    same([&](char *p) { return device_stpcpy(p, s); }, [&](char *p) { return stpcpy(p, s); });
    same([&](char *p) { return device_strncpy(p, s, n); },
         [&](char *p) { return std::strncpy(p, s, n); });
    same([&](char *p) { return device_stpncpy(p, s, n); },
         [&](char *p) { return stpncpy(p, s, n); });
    same([&](char *p) { return device_strcat(p, s); }, [&](char *p) { return std::strcat(p, s); });
    same([&](char *p) { return device_strncat(p, s, n); },
         [&](char *p) { return std::strncat(p, s, n); });
    const auto after = [](char *p, void *end) { return end ? static_cast<char *>(end) : p + 60; };
    same([&](char *p) { return after(p, device_memccpy(p, s, 'a', second.size())); },
         [&](char *p) { return after(p, memccpy(p, s, 'a', second.size())); });
    same([&](char *p) { return static_cast<char *>(device_mempcpy(p, s, second.size())); },
         [&](char *p) { return static_cast<char *>(mempcpy(p, s, second.size())); });
    char *copy = device_strdup(s);
    EXPECT_STREQ(copy, s);
    std::free(copy);
  }
}

TEST(DeviceString, SplitsAsTheHost) {
  std::mt19937 random(5);
  for (int i = 0; i < 5000; ++i) {
    std::string ours = random_text(random, 20), theirs = ours;
    const std::string set = random_text(random, 2);
    char *p = ours.data(), *q = theirs.data(), *state = nullptr, *host_state = nullptr;
    for (;;) {
      p = device_strtok_r(p, set.c_str(), &state);
      q = strtok_r(q, set.c_str(), &host_state);
      ASSERT_EQ(!p, !q);
      if (!p)
        break;
      EXPECT_STREQ(p, q);
      p = q = nullptr;
    }
    ours = theirs = random_text(random, 20);
    p = ours.data();
    q = theirs.data();
    while (q) {
      const char *a = device_strsep(&p, set.c_str()), *b = strsep(&q, set.c_str());
      EXPECT_STREQ(a, b);
    }
    EXPECT_EQ(p, nullptr);
  }
}

TEST(DeviceString, HasTheHostsErrorTexts) {
  for (int error = -3; error < 140; ++error) {
    EXPECT_STREQ(device_strerror(error), std::strerror(error));
    char ours[24] = "#", theirs[24] = "#";
    EXPECT_EQ(device___xpg_strerror_r(error, ours, sizeof ours),
              __xpg_strerror_r(error, theirs, sizeof theirs))
        << error;
    EXPECT_STREQ(ours, theirs);
  }
}

TEST(DeviceCharacters, AreClassifiedAsInTheCLocale) {
  for (int c = -1; c < 256; ++c) {
#define SAME(f) EXPECT_EQ(!device_##f(c), !std::f(c)) << c
    SAME(isalpha);
    SAME(isupper);
    SAME(islower);
    SAME(isdigit);
    SAME(isxdigit);
    SAME(isspace);
    SAME(isprint);
    SAME(isgraph);
    SAME(isblank);
    SAME(iscntrl);
    SAME(ispunct);
    SAME(isalnum);
#undef SAME
    EXPECT_EQ(device_tolower(c), std::tolower(c));
    EXPECT_EQ(device_toupper(c), std::toupper(c));
    for (const char *name : {"alpha", "upper", "space", "xdigit", "nothing"})
      EXPECT_EQ(!device_iswctype(static_cast<wint_t>(c), device_wctype(name)),
                !std::iswctype(static_cast<wint_t>(c), std::wctype(name)))
          << c << name;
  }
  for (int c = -128; c < 256; ++c) {
    EXPECT_EQ((*device___ctype_b_loc())[c], (*__ctype_b_loc())[c]) << c;
    EXPECT_EQ((*device___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]) << c;
    EXPECT_EQ((*device___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]) << c;
  }
  EXPECT_EQ(device_towctrans(L'a', device_wctrans("toupper")), static_cast<wint_t>(L'A'));
}

TEST(DeviceLocale, IsC) {
  EXPECT_STREQ(device_setlocale(LC_ALL, ""), "C");
  EXPECT_EQ(device_setlocale(LC_ALL, "de_DE"), nullptr);
  EXPECT_STREQ(device_localeconv()->decimal_point, ".");
  EXPECT_EQ(device_localeconv()->frac_digits, std::localeconv()->frac_digits);
  const locale_t locale = device_newlocale(LC_ALL_MASK, "C", nullptr);
  ASSERT_NE(locale, nullptr);
  EXPECT_TRUE(isalpha_l('a', locale));
  EXPECT_EQ(device_newlocale(LC_ALL_MASK, "de_DE", nullptr), nullptr);
  for (nl_item item : {DAY_1, DAY_7, ABDAY_3, MON_1, MON_12, ABMON_9, RADIXCHAR, AM_STR, PM_STR,
                       D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, YESEXPR, NOEXPR, THOUSEP, ERA, CRNCYSTR})
    EXPECT_STREQ(device_nl_langinfo(item), nl_langinfo(item)) << item;
}

TEST(DeviceStdlib, SortsStably) {
  std::mt19937 random(6);
  for (int i = 0; i < 500; ++i) {
    std::vector<std::pair<int, int>> ours(random() % 300);
    for (size_t j = 0; j < ours.size(); ++j)
      ours[j] = {static_cast<int>(random() % 20), static_cast<int>(j)};
    auto theirs = ours;
    const auto by_key = [](const void *a, const void *b) {
      return static_cast<const std::pair<int, int> *>(a)->first -
             static_cast<const std::pair<int, int> *>(b)->first;
    };
    device_qsort(ours.data(), ours.size(), sizeof ours[0], by_key);
    std::sort(theirs.begin(), theirs.end()); // by the places, where keys are the same
    ASSERT_EQ(ours, theirs);
    const std::pair<int, int> key{static_cast<int>(random() % 20), 0};
    const auto *found = static_cast<const std::pair<int, int> *>(
        device_bsearch(&key, ours.data(), ours.size(), sizeof ours[0], by_key));
    EXPECT_EQ(found != nullptr,
              std::any_of(ours.begin(), ours.end(), [&](auto &p) { return p.first == key.first; }));
    if (found) {
      EXPECT_EQ(found->first, key.first);
    }
  }
}

TEST(DeviceStdlib, DividesAndTakesAbsoluteValues) {
  EXPECT_EQ(device_abs(-7), 7);
  EXPECT_EQ(device_div(-7, 2).quot, -3);
  EXPECT_EQ(device_div(-7, 2).rem, -1);
  EXPECT_EQ(device_imaxdiv(INTMAX_MIN, 10).rem, -8);
}

TEST(DeviceStdlib, RandomNumbersAreTheHosts) {
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(device_rand(), std::rand());
  for (unsigned seed : {0u, 1u, 42u, 0x80000000u, 0xffffffffu}) {
    device_srand(seed);
    std::srand(seed);
    unsigned state = seed, host_state = seed;
    for (int i = 0; i < 100; ++i) {
      ASSERT_EQ(device_rand(), std::rand()) << seed;
      ASSERT_EQ(device_rand_r(&state), rand_r(&host_state));
    }
  }
  EXPECT_EQ(device_drand48(), drand48());
  device_srand48(12345);
  srand48(12345);
  unsigned short own[] = {1, 2, 3}, host_own[] = {1, 2, 3};
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(device_drand48(), drand48());
    EXPECT_EQ(device_lrand48(), lrand48());
    EXPECT_EQ(device_mrand48(), mrand48());
    EXPECT_EQ(device_erand48(own), erand48(host_own));
    EXPECT_EQ(device_nrand48(own), nrand48(host_own));
    EXPECT_EQ(device_jrand48(own), jrand48(host_own));
  }
  const unsigned short *before = device_seed48(own), *host_before = seed48(host_own);
  EXPECT_EQ(std::memcmp(before, host_before, 6), 0);
  unsigned short all[] = {1, 2, 3, 4, 5, 6, 7};
  device_lcong48(all);
  lcong48(all);
  EXPECT_EQ(device_mrand48(), mrand48());
  for (int i = 0; i < 100; ++i)
    EXPECT_LT(device_arc4random_uniform(10), 10u);
}

TEST(DeviceStdlib, AsksTheHostForTheEnvironment) {
  ::setenv("GPUC_TEST_SHORT", "value", 1);
  ::setenv("GPUC_TEST_LONG", std::string(1000, 'x').c_str(), 1);
  char *value = device_getenv("GPUC_TEST_SHORT");
  EXPECT_STREQ(value, "value");
  EXPECT_EQ(device_getenv("GPUC_TEST_SHORT"), value);
  EXPECT_EQ(device_getenv("GPUC_TEST_LONG"), std::string(1000, 'x'));
  EXPECT_EQ(device_getenv("GPUC_TEST_NONE"), nullptr);
  EXPECT_EQ(device_setenv("GPUC_TEST_SHORT", "other", 0), 0);
  EXPECT_STREQ(device_getenv("GPUC_TEST_SHORT"), "value");
  EXPECT_EQ(device_setenv("GPUC_TEST_SHORT", "other", 1), 0);
  EXPECT_STREQ(device_getenv("GPUC_TEST_SHORT"), "other");
  EXPECT_STREQ(value, "value");
  EXPECT_EQ(device_unsetenv("GPUC_TEST_SHORT"), 0);
  EXPECT_EQ(device_getenv("GPUC_TEST_SHORT"), nullptr);
  EXPECT_EQ(device_setenv("A=B", "", 1), -1);
}

TEST(DeviceStdlibDeathTest, ExitCallsHandlersInReverse) {
  EXPECT_EXIT(
      {
        device_atexit([] { std::fprintf(stderr, "first added\n"); });
        device_atexit([] {
          std::fprintf(stderr, "second added\n");
          device_atexit([] { std::fprintf(stderr, "added late\n"); });
        });
        device_exit(7);
      },
      testing::ExitedWithCode(7), "second added\nfirst added\nadded late\n");
}

class DeviceMultibyte : public testing::Test {
protected:
  void SetUp() override {
    old_ = std::setlocale(LC_CTYPE, nullptr);
    if (!std::setlocale(LC_CTYPE, "C.UTF-8"))
      GTEST_SKIP() << "the host has no UTF-8 locale";
  }
  void TearDown() override { std::setlocale(LC_CTYPE, old_.c_str()); }

private:
  std::string old_;
};

TEST_F(DeviceMultibyte, ReadsCharactersAsTheHost) {
  std::mt19937 random(8);
  const unsigned char bytes[] = {0,    'a',  0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0,
                                 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xff};
  for (int i = 0; i < 300000; ++i) {
    char text[8];
    for (char &c : text)
      c = static_cast<char>(bytes[random() % (random() % 2 ? 9 : sizeof bytes)]);
    text[0] = static_cast<char>(bytes[random() % sizeof bytes]);
    const size_t first = random() % 5, second = random() % 5;
    mbstate_t ours = {}, theirs = {};
    wchar_t a = 0x1234, b = 0x1234;
    size_t result = device_mbrtowc(&a, text, first, &ours);
    size_t expected = std::mbrtowc(&b, text, first, &theirs);
    // glibc sees surrogates, and after a break too long forms, only at the character's end.
    const auto seen_early = [&] {
      return result == static_cast<size_t>(-1) && expected == static_cast<size_t>(-2);
    };
    ASSERT_TRUE(result == expected || seen_early()) << i;
    ASSERT_EQ(a, b);
    if (result != static_cast<size_t>(-2))
      continue;
    result = device_mbrtowc(&a, text + first, second, &ours);
    expected = std::mbrtowc(&b, text + first, second, &theirs);
    ASSERT_TRUE(result == expected || seen_early()) << i;
    if (expected < static_cast<size_t>(-2)) {
      ASSERT_EQ(a, b);
    }
  }
}

TEST_F(DeviceMultibyte, WritesCharactersAsTheHost) {
  for (int64_t c = -2; c < 0x110000; ++c) { // glibc writes greater ones, too
    char ours[8] = {}, theirs[8] = {};
    mbstate_t state = {}, host_state = {};
    const size_t size = device_wcrtomb(ours, static_cast<wchar_t>(c), &state);
    ASSERT_EQ(size, std::wcrtomb(theirs, static_cast<wchar_t>(c), &host_state)) << c;
    ASSERT_STREQ(ours, theirs);
  }
}

TEST_F(DeviceMultibyte, ConvertsTexts) {
  const char text[] = "a\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z";
  for (size_t room = 0; room < 8; ++room) {
    wchar_t ours[8] = {1, 1, 1, 1, 1, 1, 1, 1}, theirs[8] = {1, 1, 1, 1, 1, 1, 1, 1};
    EXPECT_EQ(device_mbstowcs(ours, text, room), std::mbstowcs(theirs, text, room));
    EXPECT_EQ(std::wmemcmp(ours, theirs, 8), 0);
    for (size_t size = 0; size < sizeof text + 1; ++size) {
      const char *p = text, *q = text;
      mbstate_t state = {}, host_state = {};
      EXPECT_EQ(device_mbsnrtowcs(ours, &p, size, room, &state),
                mbsnrtowcs(theirs, &q, size, room, &host_state));
      EXPECT_EQ(p, q);
      EXPECT_EQ(std::wmemcmp(ours, theirs, 8), 0);
    }
  }
  const wchar_t wide[] = L"a\u00e9\u20ac\U0001f600z";
  for (size_t room = 0; room < 14; ++room) {
    char ours[16] = {}, theirs[16] = {};
    EXPECT_EQ(device_wcstombs(ours, wide, room), std::wcstombs(theirs, wide, room));
    EXPECT_EQ(std::memcmp(ours, theirs, 16), 0);
    for (size_t count = 0; count < 8; ++count) {
      const wchar_t *p = wide, *q = wide;
      mbstate_t host_state = {};
      EXPECT_EQ(device_wcsnrtombs(ours, &p, count, room, nullptr),
                wcsnrtombs(theirs, &q, count, room, &host_state));
      EXPECT_EQ(p, q) << count << ' ' << room;
      EXPECT_EQ(std::memcmp(ours, theirs, 16), 0);
    }
  }
  EXPECT_EQ(device_mbstowcs(nullptr, text, 0), 5u);
  EXPECT_EQ(device_mblen("\xc3\xa9", 2), 2);
  EXPECT_EQ(device_mblen("\xc3", 1), -1);

  mbstate_t state = {};
  char16_t unit = 0;
  const char *face = "\xf0\x9f\x98\x80";
  EXPECT_EQ(device_mbrtoc16(&unit, face, 4, &state), 4u);
  EXPECT_EQ(unit, 0xd83d);
  EXPECT_EQ(device_mbrtoc16(&unit, face, 4, &state), static_cast<size_t>(-3));
  EXPECT_EQ(unit, 0xde00);
  char bytes[5] = {};
  EXPECT_EQ(device_c16rtomb(bytes, 0xd83d, &state), 0u);
  EXPECT_EQ(device_c16rtomb(bytes, 0xde00, &state), 4u);
  EXPECT_STREQ(bytes, face);
}

TEST(DeviceWideString, WorksAsTheHosts) {
  EXPECT_EQ(device_wcslen(L"abc"), 3u);
  EXPECT_LT(device_wcscmp(L"a", L"b"), 0);
  EXPECT_LT(device_wmemcmp(L"\xffffffff", L"a", 1), 0); // wchar_t is signed
  const wchar_t text[] = L"one,two";
  EXPECT_EQ(device_wcsstr(text, L"two"), text + 4);
  EXPECT_EQ(device_wcsstr(text, L"three"), nullptr);
  wchar_t split[] = L",a,,b", *state = nullptr;
  EXPECT_STREQ(device_wcstok(split, L",", &state), L"a");
  EXPECT_STREQ(device_wcstok(nullptr, L",", &state), L"b");
  EXPECT_EQ(device_wcstok(nullptr, L",", &state), nullptr);
  wchar_t copy[4];
  EXPECT_EQ(device_wcsxfrm(copy, L"abc", 4), 3u);
}

} // namespace
