//===- device_libc.hpp - The device's C library on the host -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The sources of runtime/device/libc are compiled for the host too, with "device_"
// before all their symbols (CMakeLists.txt), so that tests can compare them with the
// host's C library. device_libc_host.cpp plays the parts of the device library
// that they need.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_UNIT_DEVICE_LIBC_HPP
#define GPUC_TEST_UNIT_DEVICE_LIBC_HPP

#include <string>

/// Declares device functions of the same type as the host's.
#define DEVICE(name) decltype(::name) device_##name

/// What device code has printed since the last call.
std::string take_printed();

#endif // GPUC_TEST_UNIT_DEVICE_LIBC_HPP
