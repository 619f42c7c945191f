// The clocks of the traces that are read as one.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/trace_read/trace.h"
#include "ranvier/base/result.h"

namespace ranvier::trace_read {

/// Says what to add to the times of each trace, and notes it.
///
/// Threads: one. Lifetime: both arguments must outlive it.
class Clocks final {
 public:
  Clocks(const std::map<std::string, std::int64_t>& offsets, std::vector<Clock>& clocks)
      : offsets_(offsets), clocks_(clocks) {}

  /// @param zero  ns since the epoch when the clock was zero, as this trace says. Recorders
  ///              measure it, each a little differently: traces of one clock get that of the
  ///              first of them.
  std::int64_t zero_of(const std::string& host, const std::string& uuid, std::int64_t zero);
  /// Fails (kInvalidArgument) if an offset was given for a host that is none of theirs.
  [[nodiscard]] Result<void> check() const;

 private:
  const std::map<std::string, std::int64_t>& offsets_;
  std::vector<Clock>& clocks_;
};

/// Which offsets were used, and what that is worth; empty if all times are of one clock and
/// none was added.
[[nodiscard]] std::vector<std::string> describe_clocks(const Trace& trace);

}  // namespace ranvier::trace_read
