// The value of a parameter before it reaches the API: what arguments and files
// give.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ranvier {

/// The alternatives stand in the order of rcl_interfaces/msg/ParameterType, so
/// that index() is its number.
using ParameterValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::uint8_t>,
                 std::vector<bool>, std::vector<std::int64_t>, std::vector<double>,
                 std::vector<std::string>>;

/// What a YAML scalar without quotes and tags means: a bool ("yes", "off", …),
/// an integer (decimal, 0x, 0-octal), a double ("nan", ".inf", "1e3", "0x1p3",
/// what strtod() reads and a double can hold), else text. As ROS 2 reads it, but for denormal
/// doubles, which it takes for text.
/// Contract: any thread; allocates for text.
ParameterValue parse_plain_scalar(std::string_view text);

}  // namespace ranvier
