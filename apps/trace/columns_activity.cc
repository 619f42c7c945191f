#include "analysis/trace_model/executor_states.h"
#include "analysis/trace_model/starvation.h"
#include "analysis/trace_model/traffic.h"
#include "columns_tables.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

// Five columns of each row's statistics. @param of  gives them.
template <class Of>
void add_statistics(ColumnFile::Table& table, const std::string& what, const std::string& doc,
                    Of&& of) {
  table.span(what + "_min", doc + ": the minimum", [&](std::size_t i) { return of(i).least; });
  table.span(what + "_p50", doc + ": the median", [&](std::size_t i) { return of(i).p50; });
  table.span(what + "_p99", doc + ": the 99th percentile",
             [&](std::size_t i) { return of(i).p99; });
  table.span(what + "_max", doc + ": the maximum", [&](std::size_t i) { return of(i).most; });
  table.real(what + "_mean", doc + ": the mean, in nanoseconds",
             [&](std::size_t i) { return of(i).mean; });
}

/// A bar of a histogram.
struct Bar {
  Index callback;
  const char* what;
  Nanoseconds from, until;
  std::uint64_t count;
};

void add_bars(std::vector<Bar>& bars, Index callback, const char* what, const Histogram& of) {
  if (of.below > 0) bars.push_back({callback, what, kNever, of.from, of.below});
  for (std::size_t i = 0; i < of.counts.size(); ++i) {
    const Nanoseconds from = of.from + of.width * static_cast<Nanoseconds>(i);
    bars.push_back({callback, what, from, from + of.width, of.counts[i]});
  }
  // The longest that is no outlier lies somewhere in the last bar.
  if (of.above > 0) bars.push_back({callback, what, bars.back().from, kNever, of.above});
}

void write_histograms(ColumnFile& file, const Model& model,
                      const std::vector<CallbackActivity>& callbacks,
                      const std::vector<TimerActivity>& timers) {
  std::vector<Bar> bars;
  for (const CallbackActivity& one : callbacks) {
    add_bars(bars, one.callback, "duration", one.durations);
    add_bars(bars, one.callback, "period", one.periods);
  }
  for (const TimerActivity& one : timers) {
    add_bars(bars, model.timers[one.timer].callback, "jitter", one.periods);
  }
  file.table("histograms", "distribution of durations, periods and jitter of callbacks",
             bars.size())
      .place("callback", "callbacks", "the callback",
             [&](std::size_t i) { return bars[i].callback; })
      .text("what", "duration; period: start to start; jitter: period minus the timer's period",
            [&](std::size_t i) { return bars[i].what; })
      .span("from", "lower end of the bin; unknown for the lowest bin",
            [&](std::size_t i) { return bars[i].from; })
      .span("until", "upper end of the bin; unknown for the highest bin",
            [&](std::size_t i) { return bars[i].until; })
      .uint64("count", "number of runs in the bin", [&](std::size_t i) { return bars[i].count; });
}

void write_callback_statistics(ColumnFile& file, const std::vector<CallbackActivity>& all) {
  ColumnFile::Table table = file.table("callback_statistics", "callbacks that ran", all.size());
  table
      .place("callback", "callbacks", "the callback",
             [&](std::size_t i) { return all[i].callback; })
      .uint64("runs", "number of runs", [&](std::size_t i) { return all[i].runs; });
  add_statistics(table, "duration", "duration", [&](std::size_t i) { return all[i].duration; });
  add_statistics(table, "period", "from start to start",
                 [&](std::size_t i) { return all[i].period; });
}

void write_timer_statistics(ColumnFile& file, const std::vector<TimerActivity>& all) {
  ColumnFile::Table table =
      file.table("timer_statistics", "timers that ran at least twice, compared with their periods",
                 all.size());
  table.place("timer", "timers", "the timer", [&](std::size_t i) { return all[i].timer; })
      .uint64("runs", "number of runs", [&](std::size_t i) { return all[i].runs; });
  add_statistics(table, "jitter", "distance of each period from the timer's, early or late",
                 [&](std::size_t i) { return all[i].jitter; });
  table
      .uint64("missed", "periods in which it did not run",
              [&](std::size_t i) { return all[i].missed; })
      .real("drift_ppm", "how much longer the periods are on average, in parts per million",
            [&](std::size_t i) { return all[i].drift_ppm; })
      .span("drift", "the same, over the whole trace", [&](std::size_t i) { return all[i].drift; });
}

void write_starvation(ColumnFile& file, const Model& model, const RunOrder& order,
                      Nanoseconds limit) {
  const Starvation found = find_starvation(model, limit);
  const auto& all = found.callbacks;
  ColumnFile::Table table =
      file.table("starvation", "how long callbacks waited for their executor", all.size());
  table
      .place("callback", "callbacks", "the callback",
             [&](std::size_t i) { return all[i].callback; })
      .uint64("waits", "number of known waits", [&](std::size_t i) { return all[i].waits.count; });
  add_statistics(table, "wait", "from becoming ready to its start",
                 [&](std::size_t i) { return all[i].waits; });
  table.uint64("starved", "number of waits longer than the limit",
               [&](std::size_t i) { return all[i].starved; });
  const auto& longest = found.longest;
  file.table("longest_waits", "the longest waits beyond the limit, the longest first",
             longest.size())
      .place("run", "runs", "the run that had to wait",
             [&](std::size_t i) { return order.row_of[longest[i].run]; })
      .time("ready", "its message came, or its timer was due",
            [&](std::size_t i) { return longest[i].ready; })
      .span("waited", "from ready to its start", [&](std::size_t i) { return longest[i].waited; })
      .span("busy", "part of it in which its thread ran other callbacks",
            [&](std::size_t i) { return longest[i].busy; });
}

void write_topics(ColumnFile& file, const Model& model) {
  const std::vector<TopicTraffic> all = topic_traffic(model);
  ColumnFile::Table topics = file.table("topics", "topics", all.size());
  topics
      .text("topic", "its name", [&](std::size_t i) -> const std::string& { return all[i].topic; })
      .uint64("publishers", "number of publishers",
              [&](std::size_t i) { return all[i].publishers.size(); })
      .uint64("published", "number of messages", [&](std::size_t i) { return all[i].published; })
      .uint64("dropped", "messages dropped at all its subscriptions, for any reason",
              [&](std::size_t i) { return all[i].dropped(); });
  add_statistics(topics, "period", "from publish() to publish()",
                 [&](std::size_t i) { return all[i].period; });
  std::vector<const Reception*> to;
  for (const TopicTraffic& one : all) {
    for (const Reception& at : one.receptions) to.push_back(&at);
  }
  file.table("receptions", "what happened to the messages of each subscription", to.size())
      .place("subscription", "subscriptions", "the subscription",
             [&](std::size_t i) { return to[i]->subscription; })
      .uint64("taken", "messages that it took", [&](std::size_t i) { return to[i]->taken; })
      .uint64("unknown", "taken messages whose publication is not in the trace",
              [&](std::size_t i) { return to[i]->unknown; })
      .uint64("pushed_out", "messages that came and were pushed out by later ones",
              [&](std::size_t i) { return to[i]->pushed_out; })
      .uint64("refused", "messages that came and were dropped for another reason",
              [&](std::size_t i) {
                std::uint64_t sum = 0;
                for (const auto& [reason, count] : to[i]->refused) sum += count;
                return sum;
              })
      .uint64("waiting", "messages that were not taken yet when the trace ended",
              [&](std::size_t i) { return to[i]->waiting; })
      .uint64("missed", "messages that never came, though an earlier and a later one did",
              [&](std::size_t i) { return to[i]->missed; });
}

}  // namespace

void write_executors(ColumnFile& file, const trace_read::Trace& trace, const Model& model,
                     const Spans& spans) {
  const std::vector<ExecutorState> states = executor_states(trace, model, spans);
  file.table("executor_states", "what the threads of executors did, ordered by thread and begin",
             states.size())
      .place("thread", "threads", "the thread", [&](std::size_t i) { return states[i].thread; })
      .text("state", "wait: waits for work; run: runs a callback",
            [&](std::size_t i) { return states[i].callback == kNone ? "wait" : "run"; })
      .time("begin", "its begin", [&](std::size_t i) { return states[i].begin; })
      .time("end", "its end", [&](std::size_t i) { return states[i].end; })
      .place("callback", "callbacks", "the callback that runs",
             [&](std::size_t i) { return states[i].callback; });
  const std::vector<ThreadActivity> all = thread_activity(trace, model, spans);
  file.table("executors", "threads that ran callbacks", all.size())
      .place("thread", "threads", "the thread", [&](std::size_t i) { return all[i].thread; })
      .uint64("runs", "number of callbacks that it ran", [&](std::size_t i) { return all[i].runs; })
      .span("time", "from its first event to the last event of its process",
            [&](std::size_t i) { return all[i].time; })
      .span("running", "part of it in which callbacks ran",
            [&](std::size_t i) { return all[i].running; })
      .span("waiting", "part of it in which it waited for work; unknown if no event says so",
            [&](std::size_t i) { return all[i].has_waits ? all[i].waiting : kNever; });
}

void write_activity(ColumnFile& file, const Model& model, const RunOrder& order,
                    Nanoseconds starved) {
  const auto callbacks = callback_activity(model);
  const auto timers = timer_activity(model);
  write_callback_statistics(file, callbacks);
  write_timer_statistics(file, timers);
  write_histograms(file, model, callbacks, timers);
  write_starvation(file, model, order, starved);
  write_topics(file, model);
}

}  // namespace ranvier::apps
