// The hashes of types, from the message packages that are installed.
#pragma once

#include <string>

namespace ranvier::micro {

/// The hash of "std_msgs/msg/Int32", by the library of its package; "" if there is none.
std::string type_hash(const std::string& ros_name);

}  // namespace ranvier::micro
