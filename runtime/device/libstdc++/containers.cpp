//===- containers.cpp - Trees, lists and hash tables ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What <map>, <set>, <list> and the unordered containers share between their
// instantiations. Bucket counts and hashes are those of the host's library, so
// that an unordered container is walked in the same order on every target.
//
//===----------------------------------------------------------------------===//

#include <list>
#include <map>
#include <string>
#include <unordered_map>

namespace std {

// Red-black trees. The header's parent is the root, its left and right are the first and the last
// node, and it is red, which the root is not.

using tree_node = _Rb_tree_node_base;

namespace {

tree_node *next(tree_node *node) noexcept {
  if (node->_M_right)
    return tree_node::_S_minimum(node->_M_right);
  tree_node *above = node->_M_parent;
  while (node == above->_M_right) {
    node = above;
    above = above->_M_parent;
  }
  // A root without a right subtree is the header's right child, which has led one too far.
  return node->_M_right == above ? node : above;
}

tree_node *previous(tree_node *node) noexcept {
  if (node->_M_color == _S_red && node->_M_parent->_M_parent == node)
    return node->_M_right; // the header
  if (node->_M_left)
    return tree_node::_S_maximum(node->_M_left);
  tree_node *above = node->_M_parent;
  while (node == above->_M_left) {
    node = above;
    above = above->_M_parent;
  }
  return above;
}

/// Puts `with` in the place that `node` has below its parent.
void replace(tree_node *node, tree_node *with, tree_node *&root) noexcept {
  tree_node *above = node->_M_parent;
  if (node == root)
    root = with;
  else if (node == above->_M_left)
    above->_M_left = with;
  else
    above->_M_right = with;
  if (with)
    with->_M_parent = above;
}

using child = tree_node *tree_node::*;

/// The child on side `up` of `node` takes its place, and `node` becomes that child's child on the
/// other side, `down`.
void rotate(tree_node *node, child up, child down, tree_node *&root) noexcept {
  tree_node *rising = node->*up;
  node->*up = rising->*down;
  if (rising->*down)
    (rising->*down)->_M_parent = node;
  replace(node, rising, root);
  rising->*down = node;
  node->_M_parent = rising;
}

bool is_black(const tree_node *node) noexcept { return !node || node->_M_color == _S_black; }

/// Mends the tree after a red node was added: it may have a red parent.
void mend_inserted(tree_node *node, tree_node *&root) noexcept {
  while (node != root && node->_M_parent->_M_color == _S_red) {
    tree_node *above = node->_M_parent, *top = above->_M_parent;
    const bool left = above == top->_M_left;
    const child near = left ? &tree_node::_M_left : &tree_node::_M_right;
    const child far = left ? &tree_node::_M_right : &tree_node::_M_left;
    top->_M_color = _S_red;
    if (tree_node *uncle = top->*far; !is_black(uncle)) {
      above->_M_color = uncle->_M_color = _S_black;
      node = top;
      continue;
    }
    if (node == above->*far) {
      rotate(above, far, near, root);
      above = node;
    }
    above->_M_color = _S_black;
    rotate(top, near, far, root);
    break;
  }
  root->_M_color = _S_black;
}

/// Mends the tree after a black node was taken out above `node`, which may be null and whose parent
/// is `above`: paths through it are one black node short.
void mend_erased(tree_node *node, tree_node *above, tree_node *&root) noexcept {
  while (node != root && is_black(node)) {
    const bool left = node == above->_M_left;
    const child near = left ? &tree_node::_M_left : &tree_node::_M_right;
    const child far = left ? &tree_node::_M_right : &tree_node::_M_left;
    tree_node *sibling = above->*far;
    if (sibling->_M_color == _S_red) {
      sibling->_M_color = _S_black;
      above->_M_color = _S_red;
      rotate(above, far, near, root);
      sibling = above->*far;
    }
    if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
      sibling->_M_color = _S_red;
      node = above;
      above = above->_M_parent;
      continue;
    }
    if (is_black(sibling->*far)) {
      (sibling->*near)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, near, far, root);
      sibling = above->*far;
    }
    sibling->_M_color = above->_M_color;
    above->_M_color = _S_black;
    (sibling->*far)->_M_color = _S_black;
    rotate(above, far, near, root);
    break;
  }
  if (node)
    node->_M_color = _S_black;
}

} // namespace

__attribute__((pure)) tree_node *_Rb_tree_increment(tree_node *node) noexcept { return next(node); }
__attribute__((pure)) const tree_node *_Rb_tree_increment(const tree_node *node) noexcept {
  return next(const_cast<tree_node *>(node));
}
__attribute__((pure)) tree_node *_Rb_tree_decrement(tree_node *node) noexcept {
  return previous(node);
}
__attribute__((pure)) const tree_node *_Rb_tree_decrement(const tree_node *node) noexcept {
  return previous(const_cast<tree_node *>(node));
}

void _Rb_tree_insert_and_rebalance(const bool left, tree_node *node, tree_node *above,
                                   tree_node &header) noexcept {
  node->_M_parent = above;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    above->_M_left = node; // the header's first node too, where that is the parent
    if (above == &header)
      header._M_parent = header._M_right = node;
    else if (above == header._M_left)
      header._M_left = node;
  } else {
    above->_M_right = node;
    if (above == header._M_right)
      header._M_right = node;
  }
  mend_inserted(node, header._M_parent);
}

tree_node *_Rb_tree_rebalance_for_erase(tree_node *const node, tree_node &header) noexcept {
  tree_node *&root = header._M_parent;
  if (node == header._M_left)
    header._M_left = node->_M_right ? tree_node::_S_minimum(node->_M_right) : node->_M_parent;
  if (node == header._M_right)
    header._M_right = node->_M_left ? tree_node::_S_maximum(node->_M_left) : node->_M_parent;

  _Rb_tree_color lost = node->_M_color;
  tree_node *child, *above;
  if (!node->_M_left || !node->_M_right) {
    child = node->_M_left ? node->_M_left : node->_M_right;
    above = node->_M_parent;
    replace(node, child, root);
  } else {
    // The successor, which has no left child, takes the node's place and colour.
    tree_node *successor = tree_node::_S_minimum(node->_M_right);
    lost = successor->_M_color;
    child = successor->_M_right;
    above = successor;
    if (successor != node->_M_right) {
      above = successor->_M_parent;
      replace(successor, child, root);
      successor->_M_right = node->_M_right;
      successor->_M_right->_M_parent = successor;
    }
    successor->_M_left = node->_M_left;
    successor->_M_left->_M_parent = successor;
    replace(node, successor, root);
    successor->_M_color = node->_M_color;
  }
  if (lost == _S_black)
    mend_erased(child, above, root);
  return node;
}

unsigned _Rb_tree_black_count(const tree_node *node, const tree_node *root) noexcept {
  unsigned count = 0;
  for (; node; node = node == root ? nullptr : node->_M_parent)
    count += node->_M_color == _S_black;
  return count;
}

// Lists: rings through a node of the list object.

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const before) noexcept {
  _M_next = before;
  _M_prev = before->_M_prev;
  _M_prev->_M_next = before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *const first,
                                  _List_node_base *const last) noexcept {
  if (first == last || this == last)
    return;
  _List_node_base *const final = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  first->_M_prev = _M_prev;
  _M_prev->_M_next = first;
  final->_M_next = this;
  _M_prev = final;
}

void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    _List_node_base *const following = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = following;
    node = following;
  } while (node != this);
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  // Each of the nodes is first put into the other's ring, and then the old one taken out.
  _List_node_base placeholder;
  placeholder._M_hook(&a);
  a._M_unhook();
  a._M_hook(&b);
  b._M_unhook();
  b._M_hook(&placeholder);
  placeholder._M_unhook();
}

// Hash tables.

extern const unsigned long __prime_list[];
/// The numbers of buckets that are used; the last is there twice.
// clang-format off
extern const unsigned long __prime_list[] = {
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97,
    103, 109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313,
    337, 359, 383, 409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109,
    1193, 1289, 1381, 1493, 1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739,
    4027, 4349, 4703, 5087, 5503, 5953, 6427, 6949, 7517, 8123, 8783, 9497, 10273, 11113, 12011,
    12983, 14033, 15173, 16411, 17749, 19183, 20753, 22447, 24281, 26267, 28411, 30727, 33223,
    35933, 38873, 42043, 45481, 49201, 53201, 57557, 62233, 67307, 72817, 78779, 85229, 92203,
    99733, 107897, 116731, 126271, 136607, 147793, 159871, 172933, 187091, 202409, 218971, 236897,
    256279, 277261, 299951, 324503, 351061, 379787, 410857, 444487, 480881, 520241, 562841, 608903,
    658753, 712697, 771049, 834181, 902483, 976369, 1056323, 1142821, 1236397, 1337629, 1447153,
    1565659, 1693859, 1832561, 1982627, 2144977, 2320627, 2510653, 2716249, 2938679, 3179303,
    3439651, 3721303, 4026031, 4355707, 4712381, 5098259, 5515729, 5967347, 6456007, 6984629,
    7556579, 8175383, 8844859, 9569143, 10352717, 11200489, 12117689, 13109983, 14183539, 15345007,
    16601593, 17961079, 19431899, 21023161, 22744717, 24607243, 26622317, 28802401, 31160981,
    33712729, 36473443, 39460231, 42691603, 46187573, 49969847, 54061849, 58488943, 63278561,
    68460391, 74066549, 80131819, 86693767, 93793069, 101473717, 109783337, 118773397, 128499677,
    139022417, 150406843, 162723577, 176048909, 190465427, 206062531, 222936881, 241193053,
    260944219, 282312799, 305431229, 330442829, 357502601, 386778277, 418451333, 452718089,
    489790921, 529899637, 573292817, 620239453, 671030513, 725980837, 785430967, 849749479,
    919334987, 994618837, 1076067617, 1164186217, 1259520799, 1362662261, 1474249943, 1594975441,
    1725587117, 1866894511, 2019773507, 2185171673u, 2364114217u, 2557710269u, 2767159799u,
    2993761039u, 3238918481u, 3504151727u, 3791104843u, 4101556399u, 4294967291u, 6442450933,
    8589934583, 12884901857, 17179869143, 25769803693, 34359738337, 51539607367, 68719476731,
    103079215087, 137438953447, 206158430123, 274877906899, 412316860387, 549755813881,
    824633720731, 1099511627689, 1649267441579, 2199023255531, 3298534883309, 4398046511093,
    6597069766607, 8796093022151, 13194139533241, 17592186044399, 26388279066581, 35184372088777,
    52776558133177, 70368744177643, 105553116266399, 140737488355213, 211106232532861,
    281474976710597, 562949953421231, 1125899906842597, 2251799813685119, 4503599627370449,
    9007199254740881, 18014398509481951, 36028797018963913, 72057594037927931, 144115188075855859,
    288230376151711717, 576460752303423433, 1152921504606846883, 2305843009213693951,
    4611686018427387847, 9223372036854775783, 18446744073709551557u, 18446744073709551557u,
};
// clang-format on

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  if (wanted == 0)
    return 1; // the one that an empty table has in itself
  constexpr size_t count = sizeof __prime_list / sizeof *__prime_list - 1;
  const unsigned long *const last = __prime_list + count - 1;
  const unsigned long *low = __prime_list;
  for (size_t size = count - 1; size != 0;) {
    const size_t half = size / 2;
    if (low[half] < wanted) {
      low += half + 1;
      size -= half + 1;
    } else {
      size = half;
    }
  }
  _M_next_resize = low == last ? static_cast<size_t>(-1)
                               : static_cast<size_t>(static_cast<double>(*low) *
                                                     static_cast<double>(_M_max_load_factor));
  return *low;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements,
                                                        size_t added) const {
  const size_t total = elements + added;
  if (total <= _M_next_resize)
    return {false, 0};
  const double load = static_cast<double>(_M_max_load_factor);
  // A table's first buckets are for eleven elements at least.
  const size_t room = _M_next_resize == 0 && total < 11 ? 11 : total;
  const double needed = static_cast<double>(room) / load;
  if (needed < static_cast<double>(buckets)) {
    _M_next_resize = static_cast<size_t>(static_cast<double>(buckets) * load);
    return {false, 0};
  }
  const size_t enough = static_cast<size_t>(needed) + 1, grown = buckets * _S_growth_factor;
  return {true, _M_next_bkt(enough < grown ? grown : enough)};
}

} // namespace __detail

// Hashes of bytes. The first is MurmurHash64A with another shift in the end.

size_t _Hash_bytes(const void *bytes, size_t size, size_t seed) {
  constexpr size_t factor = 0xc6a4a7935bd1e995;
  const auto mix = [](size_t value) { return value ^ (value >> 47); };
  const auto *p = static_cast<const unsigned char *>(bytes);
  const auto load = [&p](size_t count) {
    size_t value = 0;
    for (size_t i = 0; i != count; ++i)
      value |= static_cast<size_t>(p[i]) << (8 * i);
    p += count;
    return value;
  };
  size_t hash = seed ^ (size * factor);
  for (; size >= 8; size -= 8)
    hash = (hash ^ (mix(load(8) * factor) * factor)) * factor;
  if (size != 0)
    hash = (hash ^ load(size)) * factor;
  return mix(mix(hash) * factor);
}

size_t _Fnv_hash_bytes(const void *bytes, size_t size, size_t seed) {
  const auto *p = static_cast<const signed char *>(bytes); // as the host's `char` is
  for (size_t i = 0; i != size; ++i)
    seed = (seed ^ static_cast<size_t>(p[i])) * 1099511628211;
  return seed;
}

/// Of the value, so that both zeros have one hash. A GPU's `long double` is a double.
size_t hash<long double>::operator()(long double value) const noexcept {
  const double number = static_cast<double>(value);
  return number != 0 ? _Hash_bytes(&number, sizeof number, 0xc70f6907) : 0;
}

} // namespace std
