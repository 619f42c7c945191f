// Chains: publish, take, callback, publish … , and what each way took.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "ranvier/trace_model/model.h"
#include "ranvier/trace_model/stages.h"
#include "ranvier/trace_model/statistics.h"

namespace ranvier::trace_model {

/// Ways through the same publishers and subscriptions.
///
/// A way leads from publish() to the end of the last callback. A callback that
/// got a message and then published is on it until that publish(); a node that
/// keeps a message and publishes later, from a timer, ends it.
struct Chain {
  struct Link {
    Index publisher = kNone, subscription = kNone;
    bool operator==(const Link&) const = default;
    auto operator<=>(const Link&) const = default;
  };
  std::vector<Link> links;
  /// Of each way, in the order of their ends: when publish() was called, when the last
  /// callback began, and when it ended.
  std::vector<Nanoseconds> begins, starts, ends;
  /// Of each way, the stages of each link.
  std::vector<std::vector<Stages>> ways;
  /// Of each way, the message of each link.
  std::vector<std::vector<Hop>> hops = {};

  [[nodiscard]] std::size_t count() const noexcept { return begins.size(); }
  /// From publish() until the last callback begins, of each way.
  [[nodiscard]] std::vector<Nanoseconds> latencies() const;
  /// Until it ends.
  [[nodiscard]] std::vector<Nanoseconds> totals() const;
  /// One stage of one link, of each way.
  [[nodiscard]] std::vector<Nanoseconds> stage(std::size_t link, Stage stage) const;
  /// One stage of all links, added up.
  [[nodiscard]] std::vector<Nanoseconds> stage(Stage stage) const;
};

/// Which chains are wanted.
struct ChainQuery {
  enum class What {
    kWhole,  ///< from where a message first was published to the callback that goes no further
    kHops,   ///< one publisher and one subscription
    kNamed,  ///< from the first name to the last
  };
  What what = What::kWhole;
  /// Topics and nodes, in the order of the way; others may lie between them.
  std::vector<std::string> names;
};

/// Chains by their links, those with the most ways first.
[[nodiscard]] std::vector<Chain> find_chains(const Model& model, const ChainQuery& query);

/// "/camera -> /image -> /detector -> /boxes -> /planner"
[[nodiscard]] std::string describe(const Model& model, const Chain& chain);

}  // namespace ranvier::trace_model
