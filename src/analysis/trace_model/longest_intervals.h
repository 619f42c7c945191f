// The longest interval between two outputs of each timer, and what made it as long.
//
// An output is the end of a run of the timer's callback: what that publishes leaves about then.
#pragma once

#include <string>
#include <vector>

#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

/// The parts are of the run that ended the interval. They say what held it up beyond the
/// timer's period and the usual duration of its callback, the median.
struct LongestInterval {
  Index timer = kNone;
  Index run = kNone;       ///< that ended it
  Nanoseconds length = 0;  ///< from the end of the run before
  Nanoseconds beyond_period = 0;
  Nanoseconds overrun = 0;       ///< the run before went on when it was due
  Nanoseconds no_cpu = 0;        ///< its thread was ready and had no CPU
  Index task = kNone;            ///< who ran longest meanwhile, if the kernel's events tell
  Nanoseconds queued = 0;        ///< it was due, and other callbacks ran
  Index behind = kNone;          ///< that of them which ran longest
  Nanoseconds work = 0;          ///< its callback ran longer than usual
  Nanoseconds unexplained = 0;   ///< it was due, and none of these was in the way
  Nanoseconds short_before = 0;  ///< by so much the run before was shorter than usual
};

/// Of the timers with at least two runs that ended, in the order of Model::timers.
[[nodiscard]] std::vector<LongestInterval> longest_intervals(const Model& model);

/// "3.2 ms without a CPU (stress (812) ran), 1.0 ms behind /scan of /planner"; the longest part
/// first, those below a hundredth of the whole left out. "nothing" if there is none.
[[nodiscard]] std::string describe_parts(const Model& model, const LongestInterval& interval);

}  // namespace ranvier::trace_model
