// dynamic_cast and typeid give in a kernel what they give on the host: down, across and to virtual
// bases, ambiguous and private ones.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <typeinfo>
#include <vector>

struct base {
  virtual int id() const { return 1; }
};
struct left : virtual base {
  int l = 2;
};
struct right : virtual base {
  int r = 3;
};
struct both : left, right {
  int id() const override { return 4; }
};
struct plain {
  virtual int p() const { return 5; }
};
struct twice_a : plain {};
struct twice_b : plain {};
struct twice : twice_a, twice_b {};
struct hidden : private plain, public base {
  plain *inside() { return this; }
};
struct chain1 : base {};
struct chain2 : chain1 {};

template <class To, class From> [[gnu::noinline]] bool casts(From *from, const void *expected) {
  To *to = dynamic_cast<To *>(from);
  return expected ? static_cast<const void *>(to) == expected : to == nullptr;
}

static unsigned check_all() {
  both d;
  left l;
  twice t;
  hidden h;
  chain2 c;
  base *as_base = &d, *only_left = &l, *deep = &c;
  plain *first = static_cast<twice_a *>(&t);
  unsigned wrong = 0, bit = 1;
  auto check = [&](bool right) {
    if (!right)
      wrong |= bit;
    bit <<= 1;
  };
  check(casts<left>(as_base, static_cast<left *>(&d)));
  check(casts<right>(as_base, static_cast<right *>(&d)));
  check(casts<right>(static_cast<left *>(&d), static_cast<right *>(&d)));
  check(casts<right>(only_left, nullptr));
  check(casts<both>(as_base, &d));
  check(casts<twice_b>(first, static_cast<twice_b *>(&t)));
  check(casts<twice>(first, &t));
  check(casts<base>(first, nullptr));
  check(casts<hidden>(static_cast<base *>(&h), &h));
  check(casts<plain>(static_cast<base *>(&h), nullptr));
  check(casts<base>(h.inside(), nullptr));
  check(casts<chain1>(deep, &c));
  check(casts<chain2>(deep, &c));
  check(dynamic_cast<void *>(static_cast<right *>(&d)) == &d);
  check(typeid(*as_base) == typeid(both));
  check(typeid(*as_base) != typeid(left));
  check(typeid(*as_base).name()[0] == '4');
  check(typeid(int) != typeid(long) && typeid(const char *) == typeid(const char *));
  check(as_base->id() == 4);
  return wrong;
}

[[gpu::kernel]] void run(unsigned *wrong) { *wrong = check_all(); }

int main() {
  auto wrong = gpu::make_box<unsigned>(~0u);
  gpu::launch<run>({}, wrong.get());
  std::printf("host %x, device %x\n", check_all(), *wrong);
  return check_all() != 0 || *wrong != 0;
}
