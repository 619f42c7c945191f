#include "extension/qos.h"

#include <algorithm>
#include <string>
#include <vector>

#include "extension/errors.h"

namespace ranvier::python {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
// A duration that the wire cannot say is "none", as zero is.
constexpr std::int64_t kLongest = std::int64_t{INT32_MAX} * kSecond;

std::chrono::nanoseconds duration(std::int64_t ns) {
  return ns <= 0 || ns >= kLongest ? Qos::kInfinite : std::chrono::nanoseconds(ns);
}
std::int64_t number(std::chrono::nanoseconds duration) { return duration.count(); }

// The numbers of rclpy's enumerations, and its DeadlineBestAvailable, in nanoseconds.
constexpr int kKeepLast = 1, kKeepAll = 2, kUnknown = 3;
constexpr int kReliable = 1, kBestEffort = 2, kBestReliability = 4;
constexpr int kTransientLocal = 1, kVolatile = 2, kBestDurability = 4;
constexpr int kAutomatic = 1, kManualByTopic = 3, kBestLiveliness = 5;
constexpr std::int64_t kBestDuration = INT64_MAX - 1;

std::vector<Qos> at_other_end(Context& context, const std::string& topic, bool offers,
                              bool plain_name) {
  std::vector<Qos> all;
  Graph* const graph = context.graph();
  if (graph == nullptr) return all;
  const auto other = offers ? GraphEndpoint::Kind::kSubscription : GraphEndpoint::Kind::kPublisher;
  for (const auto& endpoint :
       graph->endpoints_of(topic, plain_name ? Graph::Names::kDds : Graph::Names::kRos)) {
    if (endpoint.kind == other) all.push_back(endpoint.qos);
  }
  return all;
}

}  // namespace

Profile profile_of(const nb::tuple& tuple) {
  constexpr std::size_t kFields = 9;
  if (tuple.size() != kFields) {
    raise(PyExc_ValueError, "a QoS profile is a tuple of " + std::to_string(kFields) +
                                " values, as QoSProfile.get_c_qos_profile() gives it; this one "
                                "has " +
                                std::to_string(tuple.size()));
  }
  Profile out;
  out.history = nb::cast<int>(tuple[0]);
  out.depth = nb::cast<std::size_t>(tuple[1]);
  out.reliability = nb::cast<int>(tuple[2]);
  out.durability = nb::cast<int>(tuple[3]);
  out.lifespan = nb::cast<std::int64_t>(tuple[4]);
  out.deadline = nb::cast<std::int64_t>(tuple[5]);
  out.liveliness = nb::cast<int>(tuple[6]);
  out.lease = nb::cast<std::int64_t>(tuple[7]);
  out.avoid_ros_namespace = nb::cast<bool>(tuple[8]);
  return out;
}

nb::tuple tuple_of(const Qos& qos) {
  // A peer that does not tell its history has depth 0 (GraphEndpoint).
  const int keep_last = qos.depth == 0 ? kUnknown : kKeepLast;
  const int history = qos.history == History::kKeepAll ? kKeepAll : keep_last;
  const bool reliable = qos.reliability == Reliability::kReliable;
  const bool kept = qos.durability == Durability::kTransientLocal;
  const bool automatic = qos.liveliness == Liveliness::kAutomatic;
  return nb::make_tuple(
      history, qos.depth, reliable ? kReliable : kBestEffort,
      kept ? kTransientLocal : kVolatile, number(qos.lifespan), number(qos.deadline),
      automatic ? kAutomatic : kManualByTopic, number(qos.lease), qos.avoid_ros_namespace);
}

Qos to_core(const Profile& from) {
  Qos qos;
  if (from.history == kKeepAll) qos.history = History::kKeepAll;
  qos.depth = std::max<std::size_t>(from.depth, 1);
  if (from.reliability == kBestEffort) {
    qos.reliability = Reliability::kBestEffort;
  }
  if (from.durability == kTransientLocal) {
    qos.durability = Durability::kTransientLocal;
  }
  qos.lifespan = duration(from.lifespan);
  qos.deadline = duration(from.deadline);
  if (from.liveliness == kManualByTopic) {
    qos.liveliness = Liveliness::kManualByTopic;
  }
  qos.lease = duration(from.lease);
  qos.avoid_ros_namespace = from.avoid_ros_namespace;
  return qos;
}

Qos to_core(const Profile& from, Context& context, const std::string& topic, bool offers) {
  Qos qos = to_core(from);
  const bool reliability = from.reliability == kBestReliability;
  const bool durability = from.durability == kBestDurability;
  const bool liveliness = from.liveliness == kBestLiveliness;
  const bool deadline = from.deadline == kBestDuration;
  const bool lease = from.lease == kBestDuration;
  if (!(reliability || durability || liveliness || deadline || lease)) return qos;
  const auto others = at_other_end(context, topic, offers, qos.avoid_ros_namespace);
  const Qos best = offers ? best_to_offer(others) : best_to_request(others);
  if (reliability) qos.reliability = best.reliability;
  if (durability) qos.durability = best.durability;
  if (liveliness) qos.liveliness = best.liveliness;
  if (deadline) qos.deadline = best.deadline;
  if (lease) qos.lease = best.lease;
  return qos;
}

void bind_qos(nb::module_& module) {
  module.attr("RMW_DURATION_INFINITE") = INT64_MAX;
  module.attr("RMW_QOS_DEADLINE_BEST_AVAILABLE") = kBestDuration;
  module.attr("RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE") = kBestDuration;
}

}  // namespace ranvier::python
