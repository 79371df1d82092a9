// Files, the environment, clocks and the end of the program by the C library in kernels.
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: echo 'line of input' | env GPUC_TEST_VARIABLE=value %t %t.dir | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE < %t.dir/file
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <gpu/gpu.hpp>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace {

struct path {
  char text[512];
  path(std::string_view folder, const char *name) {
    std::snprintf(text, sizeof text, "%.*s/%s", static_cast<int>(folder.size()), folder.data(),
                  name);
  }
};

} // namespace

[[gpu::kernel]] void files(std::string_view folder) {
  const path name(folder, "file");
  // CHECK: no file yet: No such file or directory
  if (!std::fopen(name.text, "r"))
    std::printf("no file yet: %s\n", std::strerror(errno));
  std::FILE *file = std::fopen(name.text, "w+");
  for (int i = 0; i < 2000; ++i)
    std::fprintf(file, "line %d\n", i);
  // CHECK-NEXT: size 18890
  std::printf("size %ld\n", std::ftell(file));
  std::rewind(file);
  char line[32];
  int sum = 0, number = 0;
  while (std::fgets(line, sizeof line, file))
    if (std::sscanf(line, "line %d", &number) == 1)
      sum += number;
  // CHECK-NEXT: sum 1999000 at end 1
  std::printf("sum %d at end %d\n", sum, std::feof(file) != 0);
  std::fseek(file, 0, SEEK_SET);
  std::fputs("LINE", file);
  std::fclose(file);
  // FILE: LINE 0
  // FILE-NEXT: line 1

  struct stat status;
  // CHECK-NEXT: stat 0 18890
  std::printf("stat %d %ld\n", stat(name.text, &status), static_cast<long>(status.st_size));
  const path other(folder, "other");
  const int descriptor = open(other.text, O_RDWR | O_CREAT, 0644);
  char text[8] = {};
  write(descriptor, "0123456789", 10);
  lseek(descriptor, 4, SEEK_SET);
  // CHECK-NEXT: read 3 456
  std::printf("read %ld", static_cast<long>(read(descriptor, text, 3)));
  std::printf(" %s\n", text);
  close(descriptor);
  // CHECK-NEXT: removed 0, again -1
  const int first = std::remove(other.text);
  std::printf("removed %d, again %d\n", first, std::remove(other.text));
}

/// All threads write to one file, each whole lines.
[[gpu::kernel]] void together(std::FILE **shared) {
  std::fprintf(*shared, "%06u\n", static_cast<unsigned>(gpu::global_idx().x));
}
[[gpu::kernel]] void open_shared(std::FILE **shared, std::string_view folder) {
  *shared = std::fopen(path(folder, "shared").text, "w");
}
[[gpu::kernel]] void close_shared(std::FILE **shared, std::string_view folder) {
  std::fclose(*shared);
  std::FILE *file = std::fopen(path(folder, "shared").text, "r");
  unsigned sum = 0, lines = 0, number = 0;
  for (; std::fscanf(file, "%u", &number) == 1; ++lines)
    sum += number;
  std::fclose(file);
  // CHECK-NEXT: shared 512 lines, sum 130816
  std::printf("shared %u lines, sum %u\n", lines, sum);
}

[[gpu::kernel]] void environment() {
  // CHECK-NEXT: value 1
  const char *value = std::getenv("GPUC_TEST_VARIABLE");
  std::printf("%s %d\n", value, std::getenv("GPUC_TEST_NOTHING") == nullptr);
  char line[32];
  // CHECK-NEXT: input: line of input
  std::printf("input: %s", std::fgets(line, sizeof line, stdin));
}

[[gpu::kernel]] void clocks() {
  timespec before, after, pause = {0, 2000000};
  clock_gettime(CLOCK_MONOTONIC, &before);
  nanosleep(&pause, nullptr);
  clock_gettime(CLOCK_MONOTONIC, &after);
  const long passed = (after.tv_sec - before.tv_sec) * 1000000000 + after.tv_nsec - before.tv_nsec;
  // CHECK-NEXT: slept 1, years 1
  std::printf("slept %d, years %d\n", passed >= 2000000, std::time(nullptr) > 1700000000);
  const std::time_t time = 86400 * 365;
  std::tm utc;
  gmtime_r(&time, &utc);
  char text[64];
  std::strftime(text, sizeof text, "%A %d %B %Y %T", &utc);
  // CHECK-NEXT: Friday 01 January 1971 00:00:00
  std::printf("%s\n", text);
}

int main(int, char **arguments) {
  const std::string folder = arguments[1];
  gpu::launch<files>({}, folder);
  gpu::buffer<std::FILE *> shared(1);
  gpu::launch<open_shared>({}, shared.data(), folder);
  gpu::launch<together>(gpu::launch_config{.blocks = 4, .threads = 128}, shared.data());
  gpu::launch<close_shared>({}, shared.data(), folder);
  gpu::launch<environment>({});
  gpu::launch<clocks>({});
}
