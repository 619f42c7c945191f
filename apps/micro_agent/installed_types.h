// Types of the message packages that are installed.
#pragma once

#include <string>

#include "micro/agent/blob_type.h"

namespace ranvier::micro {

/// "std_msgs/msg/Int32", by the library of its package.
KnownType installed_type(const std::string& ros_name);

}  // namespace ranvier::micro
