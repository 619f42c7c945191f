#include "report_data.h"

#include "allocations_data.h"
#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/longest_intervals.h"
#include "analysis/trace_model/scheduling.h"
#include "analysis/trace_model/starvation.h"
#include "analysis/trace_model/thread_waits.h"
#include "analysis/trace_model/traffic.h"
#include "analysis/trace_read/clocks.h"
#include "chains_data.h"
#include "objects_data.h"
#include "services_data.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

// A place in a list, or null.
Json place(Index index) { return index == kNone ? Json(nullptr) : Json(index); }

// "expired: 3, undecodable: 1"
std::string refused(const Reception& at) {
  std::string text;
  for (const auto& [reason, count] : at.refused) {
    text += (text.empty() ? "" : ", ") + reason + ": " + std::to_string(count);
  }
  return text;
}

/// Fills the page's lists one after the other.
class Data final {
 public:
  Data(const ReadModel& read, const Spans& spans, const ReportLimits& limits)
      : read_(read), model_(read.model), spans_(spans), limits_(limits) {}

  Json run() {
    head();
    objects();
    callbacks();
    timers();
    executors();
    topics();
    starvation();
    waits();
    json_["stages"] = stage_names();
    json_["services"] = services_data(model_);
    json_["goals"] = goals_data(model_);
    json_["allocations"] = allocations_data(model_, limits_.allocations);
    json_["objects"] = objects_data(model_, spans_.all);
    using What = ChainQuery::What;
    json_["chains"] = chains_data(model_, {What::kWhole, {}, true}, spans_.all, limits_.chains);
    json_["hops"] = chains_data(model_, {What::kHops, {}, true}, spans_.all, limits_.chains);
    return std::move(json_);
  }

 private:
  Nanoseconds since_first(Nanoseconds time) const { return apart(spans_.all.first, time); }

  void head() {
    json_["events"] = read_.trace.order.size();
    json_["discarded"] = read_.trace.discarded;
    json_["complaints"] = complaints(read_);
    json_["clocks"] = trace_read::describe_clocks(read_.trace);
    json_["begin"] = std::to_string(spans_.all.first);  // too large for a number of the script
    json_["length"] = spans_.all.first == kNever ? 0 : since_first(spans_.all.last);
    Json& processes = json_["processes"] = Json::array();
    for (const trace_read::Process& one : model_.processes) {
      processes.push_back({{"host", one.host}, {"program", one.program}, {"pid", one.pid}});
    }
    Json& threads = json_["threads"] = Json::array();
    for (const trace_read::Thread& one : model_.threads) {
      threads.push_back({{"name", one.name}, {"id", one.id}, {"process", one.process}});
    }
  }

  void objects() {
    Json& nodes = json_["nodes"] = Json::array();
    for (const Node& one : model_.nodes) {
      Json node{{"name", one.name}, {"process", one.process}, {"end", nullptr}};
      if (one.life.end != kNever) node["end"] = since_first(one.life.end);
      nodes.push_back(std::move(node));
    }
    Json& publishers = json_["publishers"] = Json::array();
    for (const Publisher& one : model_.publishers) {
      publishers.push_back({{"node", place(one.node)}, {"topic", one.topic}});
    }
    Json& callbacks = json_["callbacks"] = Json::array();
    for (std::size_t i = 0; i < model_.callbacks.size(); ++i) {
      const auto index = static_cast<Index>(i);
      callbacks.push_back({{"name", model_.describe(index)},
                           {"node", place(model_.node_of(index))},
                           {"timer", model_.callbacks[i].of == Callback::Of::kTimer},
                           {"group", group_in_words(model_, index)}});
    }
  }

  void callbacks() {
    Json& all = json_["activity"] = Json::array();
    for (const CallbackActivity& one : callback_activity(model_)) {
      all.push_back({{"callback", one.callback},
                     {"runs", one.runs},
                     {"duration", json_of(one.duration)},
                     {"period", json_of(one.period)},
                     {"durations", json_of(one.durations)},
                     {"periods", json_of(one.periods)},
                     {"waited", json_of(one.waited)}});
    }
  }

  void timers() {
    std::vector<const LongestInterval*> longest(model_.timers.size(), nullptr);
    const auto intervals = longest_intervals(model_);
    for (const LongestInterval& one : intervals) longest[one.timer] = &one;
    Json& all = json_["timers"] = Json::array();
    for (const TimerActivity& one : timer_activity(model_)) {
      const Timer& timer = model_.timers[one.timer];
      all.push_back({{"callback", timer.callback},
                     {"period", timer.period},
                     {"runs", one.runs},
                     {"jitter", json_of(one.jitter)},
                     {"missed", one.missed},
                     {"drift_ppm", one.drift_ppm},
                     {"drift", one.drift},
                     {"histogram", json_of(one.periods)},
                     {"longest", nullptr},
                     {"longest_at", nullptr},
                     {"longest_why", nullptr}});
      if (longest[one.timer] == nullptr) continue;
      const LongestInterval& interval = *longest[one.timer];
      all.back()["longest"] = interval.length;
      all.back()["longest_at"] = since_first(model_.runs[interval.run].end);
      all.back()["longest_why"] = describe_parts(model_, interval);
    }
  }

  void executors() {
    const std::vector<Index> executors = executors_of_threads(model_);
    Json& all = json_["executors"] = Json::array();
    for (const ThreadActivity& one : thread_activity(read_.trace, model_, spans_)) {
      Json json{{"thread", one.thread},   {"runs", one.runs},   {"time", one.time},
                {"running", one.running}, {"waiting", nullptr}, {"executor", nullptr},
                {"scheduling", nullptr},  {"cpus", nullptr}};
      if (const Index executor = executors[one.thread]; executor != kNone) {
        const ExecutorThread& of = model_.executor_threads[executor];
        json["executor"] = of.executor;
        json["scheduling"] = describe(of);
        json["cpus"] = cpus_in_words(of.cpus);
      }
      if (one.has_waits) json["waiting"] = one.waiting;
      all.push_back(std::move(json));
    }
  }

  void topics() {
    Json& all = json_["topics"] = Json::array();
    for (const TopicTraffic& one : topic_traffic(model_)) {
      Json json{{"topic", one.topic},
                {"publishers", one.publishers},
                {"published", one.published},
                {"period", json_of(one.period)},
                {"receptions", Json::array()}};
      for (const Reception& to : one.receptions) {
        const Subscription& subscription = model_.subscriptions[to.subscription];
        json["receptions"].push_back({{"node", place(subscription.node)},
                                      {"depth", subscription.depth},
                                      {"taken", to.taken},
                                      {"unknown", to.unknown},
                                      {"pushed_out", to.pushed_out},
                                      {"missed", to.missed},
                                      {"waiting", to.waiting},
                                      {"refused", refused(to)}});
      }
      all.push_back(std::move(json));
    }
  }

  void waits() {
    constexpr std::size_t kMostNamed = 3;
    Json& all = json_["waits"] = Json::array();
    for (const ThreadWaits& one : thread_waits(model_)) {
      Json json{{"thread", one.thread},
                {"exact", one.is_exact},
                {"total", one.total},
                {"waits", json_of(one.waits)},
                {"meanwhile", Json::array()}};
      for (std::size_t i = 0; i < std::min(kMostNamed, one.taken.size()); ++i) {
        json["meanwhile"].push_back(
            {{"task", describe_task(model_, one.taken[i].task)}, {"ran", one.taken[i].ran}});
      }
      all.push_back(std::move(json));
    }
  }

  void starvation() {
    const Starvation found = find_starvation(model_, limits_.starved);
    Json& json = json_["starvation"] = {{"limit", found.limit}};
    json["callbacks"] = Json::array();
    for (const CallbackWaits& one : found.callbacks) {
      json["callbacks"].push_back(
          {{"callback", one.callback}, {"waits", json_of(one.waits)}, {"starved", one.starved}});
    }
    json["longest"] = Json::array();
    for (const Wait& one : found.longest) {
      const Run& run = model_.runs[one.run];
      json["longest"].push_back({{"callback", run.callback},
                                 {"thread", run.thread},
                                 {"ready", since_first(one.ready)},
                                 {"waited", one.waited},
                                 {"busy", one.busy},
                                 {"cpu", one.cpu == kNever ? Json(nullptr) : Json(one.cpu)}});
    }
  }

  const ReadModel& read_;
  const Model& model_;
  const Spans& spans_;
  const ReportLimits& limits_;
  Json json_;
};

}  // namespace

Json report_data(const ReadModel& read, const Spans& spans, const ReportLimits& limits) {
  return Data(read, spans, limits).run();
}

Json timeline_data(const Timeline& timeline) {
  std::size_t at = 0;
  const auto packed = [&](const Packed& of) {
    const Json json{{"at", at}, {"bytes", of.bytes.size()}, {"items", of.items}};
    at += of.bytes.size();
    return json;
  };
  Json json{{"length", timeline.length}, {"grain", timeline.grain}};
  json["threads"] = Json::array();
  for (const RunLane& lane : timeline.threads) {
    json["threads"].push_back(
        {{"thread", lane.thread}, {"nested", lane.is_nested}, {"runs", packed(lane.runs)}});
  }
  json["topics"] = Json::array();
  for (const MarkLane& lane : timeline.topics) {
    Json publications = packed(lane.publications);  // in the order of the bytes
    Json takes = packed(lane.takes);
    json["topics"].push_back({{"topic", lane.topic},
                              {"publications", std::move(publications)},
                              {"takes", std::move(takes)}});
  }
  json["waits"] = Json::array();
  for (const WaitLane& lane : timeline.waits) {
    json["waits"].push_back({{"thread", lane.thread}, {"waits", packed(lane.waits)}});
  }
  return json;
}

}  // namespace ranvier::apps
