// <ios>, <iosfwd>, <istream>, <ostream>, <streambuf> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <ios>
#include <iosfwd>
#include <istream>
#include <ostream>
#include <streambuf>
#include <string>

#include "Inputs/header_test.hpp"

// A buffer that reads digits in order and keeps what is written, in capitals.
class digits : public std::streambuf {
public:
  std::string written;

protected:
  int_type underflow() override {
    if (count == 3)
      return traits_type::eof();
    for (int k = 0; k < 10; ++k)
      chunk[k] = static_cast<char>('0' + k);
    ++count;
    setg(chunk, chunk, chunk + 10);
    return traits_type::to_int_type(*gptr());
  }
  int_type overflow(int_type c) override {
    if (c >= 'a' && c <= 'z')
      c -= 'a' - 'A';
    written += static_cast<char>(c);
    return c;
  }

private:
  char chunk[10];
  int count = 0;
};

static std::uint64_t check(unsigned i) {
  hasher h;
  digits buffer;
  std::ostream out(&buffer);
  out << "text " << i << std::ends << std::flush;
  out.put('x').write("abc", 2);
  h.add(buffer.written).add(out.good());
  std::istream in(&buffer);
  char part[8] = {};
  in.read(part, 4);
  h.add(part).add(in.gcount()).add(in.get());
  in.unget();
  long number = 0;
  in >> number;
  h.add(number).add(in.eof()).add(in.fail());
  in.clear();
  in.setstate(std::ios::badbit);
  h.add(in.bad()).add(in.rdstate() == std::ios::badbit);
  out.width(7);
  out.fill('*');
  out.setf(std::ios::left, std::ios::adjustfield);
  out << true;
  std::ios state(nullptr);
  state.copyfmt(out);
  h.add(buffer.written).add(state.fill()).add(out.flags() & std::ios::left).add(out.precision());
  const std::streamoff offset = i;
  std::istream::sentry sentry(in);
  h.add(static_cast<long>(std::streampos(offset) + offset)).add(static_cast<bool>(sentry));
  return h.add(in.rdbuf() == &buffer)
      .add(std::make_error_code(std::io_errc::stream).value())
      .value();
}
