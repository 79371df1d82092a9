// <exception>, <stdexcept>, <system_error> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <exception>
#include <stdexcept>
#include <string>
#include <system_error>

#include "Inputs/header_test.hpp"

// Nothing can be thrown in a kernel; the objects can be made and looked at.
struct failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

static std::uint64_t check(unsigned i) {
  hasher h;
  const failure f("failed: " + std::to_string(i));
  const std::exception &e = f;
  const std::out_of_range range(std::string("range"));
  const std::logic_error copy = range;
  h.add(e.what()).add(copy.what()).add(std::invalid_argument("argument").what());
  h.add(std::overflow_error("overflow").what()).add(std::uncaught_exceptions());
  h.add(std::current_exception() == nullptr).add(std::exception_ptr() == nullptr);
  const std::error_code none, missing = std::make_error_code(std::errc::no_such_file_or_directory);
  h.add(static_cast<bool>(none)).add(missing.value()).add(missing.message());
  h.add(missing.category().name()).add(missing == std::errc::no_such_file_or_directory);
  h.add(missing == std::errc::io_error).add(std::error_code(5, std::system_category()).message());
  h.add(std::error_condition(std::errc::timed_out).message());
  h.add(std::error_code(2, std::system_category()) == std::errc::no_such_file_or_directory);
  const std::system_error error(missing, "opening");
  return h.add(error.what()).add(error.code().value()).value();
}
