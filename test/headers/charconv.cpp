// <charconv> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <charconv>
#include <string_view>

#include "Inputs/header_test.hpp"

template <class... Args> static void written(hasher &h, Args... args) {
  char text[128];
  const auto [end, error] = std::to_chars(text, text + sizeof text, args...);
  h.add(std::string_view(text, static_cast<std::size_t>(end - text))).add(error == std::errc());
}

template <class T, class... Args> static T read(hasher &h, std::string_view text, Args... args) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, args...);
  h.add(end - text.data()).add(static_cast<int>(error));
  return value;
}

static std::uint64_t check(unsigned i) {
  hasher h;
  written(h, static_cast<int>(i) - 30);
  written(h, i * 1234567891234567ull, 36);
  written(h, 0.1 * i);
  written(h, 1.0 / (i + 1));
  written(h, static_cast<float>(i) / 7);
  written(h, 6.02214076e23 * i, std::chars_format::scientific);
  written(h, i / 64.0, std::chars_format::fixed, 4);
  written(h, 1e-7 * i, std::chars_format::general, 5);
  written(h, i / 16.0, std::chars_format::hex);
  h.add(read<int>(h, "-123rest")).add(read<unsigned char>(h, "300")).add(read<long>(h, "zz", 36));
  h.add(read<int>(h, "x"));
  h.add_exact(read<double>(h, "3.25e-3x")).add_exact(read<double>(h, "123456789.123456789"));
  h.add_exact(read<float>(h, "0.1")).add_exact(read<double>(h, "1p-3", std::chars_format::hex));
  return h.value();
}
