#include "analysis/trace_model/neighbours.h"

#include <algorithm>
#include <map>

namespace ranvier::trace_model {
namespace {

constexpr int kLooks = 256;  // back from a moment: long callbacks have short ones behind them

}  // namespace

Neighbours::Neighbours(const Model& model)
    : model_(model), by_thread_(model.threads.size()), by_node_(model.nodes.size()) {
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const Run& run = model.runs[i];
    if (run.is_nested) continue;
    by_thread_[run.thread].push_back(static_cast<Index>(i));
    const Index node = model.node_of(run.callback);
    if (node < by_node_.size()) by_node_[node].push_back(static_cast<Index>(i));
  }
}

template <class Is>
Neighbours::Ran Neighbours::in(const Line& line, Nanoseconds from, Nanoseconds until,
                               Is&& is) const {
  auto at = std::lower_bound(line.begin(), line.end(), until,
                             [&](Index run, Nanoseconds t) { return model_.runs[run].start < t; });
  std::map<Index, Nanoseconds> ran;
  for (int looks = 0; at != line.begin() && looks < kLooks; ++looks) {
    const Run& one = model_.runs[*--at];
    if (!is(*at) || one.end == kNever) continue;
    const Nanoseconds both = std::min(one.end, until) - std::max(one.start, from);
    if (both > 0) ran[one.callback] += both;
  }
  return {ran.begin(), ran.end()};
}

Neighbours::Ran Neighbours::on_thread(Index run, Nanoseconds from, Nanoseconds until) const {
  return in(by_thread_[model_.runs[run].thread], from, until,
            [&](Index other) { return other != run; });
}

Neighbours::Ran Neighbours::of_node(Index run, Nanoseconds from, Nanoseconds until) const {
  const Index node = model_.node_of(model_.runs[run].callback);
  if (node >= by_node_.size()) return {};
  return in(by_node_[node], from, until,
            [&](Index other) { return model_.runs[other].thread != model_.runs[run].thread; });
}

}  // namespace ranvier::trace_model
