// The file that says which callbacks run first (RANVIER_EXECUTOR_POLICY).
//
//   order: priority            # or deadline, or arrival
//   callbacks:
//     - {id: "/planner@Subscription(/map)", priority: 10}
//     - {id: "/planner@Timer(100000000)", priority: 5}
//     - {id: /planner, priority: 1}     # the other callbacks of the node
//
// With `order: deadline` each has a `deadline` in nanoseconds instead. An id is a node, or a node
// and one of its entities, as in the ids of callback groups (thread_file.h).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"
#include "ranvier/node/callback_order.h"

namespace ranvier {

/// Threads: immutable; any.
class OrderFile final : public CallbackOrder {
 public:
  /// Fails with the line, the field and the remedy; then nothing of the file counts.
  static Result<OrderFile> read(const std::string& path);
  static Result<OrderFile> parse(std::string_view text, const std::string& origin);
  /// The one that RANVIER_EXECUTOR_POLICY names; null if it is unset.
  static Result<std::shared_ptr<const OrderFile>> of_environment();

  Order order() const noexcept override { return order_; }
  /// Zero for what the file does not name.
  std::int64_t value(const std::string& node, const GroupEntity& entity) const override;

 private:
  friend class OrderFileReader;
  Order order_ = Order::kArrival;
  std::map<std::string, std::int64_t, std::less<>> values_;  // by id
};

}  // namespace ranvier
