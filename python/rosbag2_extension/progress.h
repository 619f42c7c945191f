// Long work that tells Python how far it is.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <functional>

#include "extension/gil.h"

namespace rosbag2_extension {

/// Called with (done, all) now and then, so that a signal is seen; what it raises ends the work.
using PyProgress = std::function<void(std::uint64_t, std::uint64_t)>;

/// To be called without the GIL. Contract: `progress` outlives it.
inline PyProgress with_gil(const PyProgress& progress) {
  return [&progress](std::uint64_t done, std::uint64_t all) {
    const ranvier::python::TakeGil held;
    progress(done, all);
  };
}

}  // namespace rosbag2_extension
