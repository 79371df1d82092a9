//===- process.cpp - The environment and the program's end ------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include "process.hpp"

#include <string.h>

// <stdlib.h> gives some of these functions another language's linkage.
extern "C" {
void *malloc(size_t size);
void free(void *);
}

using namespace gpuc::libc;
using namespace gpu::detail;

namespace {

/// A list that grows at its head and of which nothing is removed, so that threads need no lock.
template <class Node> void push(Node **head, Node *node) {
  Node *first = __scoped_atomic_load_n(head, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  do {
    node->next = first;
    __scoped_atomic_thread_fence(__ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
  } while (!__scoped_atomic_compare_exchange_n(head, &first, node, false, __ATOMIC_RELAXED,
                                               __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE));
}

/// A variable that was asked for or set; the newest of a name counts.
struct variable {
  variable *next;
  char *value; ///< null: there is none
  char name[];
};
constinit variable *variables = nullptr;

/// Remembers a variable, whose value has `size` bytes. Returns the copy.
char *remember(const char *name, size_t name_size, const char *value, size_t size) {
  auto *node = static_cast<variable *>(malloc(sizeof(variable) + name_size + 1 + size + 1));
  if (!node) {
    errno = ENOMEM;
    return nullptr;
  }
  memcpy(node->name, name, name_size);
  node->name[name_size] = 0;
  node->value = value ? node->name + name_size + 1 : nullptr;
  if (value) {
    memcpy(node->value, value, size);
    node->value[size] = 0;
  }
  push(&variables, node);
  return node->value;
}

const variable *find(const char *name) {
  const variable *node =
      __scoped_atomic_load_n(&variables, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
  while (node && strcmp(node->name, name) != 0)
    node = node->next;
  return node;
}

bool valid_name(const char *name, size_t size) { return size != 0 && !memchr(name, '=', size); }

/// A function to call at the end.
struct handler {
  handler *next;
  void (*function)();
};
constinit handler *exit_handlers = nullptr, *quick_exit_handlers = nullptr;

int add(handler **list, void (*function)()) {
  auto *node = static_cast<handler *>(malloc(sizeof(handler)));
  if (!node)
    return -1;
  node->function = function;
  push(list, node);
  return 0;
}

/// Calls the functions, the last one added first, and those that these add. One thread calls each.
void run(handler **list) {
  for (;;) {
    handler *first =
        __scoped_atomic_exchange_n(list, nullptr, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    __scoped_atomic_thread_fence(__ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
    if (!first)
      return;
    for (; first; first = first->next)
      first->function();
  }
}

} // namespace

namespace gpuc::libc {
constinit void (*flush_files)() = nullptr;
}

extern "C" {

/// The value stays where it is for as long as the module is loaded: a variable that is asked for
/// again is not asked of the host again.
WEAK_COLD char *getenv(const char *name) noexcept {
  if (const variable *known = find(name))
    return known->value;
  const size_t size = strlen(name);
  char local[256];
  int64_t answer = call(call_getenv, name, size, nullptr, 0, local, sizeof local);
  if (answer < 0)
    return nullptr;
  if (static_cast<uint64_t>(answer) <= sizeof local)
    return remember(name, size, local, static_cast<size_t>(answer));
  const uint64_t capacity = static_cast<uint64_t>(answer);
  char *value = static_cast<char *>(malloc(capacity));
  if (!value)
    return nullptr;
  answer = call(call_getenv, name, size, nullptr, 0, value, capacity);
  char *result = nullptr;
  if (answer >= 0)
    result = remember(name, size, value,
                      static_cast<uint64_t>(answer) < capacity ? static_cast<size_t>(answer)
                                                               : static_cast<size_t>(capacity));
  free(value);
  return result;
}
WEAK_COLD char *secure_getenv(const char *name) noexcept { return getenv(name); }

// What is set is set for device code only.

WEAK_COLD int setenv(const char *name, const char *value, int replace) noexcept {
  const size_t size = strlen(name);
  if (!valid_name(name, size)) {
    errno = EINVAL;
    return -1;
  }
  if (!replace && getenv(name))
    return 0;
  return remember(name, size, value, strlen(value)) ? 0 : -1;
}
WEAK_COLD int unsetenv(const char *name) noexcept {
  const size_t size = strlen(name);
  if (!valid_name(name, size)) {
    errno = EINVAL;
    return -1;
  }
  remember(name, size, nullptr, 0);
  return 0;
}
WEAK_COLD int putenv(char *text) noexcept {
  const char *const equals = strchrnul(text, '=');
  const size_t size = static_cast<size_t>(equals - text);
  if (*equals)
    return remember(text, size, equals + 1, strlen(equals + 1)) ? 0 : -1;
  remember(text, size, nullptr, 0);
  return 0;
}

// The end. The host ends the process once the kernel has ended.

WEAK_COLD int atexit(void (*function)()) noexcept { return add(&exit_handlers, function); }
WEAK_COLD int at_quick_exit(void (*function)()) noexcept {
  return add(&quick_exit_handlers, function);
}

[[noreturn]] WEAK_COLD void _Exit(int status) noexcept {
  call(call_exit, &status, sizeof status);
  __gpuc_end_thread();
}
[[noreturn]] WEAK_COLD void _exit(int status) { _Exit(status); }
[[noreturn]] WEAK_COLD void exit(int status) noexcept {
  run(&exit_handlers);
  if (flush_files)
    flush_files();
  _Exit(status);
}
[[noreturn]] WEAK_COLD void quick_exit(int status) noexcept {
  run(&quick_exit_handlers);
  _Exit(status);
}

/// There is no shell to run commands.
WEAK_COLD int system(const char *command) {
  if (!command)
    return 0;
  errno = ENOSYS;
  return -1;
}

} // extern "C"
