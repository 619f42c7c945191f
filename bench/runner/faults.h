// `ranvier bench faults`: what a kill -9 does to the processes that live on.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ranvier::bench {

/// What all rounds found together.
struct Faults {
  unsigned seed = 0;
  int rounds = 0;                ///< that were run: a process killed in each
  int killed_at_start = 0;       ///< of these, before they had exchanged anything
  double hangs = 0;              ///< survivors, or their new partners, that did not go on in time
  double wrong_bytes = 0;        ///< messages of which a byte was wrong
  double leaked_segments = 0;    ///< files that a later start left where they were
  double segments_found = 0;     ///< files of the dead before a start: what there was to remove
  double gaps = 0;               ///< messages of a living publisher that did not follow each other
  std::vector<double> paces_us;  ///< of each round: what the survivors took for the same messages
  std::vector<std::string> lines;  ///< what was said of each hang
  [[nodiscard]] bool none() const {
    return rounds > 0 && hangs == 0 && wrong_bytes == 0 && leaked_segments == 0 && gaps == 0;
  }
};

/// A publisher and a subscriber live through all rounds and exchange messages. In
/// each round a third process joins, publisher or subscriber, exchanges messages
/// with them, or has not come so far yet, and is killed; both then must go on, and
/// the next round's process is a fresh partner. `seed` decides who and when.
/// Never throws for what a worker does: that counts as a hang.
[[nodiscard]] Faults run_faults(unsigned seed, int rounds,
                                const std::function<void(const std::string&)>& progress);

/// faults/kill9/hangs and so on.
[[nodiscard]] std::vector<std::string> fault_names();
/// Of the cases of those names.
void print_faults(std::ostream& out, const Faults& faults, const std::vector<std::string>& names);
[[nodiscard]] nlohmann::ordered_json faults_json(const Faults& faults,
                                                 const std::vector<std::string>& names);

}  // namespace ranvier::bench
