// The page of `ranvier-trace live`, as lines of text.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/recent.h"

namespace ranvier::apps {

/// What the page is about.
struct LiveState {
  std::size_t domain = 0;
  std::size_t processes = 0;  ///< that record
  double cpu = 0;             ///< share of a core that this program took
  trace_model::Latest recent;
  std::vector<std::string> complaints;
};

/// Lines for a terminal: no more than `height`, none longer than `width`. Names that
/// do not fit are cut, and rows that do not fit are counted.
[[nodiscard]] std::vector<std::string> live_page(const LiveState& state, std::size_t width,
                                                 std::size_t height);

/// The same, whole, for a file or another program.
[[nodiscard]] std::string live_text(const LiveState& state);
/// In one line, with a moment (ns since the epoch).
[[nodiscard]] std::string live_json(const LiveState& state, std::int64_t moment);

/// "12.3 us", "1.20 ms", "3.4 s": ten letters.
[[nodiscard]] std::string duration_text(double ns);

}  // namespace ranvier::apps
