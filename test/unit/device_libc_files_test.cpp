//===- device_libc_files_test.cpp - Tests of the device's files -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Streams, POSIX calls, clocks and the calendar, through the runtime's handlers of
// host services.
//
//===----------------------------------------------------------------------===//

#include "device_libc.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

extern "C" {
DEVICE(fopen);
DEVICE(freopen);
DEVICE(fdopen);
DEVICE(fclose);
DEVICE(fflush);
DEVICE(setvbuf);
DEVICE(fread);
DEVICE(fwrite);
DEVICE(fgets);
DEVICE(fputs);
DEVICE(fgetc);
DEVICE(fputc);
DEVICE(ungetc);
DEVICE(getline);
DEVICE(getdelim);
DEVICE(fseek);
DEVICE(ftell);
DEVICE(rewind);
DEVICE(fgetpos);
DEVICE(fsetpos);
DEVICE(feof);
DEVICE(ferror);
DEVICE(clearerr);
DEVICE(fileno);
DEVICE(remove);
DEVICE(rename);
DEVICE(tmpfile);
DEVICE(tmpnam);
DEVICE(fprintf);
int device_fscanf(FILE *, const char *, ...);
DEVICE(fgetwc);
DEVICE(fputwc);
DEVICE(fgetws);
DEVICE(fputws);
DEVICE(exit);
DEVICE(open);
DEVICE(close);
DEVICE(read);
DEVICE(write);
DEVICE(lseek);
DEVICE(unlink);
DEVICE(mkdir);
DEVICE(rmdir);
int device_stat(const char *, struct stat *);
DEVICE(fstat);
DEVICE(access);
DEVICE(ftruncate);
DEVICE(getcwd);
DEVICE(isatty);
DEVICE(mkstemp);
DEVICE(time);
DEVICE(clock);
DEVICE(clock_gettime);
DEVICE(gettimeofday);
DEVICE(nanosleep);
DEVICE(usleep);
DEVICE(gmtime_r);
DEVICE(localtime_r);
DEVICE(mktime);
DEVICE(timegm);
DEVICE(asctime);
DEVICE(ctime);
DEVICE(difftime);
DEVICE(strftime);
DEVICE(wcsftime);
int *device___errno_location();
extern FILE *device_stdin, *device_stdout;
}

namespace {

class DeviceFiles : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "gpuc-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const char *name) const { return (folder_ / name).string(); }

  static std::string contents(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::filesystem::path folder_;
};

TEST_F(DeviceFiles, WriteAndRead) {
  const std::string name = path("file");
  FILE *file = device_fopen(name.c_str(), "w");
  ASSERT_NE(file, nullptr);
  EXPECT_GE(device_fputs("first\n", file), 0);
  EXPECT_EQ(device_fprintf(file, "%d %s\n", 42, "second"), 10);
  EXPECT_EQ(contents(name), ""); // still in the buffer
  EXPECT_EQ(device_ftell(file), 16);
  EXPECT_EQ(device_fflush(file), 0);
  EXPECT_EQ(contents(name), "first\n42 second\n");
  EXPECT_EQ(device_fputc('x', file), 'x');
  EXPECT_EQ(device_fgetc(file), EOF); // not for reading
  EXPECT_TRUE(device_ferror(file));
  device_clearerr(file);
  EXPECT_EQ(device_fclose(file), 0);

  file = device_fopen(name.c_str(), "r");
  ASSERT_NE(file, nullptr);
  char line[64];
  EXPECT_STREQ(device_fgets(line, sizeof line, file), "first\n");
  int number = 0;
  EXPECT_EQ(device_fscanf(file, "%d %63s", &number, line), 2);
  EXPECT_EQ(number, 42);
  EXPECT_STREQ(line, "second");
  EXPECT_EQ(device_fgetc(file), '\n');
  EXPECT_EQ(device_ungetc('y', file), 'y');
  EXPECT_EQ(device_ftell(file), 15);
  EXPECT_EQ(device_fgetc(file), 'y');
  EXPECT_EQ(device_fgetc(file), 'x');
  EXPECT_FALSE(device_feof(file));
  EXPECT_EQ(device_fgetc(file), EOF);
  EXPECT_TRUE(device_feof(file));
  device_rewind(file);
  EXPECT_FALSE(device_feof(file));
  EXPECT_STREQ(device_fgets(line, 3, file), "fi");
  EXPECT_EQ(device_fgets(line, 1, file), line);
  EXPECT_STREQ(line, "");
  EXPECT_EQ(device_fclose(file), 0);
}

/// The same random reads, writes and seeks by both libraries leave the same.
TEST_F(DeviceFiles, BehaveAsTheHostsUnderRandomUse) {
  for (const char *mode : {"w+", "a+", "w", "r+"}) {
    std::mt19937 random(1);
    const std::string name = path("ours"), host_name = path("theirs");
    for (const auto &each : {name, host_name})
      std::ofstream(each) << std::string(mode[0] == 'r' ? 20000 : 0, '.');
    FILE *ours = device_fopen(name.c_str(), mode), *theirs = std::fopen(host_name.c_str(), mode);
    ASSERT_TRUE(ours && theirs);
    std::string data(30000, ' '), a(30000, ' '), b(30000, ' ');
    for (char &c : data)
      c = static_cast<char>('a' + random() % 26);
    bool writing = false, reading = false;
    for (int i = 0; i < 1500; ++i) {
      const size_t size = random() % 20 ? random() % 300 : random() % 30000;
      switch (random() % 5) {
      case 0:
      case 1:
        if (reading) { // the standard wants a seek between
          device_fseek(ours, 0, SEEK_CUR);
          std::fseek(theirs, 0, SEEK_CUR);
        }
        ASSERT_EQ(device_fwrite(data.data(), 1, size, ours),
                  std::fwrite(data.data(), 1, size, theirs));
        writing = true;
        reading = false;
        break;
      case 2:
        if (mode[1] == '+') {
          if (writing) {
            device_fseek(ours, 0, SEEK_CUR);
            std::fseek(theirs, 0, SEEK_CUR);
          }
          ASSERT_EQ(device_fread(a.data(), 1, size, ours), std::fread(b.data(), 1, size, theirs));
          ASSERT_EQ(a, b);
          ASSERT_EQ(!device_feof(ours), !std::feof(theirs));
          reading = true;
          writing = false;
        }
        break;
      case 3: {
        const int whence = static_cast<int>(random() % 3);
        const long offset = static_cast<long>(random() % 40000) - (whence == SEEK_SET ? 0 : 20000);
        ASSERT_EQ(device_fseek(ours, offset, whence), std::fseek(theirs, offset, whence));
        reading = writing = false;
        break;
      }
      case 4:
        ASSERT_EQ(device_ftell(ours), std::ftell(theirs)) << mode << i;
        break;
      }
    }
    EXPECT_EQ(device_fclose(ours), 0);
    std::fclose(theirs);
    EXPECT_EQ(contents(name), contents(host_name)) << mode;
  }
}

TEST_F(DeviceFiles, ReadLines) {
  const std::string name = path("lines");
  std::ofstream(name) << "short\n" << std::string(500, 'l') << "\nlast";
  FILE *file = device_fopen(name.c_str(), "r");
  char *line = nullptr;
  size_t room = 0;
  EXPECT_EQ(device_getline(&line, &room, file), 6);
  EXPECT_STREQ(line, "short\n");
  EXPECT_EQ(device_getline(&line, &room, file), 501);
  EXPECT_EQ(device_getdelim(&line, &room, 's', file), 3);
  EXPECT_STREQ(line, "las");
  EXPECT_EQ(device_getline(&line, &room, file), 1);
  EXPECT_EQ(device_getline(&line, &room, file), -1);
  std::free(line);
  device_fclose(file);
}

TEST_F(DeviceFiles, HaveModesAndErrors) {
  const std::string name = path("file");
  EXPECT_EQ(device_fopen(name.c_str(), "r"), nullptr);
  EXPECT_EQ(*device___errno_location(), ENOENT);
  EXPECT_EQ(device_fopen(name.c_str(), "q"), nullptr);
  EXPECT_EQ(*device___errno_location(), EINVAL);
  FILE *file = device_fopen(name.c_str(), "wx");
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(device_fopen(name.c_str(), "wx"), nullptr);
  EXPECT_EQ(*device___errno_location(), EEXIST);
  device_setvbuf(file, nullptr, _IOLBF, 0);
  device_fputs("a\nb", file);
  EXPECT_EQ(contents(name), "a\nb"); // to the end of what was written with the line
  device_setvbuf(file, nullptr, _IONBF, 0);
  device_fputc('c', file);
  EXPECT_EQ(contents(name), "a\nbc");
  file = device_freopen(path("other").c_str(), "w+", file);
  ASSERT_NE(file, nullptr);
  device_fputs("other", file);
  fpos_t position;
  EXPECT_EQ(device_fgetpos(file, &position), 0);
  device_rewind(file);
  EXPECT_EQ(device_fgetc(file), 'o');
  EXPECT_EQ(device_fsetpos(file, &position), 0);
  device_fputs("!", file);
  EXPECT_EQ(device_fflush(nullptr), 0);
  EXPECT_EQ(contents(path("other")), "other!");
  device_fclose(file);
  EXPECT_EQ(device_rename(path("other").c_str(), path("moved").c_str()), 0);
  EXPECT_EQ(device_remove(path("moved").c_str()), 0);
  EXPECT_EQ(device_remove(path("moved").c_str()), -1);

  FILE *temporary = device_tmpfile();
  ASSERT_NE(temporary, nullptr);
  device_fputs("temporary", temporary);
  device_rewind(temporary);
  char text[16] = {};
  EXPECT_EQ(device_fread(text, 1, 15, temporary), 9u);
  EXPECT_STREQ(text, "temporary");
  device_fclose(temporary);
  char unique[L_tmpnam];
  EXPECT_EQ(device_tmpnam(unique), unique);
  EXPECT_FALSE(std::filesystem::exists(unique));
}

TEST_F(DeviceFiles, StandardOutputCanBeReopened) {
  const std::string name = path("output");
  take_printed();
  EXPECT_EXIT( // in a process of its own
      {
        device_fputs("before", device_stdout);
        const bool reopened = device_freopen(name.c_str(), "w", device_stdout) == device_stdout;
        device_fputs("after", device_stdout);
        std::_Exit(reopened && device_fclose(device_stdout) == 0 && take_printed() == "before" ? 0
                                                                                               : 1);
      },
      testing::ExitedWithCode(0), "");
  EXPECT_EQ(contents(name), "after");
}

TEST_F(DeviceFiles, StandardInputIsTheHosts) {
  std::ofstream(path("input")) << "12 words\n";
  const int saved = dup(0), replaced = ::open(path("input").c_str(), O_RDONLY);
  dup2(replaced, 0);
  int number = 0;
  char word[16];
  EXPECT_EQ(device_fscanf(device_stdin, "%d%15s", &number, word), 2);
  EXPECT_EQ(number, 12);
  EXPECT_STREQ(word, "words");
  dup2(saved, 0);
  ::close(saved);
  ::close(replaced);
}

TEST_F(DeviceFiles, HoldWideTextAsUtf8) {
  const std::string name = path("wide");
  FILE *file = device_fopen(name.c_str(), "w+");
  EXPECT_EQ(device_fputwc(L'\u20ac', file), static_cast<wint_t>(L'\u20ac'));
  EXPECT_GE(device_fputws(L"\u00e9\n", file), 0);
  device_rewind(file);
  EXPECT_EQ(device_fgetwc(file), static_cast<wint_t>(L'\u20ac'));
  wchar_t line[8];
  EXPECT_STREQ(device_fgetws(line, 8, file), L"\u00e9\n");
  EXPECT_EQ(device_fgetwc(file), WEOF);
  device_fclose(file);
  EXPECT_EQ(contents(name), "\xe2\x82\xac\xc3\xa9\n");
}

TEST_F(DeviceFiles, AreWrittenAtExit) {
  const std::string name = path("exit");
  EXPECT_EXIT(
      {
        FILE *file = device_fopen(name.c_str(), "w");
        device_fputs("buffered", file);
        device_exit(3);
      },
      testing::ExitedWithCode(3), "");
  EXPECT_EQ(contents(name), "buffered");
}

TEST_F(DeviceFiles, PosixCalls) {
  const std::string name = path("posix");
  const int file = device_open(name.c_str(), O_RDWR | O_CREAT, 0640);
  ASSERT_GE(file, 0);
  EXPECT_EQ(device_write(file, "0123456789", 10), 10);
  EXPECT_EQ(device_lseek(file, 3, SEEK_SET), 3);
  char text[8] = {};
  EXPECT_EQ(device_read(file, text, 4), 4);
  EXPECT_STREQ(text, "3456");
  EXPECT_EQ(device_ftruncate(file, 5), 0);
  struct stat status;
  EXPECT_EQ(device_fstat(file, &status), 0);
  EXPECT_EQ(status.st_size, 5);
  EXPECT_TRUE(S_ISREG(status.st_mode));
  EXPECT_EQ(device_lseek(file, 0, SEEK_CUR), 7);
  EXPECT_FALSE(device_isatty(file));
  EXPECT_EQ(device_close(file), 0);
  EXPECT_EQ(device_close(file), -1);
  EXPECT_EQ(*device___errno_location(), EBADF);

  struct stat host_status;
  EXPECT_EQ(device_stat(name.c_str(), &status), 0);
  ASSERT_EQ(::stat(name.c_str(), &host_status), 0);
  EXPECT_EQ(status.st_mode, host_status.st_mode);
  EXPECT_EQ(status.st_size, host_status.st_size);
  EXPECT_EQ(status.st_mtim.tv_sec, host_status.st_mtim.tv_sec);
  EXPECT_EQ(status.st_mtim.tv_nsec, host_status.st_mtim.tv_nsec);
  EXPECT_EQ(device_access(name.c_str(), R_OK), 0);
  EXPECT_EQ(device_access(name.c_str(), X_OK), -1);
  EXPECT_EQ(device_unlink(name.c_str()), 0);
  EXPECT_EQ(device_access(name.c_str(), F_OK), -1);
  EXPECT_EQ(device_mkdir(path("folder").c_str(), 0755), 0);
  EXPECT_EQ(device_rmdir(path("folder").c_str()), 0);
  char here[4096];
  EXPECT_STREQ(device_getcwd(here, sizeof here), std::filesystem::current_path().c_str());
  EXPECT_EQ(device_getcwd(here, 2), nullptr);
  EXPECT_EQ(*device___errno_location(), ERANGE);
  std::string unique = path("uniqueXXXXXX");
  const int descriptor = device_mkstemp(unique.data());
  EXPECT_GE(descriptor, 0);
  EXPECT_TRUE(std::filesystem::exists(unique));
  device_close(descriptor);
}

TEST(DeviceTime, ClocksAreTheHosts) {
  EXPECT_NEAR(static_cast<double>(device_time(nullptr)), static_cast<double>(std::time(nullptr)),
              2);
  timespec a, b;
  EXPECT_EQ(device_clock_gettime(CLOCK_MONOTONIC, &a), 0);
  const timespec pause = {0, 20000000};
  EXPECT_EQ(device_nanosleep(&pause, nullptr), 0);
  timespec both = {0, 10000000}; // as std::this_thread::sleep_for calls it
  EXPECT_EQ(device_nanosleep(&both, &both), 0);
  EXPECT_EQ(both.tv_nsec, 0);
  EXPECT_EQ(device_usleep(1000), 0);
  EXPECT_EQ(device_clock_gettime(CLOCK_MONOTONIC, &b), 0);
  EXPECT_GE((b.tv_sec - a.tv_sec) * 1000000000 + b.tv_nsec - a.tv_nsec, 31000000);
  EXPECT_EQ(device_clock_gettime(12345, &a), -1);
  EXPECT_EQ(*device___errno_location(), EINVAL);
  timeval now;
  EXPECT_EQ(device_gettimeofday(&now, nullptr), 0);
  EXPECT_GE(device_clock(), 0);
  EXPECT_EQ(device_difftime(5, 7), -2);
}

void expect_equal(const tm &a, const tm &b) {
  ASSERT_EQ(a.tm_year, b.tm_year);
  ASSERT_EQ(a.tm_mon, b.tm_mon);
  ASSERT_EQ(a.tm_mday, b.tm_mday);
  ASSERT_EQ(a.tm_hour, b.tm_hour);
  ASSERT_EQ(a.tm_min, b.tm_min);
  ASSERT_EQ(a.tm_sec, b.tm_sec);
  ASSERT_EQ(a.tm_wday, b.tm_wday);
  ASSERT_EQ(a.tm_yday, b.tm_yday);
  ASSERT_EQ(a.tm_isdst, b.tm_isdst);
  ASSERT_EQ(a.tm_gmtoff, b.tm_gmtoff);
}

TEST(DeviceTime, CalendarIsTheHosts) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i) {
    const std::time_t time =
        static_cast<std::time_t>(random()) >> (i % 3 ? 28 : static_cast<int>(random() % 30 + 9));
    tm ours, theirs;
    const bool good = ::gmtime_r(&time, &theirs);
    ASSERT_EQ(device_gmtime_r(&time, &ours) != nullptr, good) << time;
    if (!good)
      continue;
    expect_equal(ours, theirs);
    ASSERT_EQ(device_timegm(&ours), time);
  }
  for (int i = 0; i < 20000; ++i) { // fields out of range
    tm ours = {};
    ours.tm_year = static_cast<int>(random() % 400);
    ours.tm_mon = static_cast<int>(random() % 100) - 50;
    ours.tm_mday = static_cast<int>(random() % 1000) - 500;
    ours.tm_hour = static_cast<int>(random() % 1000) - 500;
    ours.tm_sec = static_cast<int>(random() % 100000) - 50000;
    tm theirs = ours;
    ASSERT_EQ(device_timegm(&ours), ::timegm(&theirs));
    expect_equal(ours, theirs);
  }
}

TEST(DeviceTime, ZoneIsTheHosts) {
  const char *const old = std::getenv("TZ");
  const std::string saved = old ? old : "";
  for (const char *zone : {"UTC0", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT,M3.2.0,M11.1.0"}) {
    setenv("TZ", zone, 1);
    tzset();
    std::mt19937_64 random(2);
    for (int i = 0; i < 5000; ++i) {
      const std::time_t time = static_cast<std::time_t>(random() % 4000000000);
      tm ours, theirs;
      ASSERT_NE(device_localtime_r(&time, &ours), nullptr);
      ::localtime_r(&time, &theirs);
      expect_equal(ours, theirs);
      ASSERT_EQ(device_mktime(&ours), time) << zone;
    }
  }
  if (old)
    setenv("TZ", saved.c_str(), 1);
  else
    unsetenv("TZ");
  tzset();
}

TEST(DeviceTime, FormatsAsTheHost) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 3000; ++i) {
    const std::time_t time = static_cast<std::time_t>(random() % 400000000000) - 30000000000;
    tm when;
    ::gmtime_r(&time, &when);
    for (const char *format :
         {"%a %A %b %B %h|%c|%C|%d|%D|%e|%F|%g %G %V|%H %I %j %k %l|%m %M%n%p %P %r %R",
          "%S%t%T|%u %U %w %W|%x %X|%y %Y|%z|%%", "%5d|%-d|%_d|%03e|%^a|%#p|%10A|%-5H|%_5Y|%06y",
          "%Ey %Od %E", "%^B%#Z"}) {
      char ours[512], theirs[512];
      const size_t size = device_strftime(ours, sizeof ours, format, &when);
      ASSERT_EQ(size, std::strftime(theirs, sizeof theirs, format, &when)) << format << ours << "\n"
                                                                           << theirs;
      if (size) {
        ASSERT_STREQ(ours, theirs) << format;
      }
    }
    ASSERT_STREQ(device_asctime(&when), std::asctime(&when));
  }
  tm when = {};
  when.tm_year = 100;
  when.tm_mday = 1;
  char text[5];
  EXPECT_EQ(device_strftime(text, 4, "%Y", &when), 0u);
  EXPECT_EQ(device_strftime(text, 5, "%Y", &when), 4u);
  wchar_t wide[8];
  EXPECT_EQ(device_wcsftime(wide, 8, L"%H:%M", &when), 5u);
  EXPECT_STREQ(wide, L"00:00");
}

} // namespace
