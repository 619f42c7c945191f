// What a trace says about itself, read.
//
// Of the language (TSDL, CTF 1.8) this reader knows what our recorder and LTTng write:
// integers of 1 to 64 bits with their alignment and byte order, floats (which are passed
// over), strings, enumerations, arrays, sequences, structs, variants, names for types,
// one clock in nanoseconds, and the blocks trace, env, clock, stream and event. Whatever
// else it finds it refuses by name: a trace read wrong is worse than none.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/trace_read/types.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// A struct without members: nothing.
[[nodiscard]] inline Type no_members() {
  Type type;
  type.kind = Type::Kind::kStruct;
  type.align = 1;
  return type;
}

struct StreamClass {
  std::uint64_t id = 0;
  Type packet_context = no_members(), event_header = no_members(), event_context = no_members();
};

struct EventClass {
  std::string name;  ///< "ros2:callback_start"
  std::uint64_t id = 0;
  std::uint64_t stream_id = 0;
  Type context = no_members();  ///< its own, behind that of its stream
  Type fields = no_members();
};

using TraceUuid = std::array<std::uint8_t, 16>;

struct Metadata {
  TraceUuid uuid{};
  bool is_little_endian = true;
  Type packet_header = no_members();
  std::map<std::string, std::string> env;
  std::string clock_uuid;       ///< equal for traces of one clock
  std::int64_t clock_zero = 0;  ///< ns since the epoch when the clock was zero
  std::vector<StreamClass> streams;
  std::vector<EventClass> events;
};

/// @param text  as it stands in the file, but not in packets (packed_text.h).
/// Fails naming the line, and what is not understood (kUnsupported) or not
/// right (kInvalidArgument). Contract: time and memory grow with the text.
Result<Metadata> parse_metadata(std::string_view text);

}  // namespace ranvier::trace_read
