// What can be wrong with a parameter beside what every call reports.
#pragma once

#include "ranvier/base/result.h"

namespace ranvier::param {

/// What else can be wrong than Code names.
inline constexpr Code kWrongType{100};
inline constexpr Code kReadOnly{101};
inline constexpr Code kNoValue{102};    ///< what was asked for has no value yet
inline constexpr Code kReentered{103};  ///< from within a callback that may not

inline Error reentered() {
  return {kReentered,
          "cannot set or declare a parameter, or change the callback from within set callback"};
}
inline Error nameless() { return {Code::kInvalidName, "parameter name must not be empty"}; }

}  // namespace ranvier::param
