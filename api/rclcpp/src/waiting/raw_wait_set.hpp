// What an rcl_wait_set_t refers to: the entities to wait for, and the wait.
#ifndef RAW_WAIT_SET_HPP_
#define RAW_WAIT_SET_HPP_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ranvier/run/event_count.h"
#include "rcl/types.h"
#include "waiting/waited.hpp"

namespace rclcpp::detail
{

/// Holds no entity alive.
/// Threads: one; interrupting a wait is the event count's.
class RawWaitSet final
{
public:
  /// @param c  the structure to fill; one of its own if null. Stays where it is.
  explicit RawWaitSet(rcl_wait_set_t * c = nullptr);
  RawWaitSet(const RawWaitSet &) = delete;
  RawWaitSet & operator=(const RawWaitSet &) = delete;

  /// Null for a structure that is not of this runtime.
  static RawWaitSet * of(rcl_wait_set_t * wait_set)
  {
    return wait_set ? static_cast<RawWaitSet *>(wait_set->impl) : nullptr;
  }
  rcl_wait_set_t & c() {return c_;}
  bool empty() const {return all_.empty();}
  const std::vector<Waited *> & all() const {return all_;}
  void clear();

  /// @return its place among those of its kind.
  size_t add(const rcl_subscription_t & handle) {return put(subscriptions_, handle);}
  size_t add(const rcl_guard_condition_t & handle) {return put(guard_conditions_, handle);}
  size_t add(const rcl_timer_t & handle) {return put(timers_, handle);}
  size_t add(const rcl_client_t & handle) {return put(clients_, handle);}
  size_t add(const rcl_service_t & handle) {return put(services_, handle);}
  size_t add(const rcl_event_t & handle) {return put(events_, handle);}

  /// Leaves what is ready, and null for the rest. @return whether anything is.
  bool keep_ready();
  /// Waits until something is ready, `until` (steady ns) or `ended()`, which is
  /// asked whenever the event count notifies; then as keep_ready(). Contract: blocks.
  bool wait(ranvier::EventCount & event, int64_t until, const std::function<bool()> & ended);

private:
  template<typename HandleT>
  size_t put(std::vector<const HandleT *> & row, const HandleT & handle)
  {
    row.push_back(&handle);
    all_.push_back(Waited::of(&handle));
    refer();
    return row.size() - 1;
  }
  // Calls `what` with each row, and with its pointer and size in the structure.
  template<typename What>
  void for_each_row(What what);
  void refer();
  bool any_ready();
  void drop_rest();

  std::vector<const rcl_subscription_t *> subscriptions_;
  std::vector<const rcl_guard_condition_t *> guard_conditions_;
  std::vector<const rcl_timer_t *> timers_;
  std::vector<const rcl_client_t *> clients_;
  std::vector<const rcl_service_t *> services_;
  std::vector<const rcl_event_t *> events_;
  std::vector<Waited *> all_;
  std::vector<Waited *> ready_;  // of the last look
  rcl_wait_set_t own_{};
  rcl_wait_set_t & c_;
};

}  // namespace rclcpp::detail
#endif  // RAW_WAIT_SET_HPP_
