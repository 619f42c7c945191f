// Quality of service: what a publisher offers and a subscription asks for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ranvier {

enum class History : std::uint8_t { kKeepLast, kKeepAll };
enum class Reliability : std::uint8_t { kBestEffort, kReliable };
enum class Durability : std::uint8_t { kVolatile, kTransientLocal };
enum class Liveliness : std::uint8_t { kAutomatic, kManualByTopic };

/// Resolved policies: no "system default" and no "best available" is left here.
struct Qos {
  static constexpr std::chrono::nanoseconds kInfinite = std::chrono::nanoseconds::max();

  History history = History::kKeepLast;
  std::size_t depth = 10;  ///< samples, for kKeepLast
  Reliability reliability = Reliability::kReliable;
  Durability durability = Durability::kVolatile;
  std::chrono::nanoseconds deadline = kInfinite;
  std::chrono::nanoseconds lifespan = kInfinite;
  Liveliness liveliness = Liveliness::kAutomatic;
  std::chrono::nanoseconds lease = kInfinite;
  bool avoid_ros_namespace = false;  ///< no "rt/" before the DDS topic name

  bool operator==(const Qos&) const = default;
};

/// The policies, one a member of Qos. The values are the bits of ROS 2's policy kinds.
enum class QosPolicy : std::uint8_t {
  kDurability = 1,
  kDeadline,
  kLiveliness,
  kReliability,
  kHistory,
  kLifespan,
  kDepth,
  kLease,
  kAvoidRosNamespace
};

/// How a policy of two endpoints keeps them apart (DDS 1.4, 2.2.3, "RxO").
enum class Matching : std::uint8_t {
  kAlways,   ///< it does not
  kAtLeast,  ///< what is offered must be at least what is requested
  kAtMost    ///< what is offered must be at most what is requested
};

/// Calls row(policy, the policy's name in ROS 2, member of Qos, matching) for each policy.
///
/// Whoever does something to all policies walks these rows, so that a new member of Qos is a
/// new row here and not an edit of each of them. A member without a row does not compile.
template <typename Row>
constexpr void each_policy(Row&& row) {
  using enum QosPolicy;
  using enum Matching;
  row(kHistory, "history", &Qos::history, kAlways);
  row(kDepth, "depth", &Qos::depth, kAlways);
  row(kReliability, "reliability", &Qos::reliability, kAtLeast);
  row(kDurability, "durability", &Qos::durability, kAtLeast);
  row(kDeadline, "deadline", &Qos::deadline, kAtMost);
  row(kLifespan, "lifespan", &Qos::lifespan, kAlways);
  row(kLiveliness, "liveliness", &Qos::liveliness, kAtLeast);
  row(kLease, "liveliness_lease_duration", &Qos::lease, kAtMost);
  row(kAvoidRosNamespace, "avoid_ros_namespace_conventions", &Qos::avoid_ros_namespace, kAlways);
}

/// The first policy in which `offered` is less than `requested`, if any: then the two do
/// not match. A lease is a part of liveliness, and is reported as that.
std::optional<QosPolicy> incompatible_policy(const Qos& offered, const Qos& requested) noexcept;

/// The most that all of these publishers offer: who asks for its policies that can keep a
/// pair apart matches each of them. The defaults while there is none.
Qos best_to_request(std::span<const Qos> offered);
/// What matches all of these subscriptions: the policies that can keep a pair apart as the
/// most demanding of them asks for, but all there is of reliability and durability.
Qos best_to_offer(std::span<const Qos> requested);

}  // namespace ranvier
