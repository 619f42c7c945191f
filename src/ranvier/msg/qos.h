// Quality of service: what a publisher offers and a subscription asks for.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

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

/// The policies that two endpoints can disagree on.
enum class QosPolicy : std::uint8_t { kDurability, kDeadline, kLiveliness, kReliability };

/// The first policy in which `offered` is less than `requested`, if any: then
/// the two do not match (DDS 1.4, 2.2.3, "RxO").
std::optional<QosPolicy> incompatible_policy(const Qos& offered, const Qos& requested) noexcept;

}  // namespace ranvier
