// What a publisher's QoS asks of the routes beyond handing messages on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ranvier/msg/qos.h"

namespace ranvier::shm {

/// Whether late joiners are to have what was sent before.
inline bool keeps_past(const Qos& qos) {
  return qos.reliability == Reliability::kReliable && qos.durability == Durability::kTransientLocal;
}

/// How many messages are kept for them.
inline std::uint64_t history_of(const Qos& qos, std::size_t keep_all_bound) {
  if (!keeps_past(qos)) return 0;
  return qos.history == History::kKeepAll ? keep_all_bound : qos.depth;
}

/// Whether somebody watches for what comes too late, or not at all.
inline bool promises_something(const Qos& qos) {
  return qos.deadline != Qos::kInfinite ||
         (qos.liveliness == Liveliness::kManualByTopic && qos.lease != Qos::kInfinite);
}

/// Whether the network has each message, whatever readers the ring has: it keeps for late joiners
/// elsewhere, and watches promises.
inline bool network_always(const Qos& qos) { return keeps_past(qos) || promises_something(qos); }

}  // namespace ranvier::shm
