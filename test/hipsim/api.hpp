//===- api.hpp - What the parts of the HIP API share ------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values and structures are those of ROCm 6's hip_runtime_api.h.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TEST_HIPSIM_API_HPP
#define GPUC_TEST_HIPSIM_API_HPP

#include "device.hpp"

#define HIPSIM_API extern "C" __attribute__((visibility("default")))

namespace hipsim {

enum hip_error : int {
  hip_success = 0,
  hip_invalid_value = 1,
  hip_out_of_memory = 2,
  hip_not_initialized = 3,
  hip_invalid_configuration = 9,
  hip_no_device = 100,
  hip_invalid_device = 101,
  hip_invalid_image = 200,
  hip_no_binary_for_gpu = 209,
  hip_invalid_handle = 400,
  hip_not_found = 500,
  hip_not_ready = 600,
  hip_illegal_address = 700,
  hip_peer_access_already_enabled = 704,
  hip_launch_failure = 719,
  hip_cooperative_launch_too_large = 720,
  hip_stream_capture_unmatched = 903,
  hip_unknown = 999,
};

/// The calling thread's.
device &current_device();
/// The device's null stream for null.
stream &stream_of(void *handle);

/// The error that a kernel left on the device; lasts.
int device_error(device &d);

} // namespace hipsim

#endif // GPUC_TEST_HIPSIM_API_HPP
