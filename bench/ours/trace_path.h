// How many events a message meets on its way.
#pragma once

#include <string>

namespace ranvier::bench {

/// Of traces in which one publisher's messages go to one subscription of another process.
struct PathEvents {
  double messages = 0;
  double on_path = 0;  ///< from publish() to the entry of the callback, of all messages together
  double all = 0;      ///< events in the traces that are not of an object's beginning
};

/// Counts them. Throws std::runtime_error if the traces cannot be read.
PathEvents count_path_events(const std::string& directory);

}  // namespace ranvier::bench
