// What arithmetic says of links that drop frames.
#pragma once

namespace ranvier::bench {

/// Between which a count lies with 95 % at least.
struct Range {
  double expected;
  double low;
  double high;
};

/// How many of `messages` a link loses that drops that share of frames, each by chance alone, if a
/// message of best effort is lost with any of its `frames`: each with 1 - (1 - share)^frames. The
/// bounds are quantiles of the binomial distribution.
[[nodiscard]] Range lost_by_chance(int messages, int frames, double share);

}  // namespace ranvier::bench
