#include "analysis/trace_model/allocations.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace ranvier::trace_model {
namespace {

using Key = std::tuple<Index, std::string_view, Index, Index, Index>;

// Of each node its transitions, in the order of time.
std::map<Index, std::vector<const Transition*>> by_node(const Model& model) {
  std::map<Index, std::vector<const Transition*>> all;
  for (const Transition& one : model.transitions) all[one.node].push_back(&one);
  return all;
}

// States in which a node stays until somebody asks for a transition.
bool is_primary(std::string_view state) {
  return state == "unconfigured" || state == "inactive" || state == "active" ||
         state == "finalized";
}

// What a callback does after it has brought its node into a state, such as the answer to who asked
// for that, is still of the transition.
std::string_view state_in(const std::vector<const Transition*>& of, Nanoseconds time,
                          Nanoseconds begun) {
  const auto after = std::partition_point(of.begin(), of.end(),
                                          [&](const auto* one) { return one->time <= time; });
  if (after == of.begin()) return of.empty() ? std::string_view() : of.front()->from;
  const Transition& last = **std::prev(after);
  return begun < last.time && is_primary(last.to) ? last.from : last.to;
}

}  // namespace

std::vector<AllocationTraffic> allocation_traffic(const Model& model) {
  const auto transitions = by_node(model);
  std::map<Key, AllocationTraffic> found;
  for (const Allocation& one : model.allocations) {
    const Index callback = one.run == kNone ? kNone : model.runs[one.run].callback;
    const Index node = callback == kNone ? kNone : model.node_of(callback);
    const auto of = transitions.find(node);
    const std::string_view state = node == kNone || of == transitions.end()
                                       ? std::string_view()
                                       : state_in(of->second, one.time, model.runs[one.run].start);
    const Index process = model.allocation_places[one.place].process;
    AllocationTraffic& traffic = found[{node, state, callback, process, one.place}];
    if (traffic.count == 0)
      traffic = {node, std::string(state), callback, process, one.place, 0, 0, one.time};
    ++traffic.count;
    traffic.bytes += one.size;
  }
  std::vector<AllocationTraffic> all;
  for (auto& [key, traffic] : found) all.push_back(std::move(traffic));
  const auto order = [&](const AllocationTraffic& a) {
    return std::tuple(a.node == kNone, model.name_of(a.node), a.state, a.callback, a.first);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return order(a) < order(b); });
  return all;
}

}  // namespace ranvier::trace_model
