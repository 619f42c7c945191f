// Chains: publish, take, callback, publish … , and what each way took.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/trace_model/model.h"
#include "analysis/trace_model/stages.h"
#include "analysis/trace_model/statistics.h"

namespace ranvier::trace_model {

/// Ways through the same publishers and subscriptions, clients and services.
///
/// A way leads from publish() to the end of the last callback. A callback that
/// got a message and then published is on it until that publish(); a node that
/// keeps a message and publishes later, from a timer, ends it: no event says which
/// message it was. A callback that sends a request is on it until then, a service's
/// callback until it answers.
struct Chain {
  struct Link {
    Index publisher = kNone, subscription = kNone;
    Index client = kNone, service = kNone;  ///< of a request or response, which has no others
    bool is_response = false;               ///< of the service to the client
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
  /// Requests and responses are links too; else a way begins and ends at them.
  bool through_calls = false;
};

/// Chains by their links, those with the most ways first.
[[nodiscard]] std::vector<Chain> find_chains(const Model& model, const ChainQuery& query);

/// What the ends of a link are called, and what goes from the one to the other.
/// Lifetime: the model must outlive it.
struct LinkNames {
  std::string_view from, to;     ///< nodes
  std::string_view topic;        ///< or the service's name
  const char* what = "message";  ///< "request", "response"
};
[[nodiscard]] LinkNames names_of(const Model& model, const Chain::Link& link);

/// "/camera -> /image -> /detector -> /boxes -> /planner"; a request is "/add request".
[[nodiscard]] std::string describe(const Model& model, const Chain& chain);

}  // namespace ranvier::trace_model
