// Running programs in Python from the build folder or the prefix.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/process.h"

namespace ranvier::bench {

/// The interpreter that Python's extension is built for.
[[nodiscard]] std::string python_of_ours();

/// The program that is the worker of benches in Python.
[[nodiscard]] std::string python_worker();

/// Where programs in Python find our packages. What Python compiles lies in the build folder.
[[nodiscard]] Environment python_environment();

/// The words of `ros2 <words>`.
[[nodiscard]] std::vector<std::string> ros2(const std::vector<std::string>& words);

}  // namespace ranvier::bench
