#include "objects_data.h"

#include <cstdio>

#include "analysis/trace_model/apart.h"
#include "analysis/trace_model/scheduling.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;

std::string period_of(const Timer& timer) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g ms", static_cast<double>(timer.period) / 1e6);
  return text;
}

/// Lists objects of every kind.
class Listing final {
 public:
  Listing(const Model& model, const Span& span) : model_(model), span_(span) {}

  Json run() {
    for (const Node& one : model_.nodes) add("node", one, one.name, "");
    for (const Publisher& one : model_.publishers) add("publisher", one, one.topic, node(one));
    for (const Subscription& one : model_.subscriptions) {
      add("subscription", one, one.topic, node(one));
    }
    for (const Timer& one : model_.timers) add("timer", one, period_of(one), node(one));
    for (const Service& one : model_.services) add("service", one, one.name, node(one));
    for (const Client& one : model_.clients) add("client", one, one.service, node(one));
    return std::move(all_);
  }

 private:
  template <class Object>
  const std::string& node(const Object& of) const {
    return model_.name_of(of.node);
  }
  template <class Object>
  void add(const char* kind, const Object& of, const std::string& name, const std::string& node) {
    Json one{{"kind", kind},
             {"name", name},
             {"node", node},
             {"process", of.process},
             {"begin", apart(span_.first, of.life.begin)},
             {"end", nullptr}};
    if (of.life.end != kNever) one["end"] = apart(span_.first, of.life.end);
    all_.push_back(std::move(one));
  }

  const Model& model_;
  const Span& span_;
  Json all_ = Json::array();
};

}  // namespace

Json objects_data(const Model& model, const Span& span) { return Listing(model, span).run(); }

Json executor_threads_data(const Model& model) {
  Json all = Json::array();
  for (const ExecutorThread& one : model.executor_threads) {
    const trace_read::Thread& thread = model.threads[one.thread];
    all.push_back({{"process", thread.process},
                   {"thread", thread.id},
                   {"executor", one.executor},
                   {"scheduling", describe(one)},
                   {"cpus", cpus_in_words(one.cpus)}});
  }
  return all;
}

}  // namespace ranvier::apps
