#include "ranvier/msg/qos.h"

namespace ranvier {

std::optional<QosPolicy> incompatible_policy(const Qos& offered, const Qos& requested) noexcept {
  if (offered.reliability < requested.reliability) return QosPolicy::kReliability;
  if (offered.durability < requested.durability) return QosPolicy::kDurability;
  if (offered.deadline > requested.deadline) return QosPolicy::kDeadline;
  if (offered.liveliness < requested.liveliness || offered.lease > requested.lease) {
    return QosPolicy::kLiveliness;
  }
  return std::nullopt;
}

}  // namespace ranvier
