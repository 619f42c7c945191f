// The parts of `bench command`.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/case.h"

namespace ranvier::bench {

/// `ros2 topic hz` beside a subscriber that counts bytes. The run fails if the rate that it
/// printed is more than 1 % beside the one that the publisher had.
[[nodiscard]] Case hz_case(const std::string& size, int rate, double seconds);

/// `ros2 launch` of twenty nodes.
[[nodiscard]] std::vector<Case> launch_cases(double seconds);

}  // namespace ranvier::bench
