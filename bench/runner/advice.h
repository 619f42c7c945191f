// What each deployment of a topology would bring, in words.
#pragma once

#include <string>
#include <vector>

#include "bench/runner/case.h"
#include "bench/runner/deployments.h"

namespace ranvier::bench {

/// What one deployment would bring instead of the one that runs now.
struct Advice {
  std::string title;
  std::string switches;            ///< what does it
  std::vector<std::string> words;  ///< a sentence each: CPU, memory, latency, messages
};

/// Against the row of the recorded processes if there is one, else that of a process per node. A
/// difference within the spread of the runs is said to be none. Rows without figures are left out.
[[nodiscard]] std::vector<Advice> advice(const std::vector<Row>& rows,
                                         const std::vector<Deployment>& deployments);

/// The same for a terminal and for the page.
[[nodiscard]] std::vector<std::string> advice_lines(const std::vector<Advice>& all);
[[nodiscard]] std::string advice_section(const std::vector<Advice>& all);

}  // namespace ranvier::bench
