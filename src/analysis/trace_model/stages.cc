#include "analysis/trace_model/stages.h"

#include <algorithm>

namespace ranvier::trace_model {

const char* name_of(Stage stage) {
  switch (stage) {
    case Stage::kPublisher: return "publisher";
    case Stage::kMiddleware: return "middleware";
    case Stage::kTransport: return "transport";
    case Stage::kExecutorWait: return "executor-wait";
    case Stage::kNotification: return "notification";
    case Stage::kSubscriber: return "subscriber";
    case Stage::kCallback: return "callback";
  }
  return "?";
}

StageClock::StageClock(const Model& model)
    : model_(model), lines_(model.threads.size()), place_(model.runs.size(), kNone) {
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const Run& run = model.runs[i];
    if (run.is_nested) continue;
    Line& line = lines_[run.thread];
    // Whatever the clock did, a line goes forward.
    const Nanoseconds before = line.ends.empty() ? run.start : line.ends.back();
    const Nanoseconds start = std::max(run.start, before);
    const Nanoseconds end = std::max(run.end, start);
    const Nanoseconds busy =
        line.busy.empty() ? 0 : line.busy.back() + line.ends.back() - line.starts.back();
    place_[i] = static_cast<Index>(line.starts.size());
    line.starts.push_back(start);
    line.ends.push_back(end);
    line.busy.push_back(busy);
  }
}

Nanoseconds StageClock::busy_before(Index run, Nanoseconds from) const {
  const Index place = place_[run];
  if (place == kNone || place == 0) return 0;
  const Line& line = lines_[model_.runs[run].thread];
  const auto here = line.ends.begin() + place;
  // The first callback before this one that had not ended by then.
  const auto first = std::upper_bound(line.ends.begin(), here, from);
  if (first == here) return 0;
  const auto index = static_cast<std::size_t>(first - line.ends.begin());
  const Nanoseconds begun_before = std::max<Nanoseconds>(0, from - line.starts[index]);
  return line.busy[place] - line.busy[index] - begun_before;
}

Nanoseconds begin_of(const Model& model, const Hop& hop) {
  if (hop.call == kNone) return model.publications[hop.publication].begin;
  const Call& call = model.calls[hop.call];
  return hop.is_response ? call.answered : call.sent;
}

Stages StageClock::split_call(const Hop& hop, Nanoseconds until) const {
  const Call& call = model_.calls[hop.call];
  const Nanoseconds begin = begin_of(model_, hop);
  const Nanoseconds came = hop.is_response ? call.returned : call.taken;
  const Nanoseconds start = model_.runs[hop.run].start;
  Stages stages{};
  stages[static_cast<std::size_t>(Stage::kTransport)] = came - begin;
  stages[static_cast<std::size_t>(Stage::kSubscriber)] = start - came;
  stages[static_cast<std::size_t>(Stage::kCallback)] = until - start;
  return stages;
}

Stages StageClock::split(const Hop& hop, Nanoseconds until) const {
  if (hop.call != kNone) return split_call(hop, until);
  const PublishedMessage& out = model_.publications[hop.publication];
  const Run& run = model_.runs[hop.run];
  const Take& take = model_.takes[run.take];
  const bool is_local = take.is_local || out.rmw == kNever;
  Nanoseconds at = out.begin;
  Stages stages{};
  const auto reach = [&](Stage stage, Nanoseconds moment) {
    if (moment == kNever) return;
    stages[static_cast<std::size_t>(stage)] += moment - at;
    at = moment;
  };
  if (is_local) {
    reach(Stage::kPublisher, out.handed != kNever ? out.handed : out.rcl);
  } else {
    reach(Stage::kPublisher, out.rcl != kNever ? out.rcl : out.handed);
    reach(Stage::kMiddleware, out.rmw);
  }
  if (take.delivered == kNever) {  // not ours: the wait cannot be distinguished from the way
    reach(Stage::kTransport, take.taken);
  } else {
    reach(Stage::kTransport, take.delivered);
    const Nanoseconds wait = take.taken - take.delivered;
    const Nanoseconds busy = std::clamp<Nanoseconds>(busy_before(hop.run, take.delivered), 0,
                                                     std::max<Nanoseconds>(wait, 0));
    reach(Stage::kExecutorWait, take.delivered + busy);
    reach(Stage::kNotification, take.taken);
  }
  reach(Stage::kSubscriber, run.start);
  reach(Stage::kCallback, until);
  return stages;
}

}  // namespace ranvier::trace_model
