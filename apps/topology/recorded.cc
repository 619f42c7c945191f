#include "recorded.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "own_threads.h"
#include "ranvier/base/utf8.h"
#include "rates.h"

namespace ranvier::topology {
namespace {

using namespace trace_model;
using Json = nlohmann::ordered_json;

constexpr Nanoseconds kLeastPeriod = 1'000;  // what a file may say
constexpr std::uint64_t kMostBytes = 1 << 30;
constexpr std::uint64_t kMostDepth = 1'000'000;
constexpr std::uint64_t kMostEvery = 1'000'000;
constexpr Nanoseconds kMostWork = 60'000'000'000;

std::string without_slash(const std::string& name) {
  return as_utf8(name.starts_with('/') ? name.substr(1) : name);
}

double milliseconds(Nanoseconds ns) { return static_cast<double>(ns) / 1e6; }
double microseconds(Nanoseconds ns) { return static_cast<double>(std::min(ns, kMostWork)) / 1e3; }

std::uint64_t middle_of(std::vector<std::uint64_t> sizes) {
  if (sizes.empty()) return 0;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

/// Writes the file of one model.
class Writer final {
 public:
  Writer(const Model& model, const std::string& about)
      : model_(model), rates_(model), threads_(own_threads(model)), about_(about) {}

  Recorded write() {
    choose_types();
    Json nodes = Json::array();
    for (std::size_t i = 0; i < model_.nodes.size(); ++i) {
      Json node = node_of(static_cast<Index>(i));
      if (node.size() > kOnlyNames) nodes.push_back(std::move(node));
    }
    if (nodes.empty()) {
      throw std::invalid_argument(
          about_ +
          " has no node with a topic, a service or a timer of its own. Record while the "
          "robot runs, with all events.");
    }
    result_.file = {{"about", about_}, {"nodes", std::move(nodes)}};
    return std::move(result_);
  }

 private:
  static constexpr std::size_t kOnlyNames = 2;  // members of a node that has no endpoint

  // A topic has one type: of a fixed size if all its publishers' messages have the same.
  void choose_types() {
    std::map<std::string, std::vector<const Publisher*>> topics;
    for (const Publisher& one : model_.publishers) topics[one.topic].push_back(&one);
    for (const auto& [topic, publishers] : topics) {
      bool is_fixed = true;
      std::vector<std::uint64_t> sizes;
      for (const Publisher* one : publishers) {
        is_fixed = is_fixed && one->carried.has_fixed_size;
        sizes.insert(sizes.end(), one->carried.sizes.begin(), one->carried.sizes.end());
      }
      const std::uint64_t bytes = middle_of(std::move(sizes));
      if (bytes > kMostBytes) {
        throw std::invalid_argument("Messages of '" + topic + "' have " + std::to_string(bytes) +
                                    " bytes in the trace, and a file may say 1073741824. Is the "
                                    "trace damaged? Record again.");
      }
      carriers_[topic] = carrier_for(bytes, is_fixed);
    }
  }

  void remark(const std::string& words) { result_.remarks.push_back(as_utf8(words)); }

  template <class All>
  static std::vector<Index> of_node(const All& all, Index node) {
    std::vector<Index> found;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].node == node) found.push_back(static_cast<Index>(i));
    }
    return found;
  }

  // All that are there at the end. Of those that had ended, one for a topic that is left without: what
  // is made again for each goal is one.
  template <class All>
  static std::vector<Index> those_that_count(const All& all, Index node) {
    std::vector<Index> found = of_node(all, node);
    const auto lives = [&](Index at) { return all[at].life.end == kNever; };
    std::stable_partition(found.begin(), found.end(), lives);
    std::set<std::string> topics;
    std::erase_if(found, [&](Index at) {
      const bool is_new = topics.insert(all[at].topic).second;
      return !is_new && !lives(at);
    });
    std::sort(found.begin(), found.end());
    return found;
  }

  std::string unique(const std::string& name) {
    std::string text = without_slash(name);
    std::replace(text.begin(), text.end(), '/', '_');
    std::string one = text;
    for (int i = 2; !names_.insert(one).second; ++i) one = text + "_" + std::to_string(i);
    return one;
  }

  Json node_of(Index index) {
    const Node& node = model_.nodes[index];
    const trace_read::Process& process = model_.processes[node.process];
    Json json{{"node_name", unique(node.name)},
              {"process", as_utf8(process.program) + "_" + std::to_string(process.pid)}};
    put(json, "publishers", publishers_of(index));
    put(json, "subscribers", subscribers_of(index));
    put(json, "servers", servers_of(index));
    put(json, "clients", clients_of(index));
    put(json, "timers", timers_of(index));
    put(json, "threads", threads_of(index));
    return json;
  }

  static void put(Json& to, const char* key, Json list) {
    if (!list.empty()) to[key] = std::move(list);
  }

  Json publishers_of(Index node) {
    Json list = Json::array();
    for (const Index at : those_that_count(model_.publishers, node)) {
      const Publisher& one = model_.publishers[at];
      if (is_of_every_node(one.topic)) continue;
      list.push_back(publisher(at, one));
    }
    return list;
  }

  Json publisher(Index at, const Publisher& one) {
    const Carrier& carrier = carriers_.at(one.topic);
    Json json{{"topic_name", without_slash(one.topic)}, {"msg_type", carrier.type}};
    if (carrier.type == "stamped_vector") {
      const std::uint64_t own = carrier_for(middle_of(one.carried.sizes), false).size;
      json["msg_size"] = own > 0 ? std::min(own, kMostBytes) : carrier.size;
    }
    if (!put_thread(json, at)) put_trigger(json, one, rates_.trigger_of(at));
    json["qos"] = qos(one.carried, one.depth);
    return json;
  }

  static std::string name_of_thread(std::size_t i) { return "thread_" + std::to_string(i); }

  // True if it publishes on a thread of the user's own.
  bool put_thread(Json& json, Index publisher) {
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const auto known = threads_[i].publishers.find(publisher);
      if (known == threads_[i].publishers.end()) continue;
      json["thread"] = name_of_thread(i);
      if (known->second > 1) json["every"] = std::min(known->second, kMostEvery);
      return true;
    }
    return false;
  }

  void put_trigger(Json& json, const Publisher& one, const Trigger& trigger) {
    const std::string& node = model_.name_of(one.node);
    if (trigger.after != kNone) {
      json["after"] = without_slash(model_.subscriptions[trigger.after].topic);
      if (trigger.every > 1) json["every"] = trigger.every;
    } else {
      json["period_ms"] = period(trigger.period, "publisher '" + one.topic + "' of " + node);
      if (trigger.timer != kNone) json["timer"] = "timer_" + std::to_string(trigger.timer);
      if (trigger.is_rate_alone && trigger.period > 0)
        remark("'" + one.topic + "' of " + node +
               " is published by no callback that is known: the replay has a timer of its rate.");
    }
    if (trigger.work > 0) json["work_us"] = microseconds(trigger.work);
  }

  // Who published less than twice does not in a replay: its period is the longest that there is.
  static double period(Nanoseconds ns, const std::string& whose) {
    if (ns == 0) ns = kMostPeriod;
    if (ns < kLeastPeriod) {
      throw std::invalid_argument("The " + whose + " has a period of " + std::to_string(ns) +
                                  " ns in the trace, which no executor keeps. Are the clocks of "
                                  "its hosts set? Leave its process out of the folder.");
    }
    return milliseconds(std::min(ns, kMostPeriod));
  }

  static Json qos(const Carried& of, std::uint64_t depth) {
    if (of.type.empty()) return {{"depth", std::min(depth, kMostDepth)}};
    return {{"reliability", of.is_reliable ? "reliable" : "best_effort"},
            {"durability", of.is_transient_local ? "transient_local" : "volatile"},
            {"depth", std::min(of.depth, kMostDepth)}};
  }

  // What all publishers of the topic offer, or less: the pair met in the trace, or never will.
  Json qos_of(const Subscription& one) {
    Carried wanted = one.carried;
    for (const Publisher& offered : model_.publishers) {
      if (offered.topic != one.topic) continue;
      wanted.is_reliable = wanted.is_reliable && offered.carried.is_reliable;
      wanted.is_transient_local = wanted.is_transient_local && offered.carried.is_transient_local;
    }
    if (wanted.is_reliable != one.carried.is_reliable ||
        wanted.is_transient_local != one.carried.is_transient_local) {
      remark("The subscription to '" + one.topic + "' of " + model_.name_of(one.node) +
             " asks for more than a publisher offers; in the replay it asks for less.");
    }
    return qos(wanted, one.depth);
  }

  Json subscribers_of(Index node) {
    Json list = Json::array();
    for (const Index at : those_that_count(model_.subscriptions, node)) {
      const Subscription& one = model_.subscriptions[at];
      if (is_of_every_node(one.topic)) continue;
      if (carriers_.count(one.topic) == 0) {
        remark("Nobody in the trace publishes '" + one.topic + "', to which " +
               model_.name_of(node) + " subscribes: it is left out.");
        continue;
      }
      list.push_back({{"topic_name", without_slash(one.topic)},
                      {"msg_type", carriers_.at(one.topic).type},
                      {"qos", qos_of(one)}});
      const Nanoseconds work = rates_.publishes(one.callback) ? 0 : rates_.work_of(one.callback);
      if (work > 0) list.back()["work_us"] = microseconds(work);
    }
    return list;
  }

  std::string type_of_service(const std::string& name) const {
    std::vector<std::uint64_t> sizes;
    for (const Client& one : model_.clients) {
      if (one.service == name)
        sizes.insert(sizes.end(), one.carried.sizes.begin(), one.carried.sizes.end());
    }
    return service_carrier_for(middle_of(std::move(sizes)));
  }

  Json servers_of(Index node) {
    Json list = Json::array();
    for (const Index at : of_node(model_.services, node)) {
      const Service& one = model_.services[at];
      if (is_of_every_node(one.name)) continue;
      list.push_back(
          {{"service_name", without_slash(one.name)}, {"srv_type", type_of_service(one.name)}});
      if (const Nanoseconds work = rates_.work_of(one.callback); work > 0)
        list.back()["work_us"] = microseconds(work);
    }
    return list;
  }

  Json clients_of(Index node) {
    Json list = Json::array();
    for (const Index at : of_node(model_.clients, node)) {
      const Client& one = model_.clients[at];
      const bool is_served = std::any_of(model_.services.begin(), model_.services.end(),
                                         [&](const Service& s) { return s.name == one.service; });
      const auto apart = rates_.period_of_client(at);
      if (is_of_every_node(one.service) || !apart) continue;
      if (!is_served) {
        remark("Nobody in the trace serves '" + one.service + "', which " + model_.name_of(node) +
               " calls: it is left out.");
        continue;
      }
      list.push_back({{"service_name", without_slash(one.service)},
                      {"srv_type", type_of_service(one.service)},
                      {"period_ms", period(*apart, "client of '" + one.service + "'")}});
    }
    return list;
  }

  // Those that publish or call are written with what they publish, and as clients. Those that never
  // ran are cancelled, or made again before their time, as a watchdog's are.
  Json timers_of(Index node) {
    Json list = Json::array();
    for (const Index at : of_node(model_.timers, node)) {
      const Timer& one = model_.timers[at];
      if (one.period <= 0 || rates_.publishes(one.callback) || rates_.calls(one.callback)) continue;
      if (!rates_.ran(one.callback)) continue;
      list.push_back({{"period_ms", period(one.period, "timer of " + model_.name_of(node))}});
      if (const Nanoseconds work = rates_.work_of(one.callback); work > 0)
        list.back()["work_us"] = microseconds(work);
    }
    return list;
  }

  Json threads_of(Index node) {
    Json list = Json::array();
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      const OwnThread& one = threads_[i];
      if (one.node != node) continue;
      const std::string name = name_of_thread(i);
      list.push_back({{"name", name}, {"period_ms", period(one.period, name)}});
      if (one.work > 0) list.back()["work_us"] = microseconds(one.work);
    }
    return list;
  }

  const Model& model_;
  const Rates rates_;
  const std::vector<OwnThread> threads_;
  const std::string about_;
  std::map<std::string, Carrier> carriers_;
  std::set<std::string> names_;
  Recorded result_;
};

}  // namespace

Recorded record_topology(const Model& model, const std::string& about) {
  return Writer(model, about).write();
}

}  // namespace ranvier::topology
