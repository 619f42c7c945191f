// Whether messages are lent.
#pragma once

#include <cstdlib>
#include <string_view>

namespace ranvier {

/// Whether endpoints that are made now lend messages: ROS_DISABLE_LOANED_MESSAGES=1 says no, as in
/// ROS 2. Contract: any thread that may read the environment.
inline bool loans_are_wanted() noexcept {
  const char* value = std::getenv("ROS_DISABLE_LOANED_MESSAGES");
  return value == nullptr || std::string_view(value) != "1";
}

}  // namespace ranvier
