// The value of a parameter as messages carry it, and how people see it.
#pragma once

#include <cstdint>
#include <string>

#include "ranvier/node/parameter_value.h"
#include "rcl_interfaces/msg/detail/parameter_type__struct.hpp"
#include "rcl_interfaces/msg/detail/parameter_value__struct.hpp"

namespace ranvier::param {

using Value = rcl_interfaces::msg::ParameterValue;
/// The numbers that Value::type has: Type::PARAMETER_BOOL …
using Type = rcl_interfaces::msg::ParameterType;

/// "integer", "string_array", "not set". Contract: any thread.
std::string type_name(std::uint8_t type);
/// As shown to people: "text", "0.500000"; in lists shorter: "[a, b]", "[0.5]", "[0xff]".
/// Contract: any thread.
std::string to_text(const Value& value);

/// What arguments and files gave. Contract: any thread.
Value value_of(const ParameterValue& given);

}  // namespace ranvier::param
