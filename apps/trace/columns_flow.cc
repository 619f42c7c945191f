#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/stages.h"
#include "columns_tables.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

const char* kind_of(const Callback& callback) {
  switch (callback.of) {
    case Callback::Of::kSubscription: return "subscription";
    case Callback::Of::kTimer: return "timer";
    case Callback::Of::kService: return "service";
    case Callback::Of::kClient: return "client";
    case Callback::Of::kUnknown: break;
  }
  return "unknown";
}

Nanoseconds between(Nanoseconds from, Nanoseconds to) {
  return from == kNever || to == kNever ? kNever : apart(from, to);
}

void write_callbacks(ColumnFile& file, const Model& model, const RunOrder& order) {
  const auto& all = model.callbacks;
  const auto index = [](std::size_t row) { return static_cast<Index>(row); };
  file.table("callbacks", "callbacks", all.size())
      .place("process", "processes", "the process it belongs to",
             [&](std::size_t i) { return all[i].process; })
      .place("node", "nodes", "the node it belongs to",
             [&](std::size_t i) { return model.node_of(index(i)); })
      .text("kind", "what it belongs to: subscription, timer, service or unknown",
            [&](std::size_t i) { return kind_of(all[i]); })
      .place("owner", "", "row of its owner in subscriptions, timers or services, by kind",
             [&](std::size_t i) { return all[i].owner; })
      .text("name", "its purpose in words", [&](std::size_t i) { return model.describe(index(i)); })
      .text("symbol", "symbol of its function; empty if no event has it",
            [&](std::size_t i) -> const std::string& { return all[i].symbol; })
      .uint64("first_run", "its first row in runs", [&](std::size_t i) { return order.first[i]; })
      .uint64("run_count", "number of rows there",
              [&](std::size_t i) { return order.first[i + 1] - order.first[i]; })
      .uint64("handle", "its address in the process", [&](std::size_t i) { return all[i].handle; });
}

void write_runs(ColumnFile& file, const Model& model, const RunOrder& order) {
  const auto run = [&](std::size_t row) -> const Run& { return model.runs[order.run_at[row]]; };
  file.table("runs", "runs of callbacks, ordered by callback and start", model.runs.size())
      .place("callback", "callbacks", "the callback",
             [&](std::size_t i) { return run(i).callback; })
      .place("thread", "threads", "the thread", [&](std::size_t i) { return run(i).thread; })
      .time("start", "its begin", [&](std::size_t i) { return run(i).start; })
      .time("end", "its end; unknown if the trace ends before",
            [&](std::size_t i) { return run(i).end; })
      .span("duration", "from start to end",
            [&](std::size_t i) { return between(run(i).start, run(i).end); })
      .span("period", "since the start of the callback's previous run; unknown for the first",
            [&](std::size_t i) {
              return i == order.first[run(i).callback] ? kNever
                                                       : apart(run(i - 1).start, run(i).start);
            })
      .place("message", "messages", "the message that it received",
             [&](std::size_t i) { return run(i).take; })
      .flag("is_intra_process", "its message came as an object, not as bytes",
            [&](std::size_t i) { return run(i).is_intra_process; })
      .flag("is_nested", "it ran within another callback of its thread",
            [&](std::size_t i) { return run(i).is_nested; });
}

void write_publications(ColumnFile& file, const Model& model, const RunOrder& order) {
  const auto& all = model.publications;
  const auto row_of = [&](Index run) { return run == kNone ? kNone : order.row_of[run]; };
  file.table("publications", "messages that were published, ordered by time", all.size())
      .place("publisher", "publishers", "the publisher",
             [&](std::size_t i) { return all[i].publisher; })
      .place("thread", "threads", "the thread", [&](std::size_t i) { return all[i].thread; })
      .place("run", "runs", "the run of the callback that published it",
             [&](std::size_t i) { return row_of(all[i].run); })
      .time("begin", "publish() was called", [&](std::size_t i) { return all[i].begin; })
      .time("handed", "passed on to receivers in the process",
            [&](std::size_t i) { return all[i].handed; })
      .time("rcl", "passed on to receivers outside the process",
            [&](std::size_t i) { return all[i].rcl; })
      .time("rmw", "given to the network", [&](std::size_t i) { return all[i].rmw; })
      .int64("source_timestamp", "its time stamp on the network; 0: it did not go there",
             [&](std::size_t i) { return all[i].source_timestamp; })
      .uint64("address", "its address in the process",
              [&](std::size_t i) { return all[i].message; });
}

/// What the stages of a message are.
constexpr const char* kStageDocs[kStageCount] = {
    "from publish() until the message is passed on: the publisher's client library",
    "from there to the network; nothing within a process",
    "from there to the subscription",
    "part of the following wait in which the thread ran other callbacks",
    "the rest of that wait: wake-up and dispatch",
    "from taking it, with decoding, to the start of the callback",
    "the callback itself",
};

/// Messages that subscriptions took.
class Messages final {
 public:
  Messages(ColumnFile& file, const Model& model, const RunOrder& order)
      : file_(file), model_(model), order_(order), run_of_(model.takes.size(), kNone) {
    for (std::size_t i = 0; i < model.runs.size(); ++i) {
      if (model.runs[i].take != kNone) run_of_[model.runs[i].take] = static_cast<Index>(i);
    }
  }

  void write() {
    const auto& all = model_.takes;
    ColumnFile::Table table =
        file_.table("messages",
                    "messages that subscriptions took, ordered by time: a row for each "
                    "subscription; publication and run join causes to effects",
                    all.size());
    table
        .place("publication", "publications", "the publication of this message",
               [&](std::size_t i) { return all[i].publication; })
        .place("subscription", "subscriptions", "the subscription that took it",
               [&](std::size_t i) { return all[i].subscription; })
        .place(
            "run", "runs", "the run of the callback that received it",
            [&](std::size_t i) { return run_of_[i] == kNone ? kNone : order_.row_of[run_of_[i]]; })
        .time("delivered", "it reached the subscription",
              [&](std::size_t i) { return all[i].delivered; })
        .time("taken", "it was taken from the queue", [&](std::size_t i) { return all[i].taken; })
        .time("ready", "decoded", [&](std::size_t i) { return all[i].ready; })
        .flag("is_local", "it never left the process",
              [&](std::size_t i) { return all[i].is_local; })
        .int64("source_timestamp", "its time stamp on the network",
               [&](std::size_t i) { return all[i].source_timestamp; })
        .uint64("address", "its address in the process",
                [&](std::size_t i) { return all[i].message; })
        .span("latency", "from publish() to the start of the callback",
              [&](std::size_t i) { return latency(i); });
    split();
    for (std::size_t s = 0; s < kStageCount; ++s) {
      const auto stage = static_cast<Stage>(s);
      table.span(column_of(name_of(stage)), kStageDocs[s],
                 [&](std::size_t i) { return stages_[i][s]; });
    }
  }

 private:
  // "executor-wait" is no name that a program can write.
  static std::string column_of(std::string name) {
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
  }
  [[nodiscard]] bool is_whole(std::size_t i) const {
    return model_.takes[i].publication != kNone && run_of_[i] != kNone;
  }
  [[nodiscard]] Nanoseconds latency(std::size_t i) const {
    if (!is_whole(i)) return kNever;
    return apart(model_.publications[model_.takes[i].publication].begin,
                 model_.runs[run_of_[i]].start);
  }
  void split() {
    const StageClock clock(model_);
    Stages unknown;
    unknown.fill(kNever);
    stages_.assign(model_.takes.size(), unknown);
    for (std::size_t i = 0; i < stages_.size(); ++i) {
      if (!is_whole(i) || model_.runs[run_of_[i]].end == kNever) continue;
      stages_[i] =
          clock.split({model_.takes[i].publication, run_of_[i]}, model_.runs[run_of_[i]].end);
    }
  }

  ColumnFile& file_;
  const Model& model_;
  const RunOrder& order_;
  std::vector<Index> run_of_;
  std::vector<Stages> stages_;
};

void write_losses(ColumnFile& file, const Model& model) {
  const auto& drops = model.untaken;
  file.table("drops", "messages that reached a subscription and no callback", drops.size())
      .place("subscription", "subscriptions", "the subscription",
             [&](std::size_t i) { return drops[i].subscription; })
      .time("time", "when it came", [&](std::size_t i) { return drops[i].delivered; })
      .text("reason",
            "history (pushed out by a later one), expired, undecodable; empty if no event says, as "
            "for those that wait when the trace ends",
            [&](std::size_t i) -> const std::string& { return drops[i].reason; });
  const auto& waits = model.cpu_waits;
  file.table("cpu_waits", "waits of threads that were ready to run and had no CPU, ordered by end",
             waits.size())
      .place("thread", "threads", "the thread that waited",
             [&](std::size_t i) { return waits[i].thread; })
      .time("begin", "the wait did not begin before", [&](std::size_t i) { return waits[i].begin; })
      .time("end", "the wait did not end after", [&](std::size_t i) { return waits[i].end; })
      .span("waited", "how long it waited between them",
            [&](std::size_t i) { return waits[i].waited; });
  const auto& times = model.thread_times;
  file.table("thread_times", "how long threads ran, those without events too", times.size())
      .place("process", "processes", "the process", [&](std::size_t i) { return times[i].process; })
      .int32("id", "the number of the thread", [&](std::size_t i) { return times[i].id; })
      .text("name", "its name, as the kernel has it",
            [&](std::size_t i) -> const std::string& { return times[i].name; })
      .time("begin", "when it was looked at first", [&](std::size_t i) { return times[i].from; })
      .time("end", "when it was looked at last", [&](std::size_t i) { return times[i].until; })
      .span("used", "CPU time between them", [&](std::size_t i) { return times[i].used; })
      .int64("turns", "how many times it was given a CPU between them",
             [&](std::size_t i) { return times[i].turns; });
}

}  // namespace

RunOrder::RunOrder(const Model& model)
    : first(model.callbacks.size() + 1), run_at(model.runs.size()), row_of(model.runs.size()) {
  for (const Run& run : model.runs) ++first[run.callback + 1];
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::size_t> next = first;
  for (std::size_t i = 0; i < model.runs.size(); ++i) {
    const std::size_t row = next[model.runs[i].callback]++;
    run_at[row] = static_cast<Index>(i);
    row_of[i] = static_cast<Index>(row);
  }
}

void write_flow(ColumnFile& file, const Model& model, const RunOrder& order) {
  write_callbacks(file, model, order);
  write_runs(file, model, order);
  write_publications(file, model, order);
  Messages(file, model, order).write();
  write_losses(file, model);
}

}  // namespace ranvier::apps
