#include "waiting/raw_wait_set.hpp"

#include <algorithm>

#include "core/c_edge.hpp"
#include "ranvier/os/deadline.h"
#include "rcl/wait.h"

namespace rclcpp::detail
{
namespace
{

// Notifies an event count for everything that may have become ready, for a scope.
class Listening final
{
public:
  Listening(const std::vector<Waited *> & all, ranvier::EventCount & event)
  : all_(all), event_count_(event)
  {
    for (Waited * one : all_) {one->listen(this, [this](size_t) {event_count_.notify_all();});}
  }
  ~Listening()
  {
    for (Waited * one : all_) {one->listen(this, nullptr);}
  }

private:
  const std::vector<Waited *> & all_;
  ranvier::EventCount & event_count_;
};

}  // namespace

RawWaitSet::RawWaitSet(rcl_wait_set_t * c)
: c_(c ? *c : own_)
{
  c_.impl = this;
}

template<typename What>
void RawWaitSet::for_each_row(What what)
{
  what(subscriptions_, c_.subscriptions, c_.size_of_subscriptions);
  what(guard_conditions_, c_.guard_conditions, c_.size_of_guard_conditions);
  what(timers_, c_.timers, c_.size_of_timers);
  what(clients_, c_.clients, c_.size_of_clients);
  what(services_, c_.services, c_.size_of_services);
  what(events_, c_.events, c_.size_of_events);
}

void RawWaitSet::refer()
{
  for_each_row(
    [](auto & row, auto & pointer, size_t & size) {
      pointer = row.data();
      size = row.size();
    });
}

void RawWaitSet::clear()
{
  for_each_row([](auto & row, auto &, size_t) {row.clear();});
  all_.clear();
  refer();
}

// Looks at each once: to look resets guard conditions.
bool RawWaitSet::any_ready()
{
  ready_.clear();
  for (Waited * one : all_) {
    if (one->ready()) {ready_.push_back(one);}
  }
  return !ready_.empty();
}

void RawWaitSet::drop_rest()
{
  for_each_row(
    [this](auto & row, auto &, size_t) {
      for (auto & handle : row) {
        const auto found = std::find(ready_.begin(), ready_.end(), Waited::of(handle));
        if (found == ready_.end()) {handle = nullptr;}
      }
    });
}

bool RawWaitSet::keep_ready()
{
  const bool any = any_ready();
  drop_rest();
  return any;
}

bool RawWaitSet::wait(
  ranvier::EventCount & event, int64_t until, const std::function<bool()> & ended)
{
  const Listening listening(all_, event);
  for (;;) {
    const uint32_t seen = event.count();  // before the look: a later ring is not slept over
    if (any_ready() || ended() || ranvier::steady_ns() >= until) {
      drop_rest();
      return !ready_.empty();
    }
    int64_t wake = until;
    for (Waited * one : all_) {wake = std::min(wake, one->due());}
    (void)event.wait(seen, wake);
  }
}

}  // namespace rclcpp::detail

namespace
{

rcl_ret_t check_wait_set(const rcl_wait_set_t * wait_set)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(wait_set, RCL_RET_INVALID_ARGUMENT);
  if (wait_set->impl != nullptr) {return RCL_RET_OK;}
  return rclcpp::detail::refused(
    RCL_RET_WAIT_SET_INVALID, "wait set is invalid: initialize it first");
}

template<typename HandleT>
rcl_ret_t add_to(rcl_wait_set_t * wait_set, const HandleT * handle, size_t * index)
{
  using namespace rclcpp::detail;
  if (wait_set == nullptr || Waited::of(handle) == nullptr) {
    RCL_SET_ERROR_MSG("the wait set, or what to add to it, is null or not initialized");
    return RCL_RET_INVALID_ARGUMENT;
  }
  if (const auto ret = check_wait_set(wait_set)) {return ret;}
  return for_c(
    "rcl_wait_set_add", [&] {
      const size_t place = RawWaitSet::of(wait_set)->add(*handle);
      if (index != nullptr) {*index = place;}
      return RCL_RET_OK;
    });
}

}  // namespace

#define ADDS_TO_WAIT_SET(kind) \
  rcl_ret_t rcl_wait_set_add_ ## kind( \
    rcl_wait_set_t * wait_set, const rcl_ ## kind ## _t * handle, size_t * index) \
  { \
    return add_to(wait_set, handle, index); \
  }

ADDS_TO_WAIT_SET(subscription)
ADDS_TO_WAIT_SET(guard_condition)
ADDS_TO_WAIT_SET(timer)
ADDS_TO_WAIT_SET(client)
ADDS_TO_WAIT_SET(service)
ADDS_TO_WAIT_SET(event)

rcl_wait_set_t rcl_get_zero_initialized_wait_set(void) {return {};}

rcl_ret_t rcl_wait_set_init(
  rcl_wait_set_t * wait_set, size_t, size_t, size_t, size_t, size_t, size_t,
  struct rcl_context_s * context, rcl_allocator_t allocator)
{
  RCUTILS_CHECK_ALLOCATOR_WITH_MSG(
    &allocator, "invalid allocator: it lacks a function", return RCL_RET_INVALID_ARGUMENT);
  RCL_CHECK_ARGUMENT_FOR_NULL(wait_set, RCL_RET_INVALID_ARGUMENT);
  if (wait_set->impl != nullptr) {
    return rclcpp::detail::refused(
      RCL_RET_ALREADY_INIT, "wait_set already initialized, or memory was uninitialized");
  }
  RCL_CHECK_ARGUMENT_FOR_NULL(context, RCL_RET_INVALID_ARGUMENT);
  if (!rcl_context_is_valid(context)) {
    return rclcpp::detail::refused(
      RCL_RET_NOT_INIT, "the given context is not valid, either rcl_init() was not called or "
      "rcl_shutdown() was called");
  }
  return rclcpp::detail::for_c(
    __func__, [&] {
      new rclcpp::detail::RawWaitSet(wait_set);  // fini() deletes it
      return RCL_RET_OK;
    });
}

rcl_ret_t rcl_wait_set_fini(rcl_wait_set_t * wait_set)
{
  RCL_CHECK_ARGUMENT_FOR_NULL(wait_set, RCL_RET_INVALID_ARGUMENT);
  delete rclcpp::detail::RawWaitSet::of(wait_set);
  *wait_set = {};
  return RCL_RET_OK;
}

rcl_ret_t rcl_wait_set_clear(rcl_wait_set_t * wait_set)
{
  if (const auto ret = check_wait_set(wait_set)) {return ret;}
  rclcpp::detail::RawWaitSet::of(wait_set)->clear();
  return RCL_RET_OK;
}

rcl_ret_t rcl_wait_set_resize(
  rcl_wait_set_t * wait_set, size_t, size_t, size_t, size_t, size_t, size_t)
{
  return rcl_wait_set_clear(wait_set);
}

bool rcl_wait_set_is_valid(const rcl_wait_set_t * wait_set)
{
  return wait_set != nullptr && wait_set->impl != nullptr;
}

rcl_ret_t rcl_wait(rcl_wait_set_t * wait_set, int64_t timeout)
{
  using rclcpp::detail::refused;
  if (const auto ret = check_wait_set(wait_set)) {return ret;}
  auto & raw = *rclcpp::detail::RawWaitSet::of(wait_set);
  if (raw.empty()) {
    return refused(RCL_RET_WAIT_SET_EMPTY, "wait set is empty: add what to wait for");
  }
  return rclcpp::detail::for_c(
    __func__, [&] {
      ranvier::EventCount event;
      const bool ready = raw.wait(
        event, ranvier::deadline_after(std::chrono::nanoseconds(timeout)), [] {return false;});
      return ready ? RCL_RET_OK : RCL_RET_TIMEOUT;
    });
}
