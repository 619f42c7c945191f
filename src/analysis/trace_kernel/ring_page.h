// A page of the kernel's trace buffer, as trace_pipe_raw gives it.
//
// The layout is the kernel's ABI (tracefs, events/header_page and header_event): a time,
// the bytes that are committed, and events one behind the other, each with the time since
// the one before.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace ranvier::trace_kernel {

struct PageSummary {
  std::uint64_t missed = 0;  ///< events that the kernel had no room for, before this page
  bool is_whole = true;      ///< false: it does not end where it says, or is no page
};

/// Calls `see` with the time and the bytes of each event. Reads nothing beyond `page`.
PageSummary read_page(std::span<const std::uint8_t> page,
                      const std::function<void(std::uint64_t, std::span<const std::uint8_t>)>& see);

}  // namespace ranvier::trace_kernel
