#include "ranvier/msg/qos.h"

#include <algorithm>

#include "ranvier/base/member_count.h"

namespace ranvier {
namespace {

constexpr std::size_t count_rows() {
  std::size_t rows = 0;
  each_policy([&](auto...) { ++rows; });
  return rows;
}
static_assert(count_rows() == member_count<Qos>(), "each member of Qos has a row in each_policy()");

}  // namespace

std::optional<QosPolicy> incompatible_policy(const Qos& offered, const Qos& requested) noexcept {
  std::optional<QosPolicy> first;
  each_policy([&](QosPolicy policy, const char*, auto member, Matching matching) {
    if (first) return;
    const auto has = offered.*member, wants = requested.*member;
    if ((matching == Matching::kAtLeast && has < wants) ||
        (matching == Matching::kAtMost && has > wants)) {
      first = policy == QosPolicy::kLease ? QosPolicy::kLiveliness : policy;
    }
  });
  return first;
}

Qos best_to_request(std::span<const Qos> offered) {
  if (offered.empty()) return {};
  Qos best = offered.front();
  for (const Qos& one : offered) {
    each_policy([&](QosPolicy, const char*, auto member, Matching matching) {
      if (matching == Matching::kAtLeast) best.*member = std::min(best.*member, one.*member);
      if (matching == Matching::kAtMost) best.*member = std::max(best.*member, one.*member);
    });
  }
  return best;
}

Qos best_to_offer(std::span<const Qos> requested) {
  Qos best;
  best.durability = Durability::kTransientLocal;
  for (const Qos& one : requested) {
    each_policy([&](QosPolicy, const char*, auto member, Matching matching) {
      if (matching == Matching::kAtLeast) best.*member = std::max(best.*member, one.*member);
      if (matching == Matching::kAtMost) best.*member = std::min(best.*member, one.*member);
    });
  }
  return best;
}

}  // namespace ranvier
