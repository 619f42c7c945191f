// The policies of a QoS: a row for each, between the C struct that users hold and the core's.
#ifndef QOS_TABLE_HPP_
#define QOS_TABLE_HPP_

#include <algorithm>
#include <chrono>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "ranvier/msg/qos.h"
#include "rmw/qos_string_conversions.h"
#include "rmw/types.h"

namespace rclcpp::detail
{

/// A policy that has two values in the core.
template<class Rmw, class Core>
struct ChoicePolicy
{
  std::pair<Rmw, Core> usual;  ///< also what every value but `other` stands for
  std::pair<Rmw, Core> other;
  std::optional<Rmw> best_available;
  Rmw unknown;
  const char * (*text)(Rmw);
  Rmw (*named)(const char *);
  const char * choices;  ///< what named() knows
  const char * name;
  Rmw last;  ///< of the enumeration, which has no gap

  /// @throws std::invalid_argument for a number that is none of the enumeration.
  Rmw checked(Rmw value) const
  {
    if (static_cast<unsigned>(value) <= static_cast<unsigned>(last)) {return value;}
    throw std::invalid_argument(
            std::string("a QoS has the ") + name + " policy " +
            std::to_string(static_cast<int>(value)) + ", which is none: use " + choices);
  }
  Core to_core(Rmw value) const
  {
    return checked(value) == other.first ? other.second : usual.second;
  }
  Rmw to_rmw(Core value) const {return value == other.second ? other.first : usual.first;}
  bool is_best_available(Rmw value) const {return value == best_available;}
};

/// A duration. One of zero or of everything means "none" (DDS: infinite). So does what is
/// beyond the 31 bits for seconds on the wire, where "best available" lies too.
struct DurationPolicy
{
  std::optional<rmw_time_t> best_available;

  const rmw_time_t & checked(const rmw_time_t & time) const {return time;}
  std::chrono::nanoseconds to_core(const rmw_time_t & time) const
  {
    const std::chrono::nanoseconds total(rmw_time_total_nsec(time));
    const bool none = total.count() == 0 || total >= std::chrono::seconds(INT32_MAX);
    return none ? ranvier::Qos::kInfinite : total;
  }
  rmw_time_t to_rmw(std::chrono::nanoseconds duration) const
  {
    if (duration == ranvier::Qos::kInfinite) {return RMW_DURATION_INFINITE;}
    return rmw_time_from_nsec(duration.count());
  }
  bool is_best_available(const rmw_time_t & time) const
  {
    return best_available && rmw_time_equal(time, *best_available);
  }
};

/// Depth 0 of keep last is the middleware's default, as everywhere in ROS 2.
struct DepthPolicy
{
  size_t checked(size_t depth) const {return depth;}
  size_t to_core(size_t depth) const {return std::max<size_t>(depth, 1);}
  size_t to_rmw(size_t depth) const {return std::max<size_t>(depth, 1);}
  bool is_best_available(size_t) const {return false;}
};

struct FlagPolicy
{
  bool checked(bool flag) const {return flag;}
  bool to_core(bool flag) const {return flag;}
  bool to_rmw(bool flag) const {return flag;}
  bool is_best_available(bool) const {return false;}
};

inline constexpr ChoicePolicy kHistory{
  std::pair{RMW_QOS_POLICY_HISTORY_KEEP_LAST, ranvier::History::kKeepLast},
  std::pair{RMW_QOS_POLICY_HISTORY_KEEP_ALL, ranvier::History::kKeepAll},
  std::optional<rmw_qos_history_policy_t>(), RMW_QOS_POLICY_HISTORY_UNKNOWN,
  &rmw_qos_history_policy_to_str, &rmw_qos_history_policy_from_str,
  "keep_last, keep_all or system_default", "history", RMW_QOS_POLICY_HISTORY_UNKNOWN};
inline constexpr ChoicePolicy kReliability{
  std::pair{RMW_QOS_POLICY_RELIABILITY_RELIABLE, ranvier::Reliability::kReliable},
  std::pair{RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT, ranvier::Reliability::kBestEffort},
  std::optional(RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE), RMW_QOS_POLICY_RELIABILITY_UNKNOWN,
  &rmw_qos_reliability_policy_to_str, &rmw_qos_reliability_policy_from_str,
  "reliable, best_effort, system_default or best_available", "reliability",
  RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE};
inline constexpr ChoicePolicy kDurability{
  std::pair{RMW_QOS_POLICY_DURABILITY_VOLATILE, ranvier::Durability::kVolatile},
  std::pair{RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL, ranvier::Durability::kTransientLocal},
  std::optional(RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE), RMW_QOS_POLICY_DURABILITY_UNKNOWN,
  &rmw_qos_durability_policy_to_str, &rmw_qos_durability_policy_from_str,
  "volatile, transient_local, system_default or best_available", "durability",
  RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE};
inline constexpr ChoicePolicy kLiveliness{
  std::pair{RMW_QOS_POLICY_LIVELINESS_AUTOMATIC, ranvier::Liveliness::kAutomatic},
  std::pair{RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC, ranvier::Liveliness::kManualByTopic},
  std::optional(RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE), RMW_QOS_POLICY_LIVELINESS_UNKNOWN,
  &rmw_qos_liveliness_policy_to_str, &rmw_qos_liveliness_policy_from_str,
  "automatic, manual_by_topic, system_default or best_available", "liveliness",
  RMW_QOS_POLICY_LIVELINESS_BEST_AVAILABLE};
inline constexpr DurationPolicy kDeadline{rmw_time_t RMW_QOS_DEADLINE_BEST_AVAILABLE};
inline constexpr DurationPolicy kLifespan{};
inline constexpr DurationPolicy kLease{
  rmw_time_t RMW_QOS_LIVELINESS_LEASE_DURATION_BEST_AVAILABLE};
inline constexpr DepthPolicy kDepth{};
inline constexpr FlagPolicy kFlag{};

/// Calls row(kind, member of the C struct, member of the core's, policy) for each policy.
/// A member of either struct without a row does not compile (qos.cc).
template<class Row>
constexpr void each_policy(Row && row)
{
  using Rmw = rmw_qos_profile_t;
  using Core = ranvier::Qos;
  row(RMW_QOS_POLICY_HISTORY, &Rmw::history, &Core::history, kHistory);
  row(RMW_QOS_POLICY_DEPTH, &Rmw::depth, &Core::depth, kDepth);
  row(RMW_QOS_POLICY_RELIABILITY, &Rmw::reliability, &Core::reliability, kReliability);
  row(RMW_QOS_POLICY_DURABILITY, &Rmw::durability, &Core::durability, kDurability);
  row(RMW_QOS_POLICY_DEADLINE, &Rmw::deadline, &Core::deadline, kDeadline);
  row(RMW_QOS_POLICY_LIFESPAN, &Rmw::lifespan, &Core::lifespan, kLifespan);
  row(RMW_QOS_POLICY_LIVELINESS, &Rmw::liveliness, &Core::liveliness, kLiveliness);
  row(
    RMW_QOS_POLICY_LIVELINESS_LEASE_DURATION, &Rmw::liveliness_lease_duration, &Core::lease,
    kLease);
  row(
    RMW_QOS_POLICY_AVOID_ROS_NAMESPACE_CONVENTIONS, &Rmw::avoid_ros_namespace_conventions,
    &Core::avoid_ros_namespace, kFlag);
}

}  // namespace rclcpp::detail
#endif  // QOS_TABLE_HPP_
