// Why some messages of a chain took longer than the others.
//
// A message is held to what is usual in its own chain, stage by stage; what is beyond
// it has a cause, and somebody who caused it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/model.h"

namespace ranvier::trace_model {

enum class Cause : std::uint8_t {
  kCallbackWork,   ///< a callback of the chain ran long; `who` is that callback
  kQueueing,       ///< the message was there, and another callback ran: `who`
  kCpuContention,  ///< a thread was ready and had no CPU: `who`, in Model::threads
  kSlowRoute,      ///< from publish() to the arrival; `who`, in Model::publishers
  kUnexplained,    ///< before the callback of `who`, in Model::subscriptions
};

/// In words, as a table has them: "callback-work".
[[nodiscard]] const char* name_of(Cause cause);

struct Blame {
  Cause cause = Cause::kUnexplained;
  Index who = kNone;
  Nanoseconds excess = 0;  ///< beyond what is usual
};

/// A message that took long.
struct SlowWay {
  std::size_t way = 0;        ///< in the chain
  Nanoseconds excess = 0;     ///< of the whole
  std::vector<Blame> blames;  ///< the largest first; none of less than kLeastShare of them all
};

/// All that one caused.
struct Culprit {
  Blame blame;       ///< the excess is that of all messages
  double share = 0;  ///< of the excess of all slow messages
  std::size_t messages = 0;
};

struct Culprits {
  Nanoseconds usual = 0;      ///< from publish() to the end: the median
  Nanoseconds limit = 0;      ///< who is further beyond it is slow
  std::vector<SlowWay> slow;  ///< in the order of the chain's ways
  std::vector<Culprit> all;   ///< the largest first
  /// Those of kLeastShare or more.
  [[nodiscard]] std::vector<Culprit> named() const;
};

inline constexpr double kLeastShare = 0.1;

struct CulpritOptions {
  Nanoseconds floor = 1'000'000;  ///< who is late by less is never slow
};

/// Slow is who is later than the median by more than the floor, and by more than three
/// times as much as the fastest tenth is sooner: so half of the messages may be slow, and
/// the others still say what is usual.
/// Contract: time grows with the chain; the model may be any.
[[nodiscard]] std::vector<Culprits> find_culprits(const Model& model,
                                                  const std::vector<Chain>& chains,
                                                  const CulpritOptions& options);

/// "/detector: callback of /image", "thread 'planner' (17) of planner (12)", …
[[nodiscard]] std::string describe(const Model& model, const Blame& blame);

}  // namespace ranvier::trace_model
