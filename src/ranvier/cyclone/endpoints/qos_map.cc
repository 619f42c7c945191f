#include "ranvier/cyclone/endpoints/qos_map.h"

#include <algorithm>

namespace ranvier::cyclone {
namespace {

constexpr const char* kOtherRouteKey = "ranvier";

// The wire has 32 bits of seconds (DDS 1.4, 2.3.2): what is longer never ends.
constexpr std::chrono::nanoseconds kLongestOnTheWire =
    std::chrono::seconds(INT32_MAX) + std::chrono::nanoseconds(999'999'999);

dds_duration_t to_dds(std::chrono::nanoseconds duration) {
  return duration > kLongestOnTheWire ? DDS_INFINITY : duration.count();
}

std::chrono::nanoseconds from_dds(dds_duration_t duration) {
  return duration == DDS_INFINITY ? Qos::kInfinite : std::chrono::nanoseconds(duration);
}

std::int32_t dds_depth(const Qos& qos) {
  return static_cast<std::int32_t>(std::clamp<std::size_t>(qos.depth, 1, INT32_MAX));
}

void set_history(dds_qos_t* to, const Qos& qos) {
  const bool all = qos.history == History::kKeepAll;
  dds_qset_history(to, all ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST, dds_depth(qos));
}

// A transient-local writer keeps for late joiners as much as its history.
void set_durability(dds_qos_t* to, const Qos& qos, Side side) {
  const bool kept = qos.durability == Durability::kTransientLocal;
  dds_qset_durability(to, kept ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
  if (!kept || side == Side::kReader) return;
  const bool all = qos.history == History::kKeepAll;
  dds_qset_durability_service(to, 0, all ? DDS_HISTORY_KEEP_ALL : DDS_HISTORY_KEEP_LAST,
                              dds_depth(qos), DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED,
                              DDS_LENGTH_UNLIMITED);
}

void set_timing(dds_qos_t* to, const Qos& qos, Side side) {
  dds_qset_deadline(to, to_dds(qos.deadline));
  if (side == Side::kWriter) dds_qset_lifespan(to, to_dds(qos.lifespan));
  dds_qset_liveliness(to,
                      qos.liveliness == Liveliness::kAutomatic ? DDS_LIVELINESS_AUTOMATIC
                                                               : DDS_LIVELINESS_MANUAL_BY_TOPIC,
                      to_dds(qos.lease));
}

void set_transport(dds_qos_t* to, const Qos& qos) {
  const bool reliable = qos.reliability == Reliability::kReliable;
  dds_qset_reliability(to, reliable ? DDS_RELIABILITY_RELIABLE : DDS_RELIABILITY_BEST_EFFORT,
                       kBlockingSlice);
  const dds_data_representation_id_t xcdr1 = DDS_DATA_REPRESENTATION_XCDR1;
  dds_qset_data_representation(to, 1, &xcdr1);
}

void get_timing(Qos& to, const dds_qos_t& from, Side side) {
  dds_duration_t duration = DDS_INFINITY;
  if (dds_qget_deadline(&from, &duration)) to.deadline = from_dds(duration);
  if (side == Side::kWriter && dds_qget_lifespan(&from, &duration))
    to.lifespan = from_dds(duration);
  dds_liveliness_kind_t kind = DDS_LIVELINESS_AUTOMATIC;
  if (!dds_qget_liveliness(&from, &kind, &duration)) return;
  to.lease = from_dds(duration);
  to.liveliness =
      kind == DDS_LIVELINESS_MANUAL_BY_TOPIC ? Liveliness::kManualByTopic : Liveliness::kAutomatic;
}

}  // namespace

QosPtr endpoint_qos(const Qos& qos, Side side, bool ignore_local, const std::string& user_data) {
  QosPtr to(dds_create_qos());
  set_transport(to.get(), qos);
  set_history(to.get(), qos);
  set_durability(to.get(), qos, side);
  set_timing(to.get(), qos, side);
  if (side == Side::kWriter) dds_qset_writer_data_lifecycle(to.get(), false);
  dds_qset_ignorelocal(to.get(), ignore_local ? DDS_IGNORELOCAL_PARTICIPANT : DDS_IGNORELOCAL_NONE);
  dds_qset_userdata(to.get(), user_data.data(), user_data.size());
  return to;
}

Qos ros_qos(const dds_qos_t& qos, Side side) {
  Qos to;
  dds_reliability_kind_t reliability = DDS_RELIABILITY_BEST_EFFORT;
  dds_durability_kind_t durability = DDS_DURABILITY_VOLATILE;
  dds_history_kind_t history = DDS_HISTORY_KEEP_LAST;
  dds_duration_t blocking = 0;
  std::int32_t depth = 0;
  dds_qget_reliability(&qos, &reliability, &blocking);
  dds_qget_durability(&qos, &durability);
  // Remote endpoints do not announce their history: then it stays unknown, depth 0.
  dds_qget_history(&qos, &history, &depth);
  to.reliability =
      reliability == DDS_RELIABILITY_RELIABLE ? Reliability::kReliable : Reliability::kBestEffort;
  to.durability =
      durability == DDS_DURABILITY_VOLATILE ? Durability::kVolatile : Durability::kTransientLocal;
  to.history = history == DDS_HISTORY_KEEP_ALL ? History::kKeepAll : History::kKeepLast;
  to.depth = static_cast<std::size_t>(std::max(depth, 0));
  get_timing(to, qos, side);
  return to;
}

std::optional<QosPolicy> ros_policy(std::uint32_t dds_policy_id) noexcept {
  switch (dds_policy_id) {
    case DDS_DURABILITY_QOS_POLICY_ID: return QosPolicy::kDurability;
    case DDS_DEADLINE_QOS_POLICY_ID: return QosPolicy::kDeadline;
    case DDS_LIVELINESS_QOS_POLICY_ID: return QosPolicy::kLiveliness;
    case DDS_RELIABILITY_QOS_POLICY_ID: return QosPolicy::kReliability;
    default: return std::nullopt;
  }
}

std::string type_hash_user_data(const char* hash) {
  return hash && *hash ? "typehash=" + std::string(hash) + ";" : std::string();
}

std::string endpoint_user_data(const char* type_hash, const std::string& of_other_route) {
  std::string data = type_hash_user_data(type_hash);
  if (!of_other_route.empty()) data += std::string(kOtherRouteKey) + "=" + of_other_route + ";";
  return data;
}

std::string user_data_of_other_route(const std::string& user_data) {
  return user_data_value(user_data, kOtherRouteKey);
}

std::string user_data_value(const std::string& user_data, const std::string& key) {
  const std::string wanted = key + "=";
  std::size_t at = 0;
  while (at < user_data.size()) {
    const std::size_t end = std::min(user_data.find(';', at), user_data.size());
    if (user_data.compare(at, wanted.size(), wanted) == 0 && end - at >= wanted.size()) {
      return user_data.substr(at + wanted.size(), end - at - wanted.size());
    }
    at = end + 1;
  }
  return {};
}

std::string user_data_of(const dds_qos_t& qos) {
  void* data = nullptr;
  std::size_t size = 0;
  if (!dds_qget_userdata(&qos, &data, &size) || data == nullptr) return {};
  std::string text(static_cast<const char*>(data), size);
  dds_free(data);
  return text;
}

}  // namespace ranvier::cyclone
