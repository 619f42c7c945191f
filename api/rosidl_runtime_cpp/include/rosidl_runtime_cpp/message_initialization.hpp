// How a message constructor fills the new message.
#pragma once

namespace rosidl_runtime_cpp {

/// The values up to 3 are those of rosidl_runtime_c/message_initialization.h.
enum class MessageInitialization {
  ALL = 0,           ///< defaults where given, zero elsewhere
  SKIP = 1,          ///< nothing: numbers stay indeterminate
  ZERO = 2,          ///< zero everywhere, defaults ignored
  DEFAULTS_ONLY = 3, ///< only given defaults
  ALL_BUT_BULK = 4   ///< of Ranvier: as ALL, but arrays of numbers of 4096 bytes and more,
                     ///< without a default, stay indeterminate: of loaned messages
};

}  // namespace rosidl_runtime_cpp
