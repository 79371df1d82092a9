//===- service_handlers_test.cpp - Tests of services' handlers --*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a message or a call does, without ports: printing, printf against the C
// library's, and each call's answers and errors.
//
//===----------------------------------------------------------------------===//

#include "../../runtime/host/failure.hpp"
#include "../../runtime/host/service_handlers.hpp"

#include <gpu/print.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace gpu::detail;

namespace {

std::string printed(auto body) {
  testing::internal::CaptureStdout();
  body();
  std::fflush(stdout);
  return testing::internal::GetCapturedStdout();
}

/// The bytes of values, one after the other.
template <class... T> std::string bytes(const T &...values) {
  std::string result;
  const auto add = [&](const auto &value) {
    if constexpr (std::is_convertible_v<decltype(value), std::string_view>)
      result += std::string_view(value);
    else
      result.append(reinterpret_cast<const char *>(&value), sizeof value);
  };
  (add(values), ...);
  return result;
}

//===----------------------------------------------------------------------===//
// gpu::print
//===----------------------------------------------------------------------===//

TEST(Print, FormatsEveryKindOfArgument) {
  const std::string name = "World";
  const char *text = "zero-terminated";
  EXPECT_EQ(printed([&] { gpu::println("Hello {} from thread #{}!", name, 7u); }),
            "Hello World from thread #7!\n");
  EXPECT_EQ(printed([&] { gpu::print("{} {} {} {} {} {}", true, 'x', -1, ~0ull, 0.1f, 0.1); }),
            "true x -1 18446744073709551615 0.1 0.1");
  EXPECT_EQ(printed([&] { gpu::print("[{}] [{}] {}", text, std::string_view("view"), "lit"); }),
            "[zero-terminated] [view] lit");
  EXPECT_EQ(printed([&] { gpu::print("{} {}", static_cast<const void *>(nullptr), nullptr); }),
            "0x0 0x0");
  EXPECT_EQ(printed([] { gpu::println(); }), "\n");
}

TEST(Print, UnderstandsFormatSpecifications) {
  EXPECT_EQ(
      printed([] { gpu::print("{1:>{0}}|{2:.{0}f}|{3:#x}|{4:*^5}", 4, "ab", 1.5, 255, 'c'); }),
      "  ab|1.5000|0xff|**c**");
  EXPECT_EQ(printed([] { gpu::print("{{}} {:+d} {:05} {:e} {:c} {:d}", 3, -42, 1.0, 65, true); }),
            "{} +3 -0042 1.000000e+00 A 1");
  EXPECT_EQ(printed([] { gpu::println("{2:>4}{0}{1:.2f}}}", "a", 0.125, 7); }), "   7a0.12}\n");
}

TEST(Print, KeepsFormatsApart) {
  EXPECT_EQ(printed([] {
              for (int i = 0; i != 3; ++i) {
                gpu::print("{}", i);
                gpu::print("{}", 1.5);
                gpu::print("{}", "text");
                gpu::println("{}", i);
                gpu::print("<{}>", i);
                gpu::print("{}{}", i, i);
              }
            }),
            "01.5text0\n<0>0011.5text1\n<1>1121.5text2\n<2>22");
}

TEST(Print, TakesManyArguments) {
  EXPECT_EQ(printed([] {
              gpu::print("{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}{}", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 'a',
                         "b", 'c', "d", 'e', 'f', "g", 1.5);
            }),
            "0123456789abcdefg1.5");
}

TEST(Print, BrokenMessageIsOneLineOnStandardError) {
  const auto message = [](uint64_t kind, uint32_t count, std::string_view format) {
    return bytes(print_header{0, static_cast<uint16_t>(count), 2}, kind, uint64_t{1}, format);
  };
  const auto complaint = [](unsigned opcode, std::string_view text) {
    testing::internal::CaptureStderr();
    services::text_output output;
    output.add(opcode, {0, 0}, 0, text);
    output.write_out();
    const std::string result = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(result.begin(), result.end(), '\n'), 1) << result;
    return result;
  };
  const std::string whole = message(print_signed, 1, "{}");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(complaint(service_print, whole.substr(0, size)).find("shorter"), std::string::npos);
  EXPECT_NE(complaint(service_print, message(13, 1, "{}")).find("unknown kind"), std::string::npos);
  complaint(service_print, message(print_signed, 1, "x}")); // a format that {fmt} refuses
  complaint(service_print, message(print_string, 0xffff, "{}"));
}

//===----------------------------------------------------------------------===//
// printf
//===----------------------------------------------------------------------===//

/// A message of printf's arguments, as device code makes it.
class printf_message {
public:
  explicit printf_message(const std::string &format) : format_(format) {}

  template <class T> void add(const T &value) {
    ++count_;
    if constexpr (std::is_convertible_v<T, std::string_view>) {
      values_ += bytes(uint64_t{std::string_view(value).size()});
      strings_ += value;
    } else if constexpr (std::is_floating_point_v<T>) {
      values_ += bytes(std::bit_cast<uint64_t>(static_cast<double>(value)));
    } else if constexpr (std::is_pointer_v<T>) {
      values_ += bytes(reinterpret_cast<uint64_t>(value));
    } else {
      values_ += bytes(static_cast<uint64_t>(value));
    }
  }
  std::string text() const {
    return bytes(printf_header{1, count_, format_.size()}, values_, format_, strings_);
  }

private:
  std::string format_, values_, strings_;
  uint32_t count_ = 0;
};

template <class... T> std::string formatted(const std::string &format, const T &...values) {
  printf_message message(format);
  (message.add(values), ...);
  services::text_buffer out;
  services::format_printf(message.text(), out);
  return {out.data(), out.size()};
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
template <class... T> void expect_like_c(const std::string &format, const T &...values) {
  char expected[2000];
  std::snprintf(expected, sizeof expected, format.c_str(), values...);
  EXPECT_EQ(formatted(format, values...), expected) << format;
}
#pragma GCC diagnostic pop

TEST(Printf, EqualsTheCLibrary) {
  for (const char *flags : {"", "-", "+", " ", "#", "0", "-+", "0+", "-#0 "})
    for (const char *width : {"", "1", "7", "30"})
      for (const char *precision : {"", ".", ".0", ".1", ".12"}) {
        const std::string start = std::string("[%") + flags + width + precision;
        for (const char *type : {"d", "i", "u", "o", "x", "X"}) {
          for (const int value : {0, 1, -1, 42, INT_MIN, INT_MAX}) {
            expect_like_c(start + type + "]", value);
            expect_like_c(start + "hh" + type + "]", value);
            expect_like_c(start + "h" + type + "]", value);
          }
          for (const long value : {0L, -7L, LONG_MIN, LONG_MAX})
            for (const char *length : {"l", "ll", "j", "z", "t"})
              expect_like_c(start + length + type + "]", value);
        }
        for (const char *type : {"f", "F", "e", "E", "g", "G", "a", "A"})
          for (const double value :
               {0.0, -0.0, 1.0, 0.1, -1234567.89, 1e300, 5e-324,
                std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
            expect_like_c(start + type + "]", value);
      }
  for (const char *width : {"", "5", "-5", "-30"})
    for (const char *precision : {"", ".", ".2", ".10"})
      for (const char *text : {"", "a", "text of some length"})
        expect_like_c(std::string("[%") + width + precision + "s]", text);
  expect_like_c("%5c|%-5c|%c%%", 'a', 'b', 'c');
  expect_like_c("%*d|%-*d|%.*f|%*.*f|%*d|%.*d", 7, 1, 7, 2, 3, 1.5, 9, 2, 2.25, -6, 5, -1, 3);
  expect_like_c("%p %20p", reinterpret_cast<void *>(0x1234), reinterpret_cast<void *>(0));
  expect_like_c("no conversion, %d%% of %s, 2^%u is %llu\n", 100, "it", 63u, 1ull << 63);
  EXPECT_EQ(formatted("%Lf %lc%lc %ls", 1.5, 0xe9, 0x1f600, "wide"),
            "1.500000 \u00e9\U0001f600 wide");
}

TEST(Printf, RefusesWhatItCannotConvert) {
  for (const char *format : {"%n", "%y", "%", "%5", "%.", "%ll", "%d%d", "%s%s", "%2000000d",
                             "%.99999999999999d", "%1$d"})
    EXPECT_THROW(formatted(format, 1), std::runtime_error) << format;
  EXPECT_THROW(formatted("%*d", INT_MIN, 1), std::runtime_error);
  printf_message message("%d %s %f");
  message.add(1);
  message.add("text");
  message.add(1.5);
  const std::string whole = message.text();
  for (std::size_t size = 0; size != whole.size(); ++size) {
    services::text_buffer out;
    EXPECT_THROW(services::format_printf(whole.substr(0, size), out), std::runtime_error);
  }
}

TEST(Printf, SurvivesDamagedMessages) {
  std::minstd_rand random(1);
  printf_message message("%d %5s %-+12.3f %c %*d\n");
  message.add(1);
  message.add("text");
  message.add(1.5);
  message.add('c');
  message.add(3);
  message.add(4);
  for (unsigned i = 0; i != 20000; ++i) {
    std::string text = message.text();
    for (unsigned j = random() % 4 + 1; j; --j)
      text[random() % text.size()] = static_cast<char>(random());
    services::text_buffer out;
    try {
      services::format_printf(text, out);
    } catch (const std::runtime_error &) {
    }
    services::print_formatter formatter;
    text.erase(0, random() % 8);
    try {
      formatter.format(text, out);
    } catch (const std::exception &) {
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

struct answer {
  int64_t result;
  std::string bytes;
};

template <class... T> answer call(unsigned opcode, const T &...request) {
  answer a;
  a.result = services::handle_call(opcode, bytes(request...), a.bytes);
  return a;
}

/// A new folder, which the tests leave empty.
struct temporary_folder {
  std::string path = testing::TempDir() + "gpuc-XXXXXX";
  temporary_folder() { EXPECT_TRUE(::mkdtemp(path.data())); }
  ~temporary_folder() { EXPECT_EQ(::rmdir(path.c_str()), 0); }
};

TEST(Files, DoWhatPosixSays) {
  const temporary_folder folder;
  const std::string file = folder.path + "/file", other = folder.path + "/other";
  const auto fd = static_cast<int32_t>(
      call(call_open, int32_t{O_RDWR | O_CREAT | O_EXCL}, int32_t{0640}, file).result);
  ASSERT_GE(fd, 0);
  EXPECT_EQ(call(call_write, fd, int32_t{0}, "some text").result, 9);
  EXPECT_EQ(call(call_write, fd, int32_t{0}).result, 0);
  EXPECT_EQ(call(call_seek, fd, int32_t{SEEK_CUR}, int64_t{-4}).result, 5);
  answer read = call(call_read, fd, int32_t{0}, uint64_t{100});
  EXPECT_EQ(read.result, 4);
  EXPECT_EQ(read.bytes, "text");
  EXPECT_EQ(call(call_read, fd, int32_t{0}, uint64_t{100}).result, 0);
  EXPECT_EQ(call(call_truncate, fd, int32_t{0}, int64_t{4}).result, 0);
  EXPECT_EQ(call(call_sync, fd).result, 0);
  EXPECT_EQ(call(call_isatty, fd).result, 0);

  const answer status = call(call_stat, file);
  EXPECT_EQ(status.result, 0);
  stat_reply reply;
  ASSERT_EQ(status.bytes.size(), sizeof reply);
  std::memcpy(&reply, status.bytes.data(), sizeof reply);
  struct stat expected;
  ASSERT_EQ(::stat(file.c_str(), &expected), 0);
  EXPECT_EQ(reply.size, 4u);
  EXPECT_EQ(reply.mode, expected.st_mode);
  EXPECT_EQ(reply.links, 1u);
  EXPECT_EQ(reply.modified_ns / 1'000'000'000, expected.st_mtim.tv_sec);
  EXPECT_EQ(call(call_close, fd).result, 0);

  EXPECT_EQ(call(call_rename, uint64_t{file.size()}, file, other).result, 0);
  EXPECT_EQ(call(call_mkdir, int32_t{0700}, int32_t{0}, file).result, 0);
  EXPECT_EQ(call(call_unlink, file).result, 0);
  EXPECT_EQ(call(call_unlink, other).result, 0);
}

TEST(Files, FailWithErrno) {
  const temporary_folder folder;
  const std::string file = folder.path + "/file", none = folder.path + "/none";
  const int32_t fd = static_cast<int32_t>(
      call(call_open, int32_t{O_RDONLY | O_CREAT}, int32_t{0600}, file).result);
  ASSERT_GE(fd, 0);
  constexpr int32_t zero = 0, bad = -1;
  EXPECT_EQ(call(call_open, int32_t{O_RDONLY}, zero, none).result, -ENOENT);
  EXPECT_EQ(call(call_open, int32_t{O_WRONLY}, zero, folder.path).result, -EISDIR);
  EXPECT_EQ(call(call_open, int32_t{O_RDWR | O_CREAT | O_EXCL}, zero, file).result, -EEXIST);
  EXPECT_EQ(call(call_open, int32_t{O_RDONLY}, zero, file + "/x").result, -ENOTDIR);
  EXPECT_EQ(call(call_open, zero, zero, std::string("a\0b", 3)).result, -EINVAL);
  EXPECT_EQ(call(call_close, bad).result, -EBADF);
  EXPECT_EQ(call(call_read, bad, zero, uint64_t{1}).result, -EBADF);
  EXPECT_EQ(call(call_write, bad, zero, "x").result, -EBADF);
  EXPECT_EQ(call(call_write, fd, zero, "x").result, -EBADF); // only to be read
  EXPECT_EQ(call(call_seek, fd, int32_t{99}, int64_t{0}).result, -EINVAL);
  EXPECT_EQ(call(call_seek, fd, int32_t{SEEK_SET}, int64_t{-1}).result, -EINVAL);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(call(call_seek, int32_t{ends[0]}, int32_t{SEEK_SET}, int64_t{0}).result, -ESPIPE);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_EQ(call(call_sync, bad).result, -EBADF);
  EXPECT_EQ(call(call_truncate, bad, zero, int64_t{0}).result, -EBADF);
  EXPECT_EQ(call(call_truncate, fd, zero, int64_t{0}).result, -EINVAL);
  EXPECT_EQ(call(call_unlink, none).result, -ENOENT);
  EXPECT_EQ(call(call_unlink, folder.path).result, -ENOTEMPTY);
  EXPECT_EQ(call(call_rename, uint64_t{none.size()}, none, file).result, -ENOENT);
  EXPECT_EQ(call(call_rename, ~uint64_t{0}, none, file).result, -EINVAL);
  EXPECT_EQ(call(call_mkdir, zero, zero, folder.path).result, -EEXIST);
  EXPECT_EQ(call(call_stat, none).result, -ENOENT);
  EXPECT_EQ(call(call_stat, std::string(5000, 'x')).result, -ENAMETOOLONG);
  EXPECT_EQ(call(call_close, fd).result, 0);
  EXPECT_EQ(call(call_unlink, file).result, 0);
}

TEST(Calls, AboutTheSystem) {
  EXPECT_EQ(call(call_nothing).result, 0);
  timespec now;
  ::clock_gettime(CLOCK_REALTIME, &now);
  const int64_t seconds = call(call_clock, int32_t{CLOCK_REALTIME}).result / 1'000'000'000;
  EXPECT_LE(std::abs(seconds - now.tv_sec), 1);
  EXPECT_EQ(call(call_clock, int32_t{99}).result, -EINVAL);
  EXPECT_EQ(call(call_sleep, int64_t{1}).result, 0);
  EXPECT_EQ(call(call_sleep, int64_t{-1}).result, -EINVAL);

  const answer folder = call(call_getcwd);
  char *expected = ::getcwd(nullptr, 0);
  EXPECT_EQ(folder.bytes, expected);
  EXPECT_EQ(folder.result, static_cast<int64_t>(folder.bytes.size()));
  std::free(expected);

  ::setenv("GPUC_HANDLERS_TEST", "", 1);
  EXPECT_EQ(call(call_getenv, "GPUC_HANDLERS_TEST").result, 0);
  EXPECT_EQ(call(call_getenv, "GPUC_HANDLERS_NONE").result, -ENOENT);
  const answer random = call(call_random, uint64_t{32});
  EXPECT_EQ(random.result, 32);
  EXPECT_EQ(random.bytes.size(), 32u);
  EXPECT_NE(random.bytes, call(call_random, uint64_t{32}).bytes);

  const std::time_t time = 1'700'000'000;
  const answer local = call(call_local_time, int64_t{time});
  EXPECT_EQ(local.result, 0);
  std::tm got, wanted;
  ASSERT_EQ(local.bytes.size(), sizeof got);
  std::memcpy(&got, local.bytes.data(), sizeof got);
  ::localtime_r(&time, &wanted);
  EXPECT_EQ(std::mktime(&got), time);
  EXPECT_EQ(got.tm_yday, wanted.tm_yday);
  EXPECT_EQ(call(call_local_time, INT64_MAX).result, -EOVERFLOW);
}

TEST(Calls, DamagedRequestsAnswerInvalid) {
  for (const unsigned opcode : {call_open, call_close, call_read, call_write, call_seek, call_sync,
                                call_truncate, call_isatty, call_rename, call_mkdir, call_clock,
                                call_sleep, call_random, call_local_time, call_exit})
    EXPECT_EQ(call(opcode, "xyz").result, -EINVAL) << opcode;
  EXPECT_EQ(call(999).result, -ENOSYS);
}

TEST(Calls, ExitEndsTheProcessLater) {
  EXPECT_EXIT(
      {
        call(call_exit, int32_t{7});
        call(call_exit, int32_t{8}); // the first counts
        services::exit_if_requested();
        std::abort();
      },
      testing::ExitedWithCode(7), "");
  EXPECT_EQ(services::take_requested_exit(), std::nullopt);
  services::exit_if_requested(); // nothing
}

TEST(Permission, KnowsThreeSettings) {
  EXPECT_THROW(services::set_permission("some"), failure);
  EXPECT_THROW(services::set_permission("ALL"), failure);
  services::set_permission("print");
  EXPECT_TRUE(services::is_allowed(service_printf));
  EXPECT_TRUE(services::is_allowed(service_failure));
  EXPECT_FALSE(services::is_allowed(call_clock));
  services::set_permission("none");
  EXPECT_FALSE(services::is_allowed(service_write));
  EXPECT_TRUE(services::is_allowed(service_failure_location));
  services::set_permission("");
  EXPECT_TRUE(services::is_allowed(call_clock));
  try {
    services::set_permission("files");
  } catch (const failure &error) {
    EXPECT_EQ(error.code, gpu::errc::bad_setting);
  }
}

} // namespace
