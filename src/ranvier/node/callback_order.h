// Which callbacks of a context run first, as its user says it (policy/order_file.h).
#pragma once

#include <cstdint>
#include <string>

#include "ranvier/run/order.h"

namespace ranvier {

/// An entity that a callback group has, as files name it.
struct GroupEntity {
  enum class Kind { kSubscription, kService, kClient, kTimer };
  Kind kind;
  std::string name;  ///< full name of the topic or service; a timer's period in nanoseconds
};

/// Threads: immutable; any.
class CallbackOrder {
 public:
  virtual ~CallbackOrder() = default;
  /// What engines of the context go by.
  virtual Order order() const noexcept = 0;
  /// Work::order_value() of a callback. @param node  full name.
  virtual std::int64_t value(const std::string& node, const GroupEntity& entity) const = 0;
};

}  // namespace ranvier
