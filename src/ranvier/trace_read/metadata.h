// What a trace says about itself, read.
//
// Of the language (TSDL, CTF 1.8) this reader knows what our recorder writes:
// integers of 1, 2, 4 or 8 whole bytes, strings, arrays of fixed length of such
// integers, structs of those, names for integers (typealias), one clock in
// nanoseconds, and the blocks trace, env, clock, stream and event. Whatever
// else it meets it refuses by name: a trace read wrong is worse than none.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// A member of a struct.
struct Field {
  enum class Kind : std::uint8_t { kInteger, kArray, kString };
  std::string name;          ///< as the metadata has it
  Kind kind = Kind::kInteger;
  std::uint8_t bytes = 0;    ///< of the integer, or of each of the array
  bool is_signed = false;
  bool is_letter = false;    ///< the array is a text, padded with zeros
  bool is_time = false;      ///< mapped to the clock
  std::uint32_t count = 1;   ///< of the array

  /// Bytes of it; of a string 0.
  [[nodiscard]] std::size_t size() const noexcept {
    return kind == Kind::kString ? 0 : std::size_t{bytes} * count;
  }
  /// The name without the underscore that keeps it from being a word of the language.
  [[nodiscard]] std::string_view plain_name() const noexcept {
    return std::string_view(name).substr(name.starts_with('_') ? 1 : 0);
  }
};

using Struct = std::vector<Field>;

struct StreamClass {
  std::uint64_t id = 0;
  Struct packet_context, event_header, event_context;
};

struct EventClass {
  std::string name;  ///< "ros2:callback_start"
  std::uint64_t id = 0;
  std::uint64_t stream_id = 0;
  Struct fields;
};

using TraceUuid = std::array<std::uint8_t, 16>;

struct Metadata {
  TraceUuid uuid{};
  bool is_little_endian = true;
  Struct packet_header;
  std::map<std::string, std::string> env;
  std::string clock_uuid;       ///< equal for traces of one clock
  std::int64_t clock_zero = 0;  ///< ns since the epoch when the clock was zero
  std::vector<StreamClass> streams;
  std::vector<EventClass> events;
};

/// Fails naming the line, and what is not understood (kUnsupported) or not
/// right (kInvalidArgument). Contract: time and memory grow with the text.
Result<Metadata> parse_metadata(std::string_view text);

}  // namespace ranvier::trace_read
