#include "analysis/trace_model/model.h"

#include "ranvier/base/numbers.h"

namespace ranvier::trace_model {
namespace {

template <class T, class Is>
std::vector<Index> those(const std::vector<T>& all, Is&& is) {
  std::vector<Index> found;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is(all[i])) found.push_back(static_cast<Index>(i));
  }
  return found;
}

std::string milliseconds(Nanoseconds ns) {
  return short_number_text(static_cast<double>(ns) / 1e6) + " ms";
}

}  // namespace

const std::string& Model::name_of(Index node) const {
  static const std::string unknown = "?";
  return node < nodes.size() ? nodes[node].name : unknown;
}

Index Model::node_of(Index callback) const {
  const Callback& one = callbacks.at(callback);
  switch (one.of) {
    case Callback::Of::kSubscription: return subscriptions[one.owner].node;
    case Callback::Of::kTimer: return timers[one.owner].node;
    case Callback::Of::kService: return services[one.owner].node;
    case Callback::Of::kClient: return clients[one.owner].node;
    case Callback::Of::kUnknown: break;
  }
  return kNone;
}

std::string Model::describe(Index callback) const {
  const Callback& one = callbacks.at(callback);
  std::string what = "a callback";
  if (one.of == Callback::Of::kSubscription) what = subscriptions[one.owner].topic;
  if (one.of == Callback::Of::kTimer) what = "timer " + milliseconds(timers[one.owner].period);
  if (one.of == Callback::Of::kService) what = "service " + services[one.owner].name;
  if (one.of == Callback::Of::kClient) what = "answer of " + clients[one.owner].service;
  return what + " of " + name_of(node_of(callback));
}

std::vector<Index> Model::nodes_named(std::string_view name) const {
  return those(nodes, [&](const Node& node) { return node.name == name; });
}
std::vector<Index> Model::publishers_to(std::string_view topic) const {
  return those(publishers, [&](const Publisher& one) { return one.topic == topic; });
}
std::vector<Index> Model::subscriptions_to(std::string_view topic) const {
  return those(subscriptions, [&](const Subscription& one) { return one.topic == topic; });
}
std::vector<Index> Model::timers_of(Index node) const {
  return those(timers, [&](const Timer& timer) { return timer.node == node; });
}
std::vector<Index> Model::runs_of(Index callback) const {
  return those(runs, [&](const Run& run) { return run.callback == callback; });
}

}  // namespace ranvier::trace_model
