// A kernel writes files of the host, reads them back, and sees why one cannot be opened.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t %t.data > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %t.data | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t %t.data | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %t.data | diff %t.txt - %}
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <gpu/gpu.hpp>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

static std::string report(const std::string &name, unsigned thread) {
  const std::string first = name + '-' + std::to_string(thread), second = first + "-copy";
  std::ostringstream out;
  {
    std::ofstream file(first);
    for (unsigned line = 0; line < 3; ++line)
      file << "line " << line << " of thread " << thread << ": " << line / 4.0 << '\n';
  }
  std::FILE *file = std::fopen(first.c_str(), "r+");
  if (!file)
    return "cannot open what was written";
  char line[64];
  int lines = 0;
  long square = 0;
  while (std::fgets(line, sizeof line, file))
    ++lines;
  std::fprintf(file, "%d %#x\n", lines, thread * thread);
  std::fseek(file, -4, SEEK_CUR);
  std::rewind(file);
  for (int k = 0; k < lines; ++k)
    std::fgets(line, sizeof line, file);
  out << std::fscanf(file, "%d %li", &lines, &square) << ' ' << lines << ' ' << square << '\n';
  std::fclose(file);
  {
    std::ifstream from(first, std::ios::binary);
    std::ofstream to(second, std::ios::binary);
    to << from.rdbuf();
  }
  std::ifstream copy(second);
  const std::string all{std::istreambuf_iterator<char>(copy), std::istreambuf_iterator<char>()};
  out << all << all.size() << ' ' << copy.eof() << ' ' << copy.is_open() << '\n';
  copy.close();
  out << std::rename(second.c_str(), first.c_str()) << ' ' << std::remove(first.c_str()) << '\n';
  errno = 0;
  const bool missing = std::fopen(first.c_str(), "r") == nullptr;
  out << missing << ' ' << std::strerror(errno) << ' ' << std::ifstream(first).fail() << '\n';
  const char *device = std::getenv("GPUC_NO_SUCH_VARIABLE"), *path = std::getenv("PATH");
  out << (device ? device : "no such variable") << ' ' << (path && std::strchr(path, '/'));
  return out.str();
}

constexpr unsigned threads = 8;
constexpr std::size_t size = 1024;

[[gpu::kernel]] void report_in_kernel(std::string_view name, char *out) {
  const std::string text = report(std::string(name), gpu::thread_rank());
  if (text.size() < size)
    std::memcpy(out + gpu::thread_rank() * size, text.c_str(), text.size() + 1);
}

int main(int, char **arguments) {
  const std::string name = arguments[1];
  gpu::buffer<char> texts(std::vector<char>(threads * size));
  gpu::launch<report_in_kernel>(gpu::launch_config{.threads = threads}, name, texts.data());
  const std::vector<char> device = texts.to_vector();
  for (unsigned thread = 0; thread < threads; ++thread)
    if (const std::string host = report(name, thread); device.data() + thread * size != host) {
      std::printf("thread %u in the kernel:\n%s\non the host:\n%s\n", thread,
                  device.data() + thread * size, host.c_str());
      return 1;
    }
  std::puts(device.data() + (threads - 1) * size);
}
