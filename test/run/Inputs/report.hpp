// What the std-*.cpp programs share. A program defines report(), which does its work for one thread
// and returns a text about the results; this file runs it in the threads of a kernel and on the
// host. The texts have to be the same; that of the last thread is printed.
#ifndef GPUC_TEST_REPORT_HPP
#define GPUC_TEST_REPORT_HPP

#include <cstdio>
#include <cstring>
#include <gpu/gpu.hpp>
#include <string>
#include <vector>

static std::string report(unsigned thread);

constexpr unsigned report_threads = 32;
constexpr std::size_t report_size = 2048;

[[gpu::kernel]] void report_in_kernel(char *out) {
  const unsigned thread = gpu::thread_rank();
  const std::string text = report(thread);
  if (text.size() < report_size)
    std::memcpy(out + thread * report_size, text.c_str(), text.size() + 1);
}

int main() {
  gpu::buffer<char> texts(std::vector<char>(report_threads * report_size));
  gpu::launch<report_in_kernel>(gpu::launch_config{.threads = report_threads}, texts.data());
  const std::vector<char> device = texts.to_vector();
  for (unsigned thread = 0; thread < report_threads; ++thread) {
    const char *text = device.data() + thread * report_size;
    if (const std::string host = report(thread); text != host) {
      std::printf("thread %u in the kernel:\n%s\non the host:\n%s\n", thread, text, host.c_str());
      return 1;
    }
    if (thread == report_threads - 1)
      std::puts(text);
  }
}

#endif // GPUC_TEST_REPORT_HPP
