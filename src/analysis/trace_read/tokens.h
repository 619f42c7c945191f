// The words of the language that describes a trace (TSDL of CTF 1.8).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::trace_read {

struct Token {
  enum class Kind : std::uint8_t {
    kName,
    kNumber,  ///< without a sign
    kText,    ///< in quotes; `text` is what they stand for
    kMark,    ///< one of { } [ ] ( ) < > ; : , . = - or := or ...
    kEnd,
  };
  Kind kind = Kind::kEnd;
  std::string text;
  std::uint64_t number = 0;
  int line = 1;
};

/// The tokens of `text`, the last of them kEnd; comments are left out.
/// Fails (kInvalidArgument) naming the line.
Result<std::vector<Token>> tokens_of(std::string_view text);

}  // namespace ranvier::trace_read
