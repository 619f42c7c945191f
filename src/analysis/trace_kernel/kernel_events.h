// The kernel's events that are recorded: what they are called in its files and in LTTng's
// traces, whose names tools for ROS 2 look for.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/trace/ctf.h"

namespace ranvier::trace_kernel {

struct KernelField {
  std::string_view in_kernel, in_trace;
  enum class Type : std::uint8_t { kName, kInt32, kInt64 } type;
  std::int32_t shift = 0;  ///< added: LTTng counts priorities from where real time ends
};

struct KernelEvent {
  static constexpr std::size_t kMaxFields = 7;
  std::string_view system, name;
  std::size_t field_count;
  std::array<KernelField, kMaxFields> fields;
};

inline constexpr std::size_t kNameBytes = 16;

/// All that can be recorded; the place of one is its id in a trace.
[[nodiscard]] std::span<const KernelEvent> kernel_events() noexcept;
/// The place of that name, if it is one of them.
[[nodiscard]] std::optional<std::size_t> find_kernel_event(std::string_view name) noexcept;

/// Where the fields of an event lie in the kernel's records.
struct KernelLayout {
  struct Place {
    std::uint32_t offset, bytes;
  };
  std::uint16_t id;
  std::array<Place, KernelEvent::kMaxFields> places;
};

/// Reads the file `format` of an event. Fails (kUnsupported) naming the field that it lacks.
[[nodiscard]] Result<KernelLayout> parse_format(std::string_view format, const KernelEvent& event);

/// The fields of a record, behind each other as the metadata says; false if the record is
/// too short for them.
bool append_fields(const KernelEvent& event, const KernelLayout& layout,
                   std::span<const std::uint8_t> record, std::vector<std::uint8_t>& to);

/// The text of the file `metadata` of the kernel's trace.
[[nodiscard]] std::string kernel_metadata(const trace::TraceIdentity& identity);

}  // namespace ranvier::trace_kernel
