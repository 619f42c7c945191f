// How a message constructor fills the new message.
#pragma once

namespace rosidl_runtime_cpp {

/// The values are those of rosidl_runtime_c/message_initialization.h.
enum class MessageInitialization {
  ALL = 0,           ///< defaults where given, zero elsewhere
  SKIP = 1,          ///< nothing: numbers stay indeterminate
  ZERO = 2,          ///< zero everywhere, defaults ignored
  DEFAULTS_ONLY = 3  ///< only given defaults
};

}  // namespace rosidl_runtime_cpp
