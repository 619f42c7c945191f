// Topics: what was published, what was got, and what became of the rest.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// What one subscription got.
struct Reception {
  Index subscription = kNone;
  std::uint64_t taken = 0;
  /// Of those taken, messages whose publication is not in the trace.
  std::uint64_t unknown = 0;
  /// Came, and gave way to later ones in the queue: an event says so ("history"), or a
  /// later one was taken and they were not.
  std::uint64_t pushed_out = 0;
  /// Came, and were dropped for another reason, which an event gives: how many by reason.
  std::map<std::string, std::uint64_t> refused;
  /// Came last, and were not taken when the trace ended.
  std::uint64_t waiting = 0;
  /// Never came, though an earlier and a later one of the same publisher did.
  std::uint64_t missed = 0;
};

struct TopicTraffic {
  std::string topic;
  std::vector<Index> publishers;
  std::uint64_t published = 0;
  Statistics period;                  ///< from publish() to publish(), whoever called
  std::vector<Reception> receptions;  ///< one of each subscription

  /// Dropped, for whatever reason, of all subscriptions.
  [[nodiscard]] std::uint64_t dropped() const;
};

/// In the order of the topics' names.
[[nodiscard]] std::vector<TopicTraffic> topic_traffic(const Model& model);

}  // namespace ranvier::trace_model
