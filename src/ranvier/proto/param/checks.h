// Whether a value may be given to a parameter.
#pragma once

#include <string>

#include "ranvier/proto/param/value.h"
#include "rcl_interfaces/msg/detail/parameter_descriptor__struct.hpp"

namespace ranvier::param {

using Descriptor = rcl_interfaces::msg::ParameterDescriptor;

/// With these words begin refusals because of the type.
inline constexpr const char* kWrongTypeWords = "Wrong parameter type";

/// Why the value breaks the type or the range of the descriptor; empty if it
/// does not. Contract: any thread.
std::string why_not(const std::string& name, const Value& value, const Descriptor& descriptor);

}  // namespace ranvier::param
