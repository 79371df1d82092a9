// GPUC_HOST_SERVICES: every call that is not allowed answers ENOSYS, from all lanes of a warp or one;
// text goes out or not; failures are reported in any case. Nothing hangs.
// DEFINE: %{build} = %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && env GPUC_HOST_SERVICES=none %t 2>%t.err | FileCheck %s --check-prefixes=CHECK,NONE,REFUSED
// RUN: FileCheck %s --check-prefix=STDERR < %t.err
// RUN: env GPUC_HOST_SERVICES=print %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PRINT,REFUSED
// RUN: env GPUC_HOST_SERVICES=all %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PRINT,ALL
// RUN: not env GPUC_HOST_SERVICES=some %t 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_HOST_SERVICES=none %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,NONE,REFUSED %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_HOST_SERVICES=print %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PRINT,REFUSED %}
// RUN: %if gpu %{ env GPUC_DEVICE=cuda GPUC_HOST_SERVICES=all %t 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PRINT,ALL %}
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <gpu/detail/services.hpp>
#include <gpu/gpu.hpp>
#include <string>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

// NONE-NOT: text from
// PRINT: text from gpu::println
// PRINT-NEXT: text from printf
[[gpu::kernel]] void print() {
  gpu::println("text from {}", "gpu::println");
  std::printf("text from printf\n");
}

/// Every call but `call_exit`, with a request that does no harm where it is allowed.
static long call(unsigned opcode) {
  using namespace gpu::detail;
  const int none[4] = {-1, 0, 0, 0};
  const char path[] = "/nonexistent/file";
  const struct {
    unsigned long size;
    char paths[2 * sizeof path];
  } renamed = {sizeof path - 1, "/nonexistent/file/nonexistent/other"};
  const long nothing = 0, bytes = 8;
  char reply[512];
  piece pieces[2] = {{none, sizeof none}, {path, sizeof path - 1}};
  unsigned count = 1;
  switch (opcode) {
  case call_nothing:
  case call_getcwd:
    count = 0;
    break;
  case call_open:
  case call_mkdir:
    pieces[0] = {&nothing, 8};
    count = 2;
    break;
  case call_unlink:
  case call_stat:
  case call_getenv:
    pieces[0] = pieces[1];
    break;
  case call_rename:
    pieces[0] = {&renamed, sizeof renamed.size + 2 * sizeof path - 1};
    break;
  case call_close:
  case call_isatty:
    pieces[0].size = 4;
    break;
  case call_sync:
  case call_clock:
    pieces[0] = {&nothing, 4};
    break;
  case call_sleep:
  case call_local_time:
    pieces[0] = {&nothing, 8};
    break;
  case call_random:
    pieces[0] = {&bytes, 8};
    break;
  }
  return __gpuc_service_call(opcode, pieces, count, reply, sizeof reply);
}

/// Counts the calls that answer ENOSYS.
[[gpu::kernel]] void call_all(unsigned *refused) {
  using namespace gpu::detail;
  for (unsigned opcode = service_calls; opcode != call_exit; ++opcode) {
    if (call(opcode) == -ENOSYS)
      ++refused[gpu::thread_rank()];
    if (gpu::thread_rank() % 3 == 0 && call(opcode) == -ENOSYS)
      ++refused[gpu::thread_rank()];
  }
}

/// The C library's functions where it is gpuc's own, on GPUs. Gives the number of the first that
/// does not fail as it should.
[[gpu::kernel]] void c_functions(unsigned *wrong) {
  char text[64];
  std::timespec time = {0, 1000};
  struct stat status;
  unsigned number = 0;
  const auto expect = [&](bool good) {
    ++number;
    if (!(good && errno == ENOSYS) && !*wrong)
      *wrong = number;
    errno = 0;
  };
  errno = 0;
  expect(std::fopen("/etc/passwd", "r") == nullptr);
  expect(open("/etc/passwd", O_RDONLY) == -1);
  expect(read(0, text, 1) == -1);
  expect(std::fgets(text, sizeof text, stdin) == nullptr);
  expect(std::remove("/nonexistent") != 0);
  expect(std::rename("/nonexistent", "/nonexistent2") != 0);
  expect(mkdir("/nonexistent/folder", 0700) == -1);
  expect(stat("/", &status) == -1);
  expect(getcwd(text, sizeof text) == nullptr);
  expect(clock_gettime(CLOCK_REALTIME, &time) == -1);
  time = {0, 1000};
  expect(nanosleep(&time, nullptr) == -1);
  expect(getrandom(text, 8, 0) == -1);
  errno = ENOSYS; // these two need not set it
  expect(std::time(nullptr) == -1);
  errno = ENOSYS;
  expect(std::getenv("PATH") == nullptr);
}

/// Refused, this ends the thread and not the program.
[[gpu::kernel]] void leave() { std::exit(5); }

// STDERR: services-refused.cpp:[[#@LINE+1]]: assertion failed: !b [kernel fail,
[[gpu::kernel]] void fail(bool b) { assert(!b); }

int main() {
  try {
    gpu::launch<print>({});
    std::fflush(stdout);
    const bool limited = std::string(std::getenv("GPUC_HOST_SERVICES")) != "all";
    constexpr unsigned threads = 48;
    auto refused = gpu::buffer<unsigned>::zeroed(threads);
    gpu::launch<call_all>({.threads = threads}, refused.data());
    unsigned sum = 0;
    for (const unsigned n : refused.to_vector())
      sum += n;
    // REFUSED: calls refused: 1216
    // ALL: calls refused: 0
    std::printf("calls refused: %u\n", sum);
    // CHECK: first wrong function: 0
    auto wrong = gpu::buffer<unsigned>::zeroed(1);
    if (limited && gpu::current_device().backend != "cpu") {
      gpu::launch<c_functions>({}, wrong.data());
      gpu::launch<leave>({});
    }
    std::printf("first wrong function: %u\n", wrong.to_vector()[0]);
    gpu::launch<fail>({}, true);
  } catch (const gpu::device_error &error) {
    // CHECK: reported: 1
    std::printf("reported: %d\n", std::string(error.what()).find("!b") != std::string::npos);
  } catch (const gpu::error &error) {
    // WRONG: GPUC_HOST_SERVICES=some is none of none, print, all
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
