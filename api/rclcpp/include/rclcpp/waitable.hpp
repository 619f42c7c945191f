// What code of its own brings to an executor: conditions that it triggers, and
// things that are ready by rules of their own.
#ifndef RCLCPP__WAITABLE_HPP_
#define RCLCPP__WAITABLE_HPP_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rcl/event.h"
#include "rcl/types.h"
#include "rclcpp/context.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/macros.hpp"
#include "rcpputils/scope_exit.hpp"

namespace rclcpp
{
namespace detail
{
class GuardState;
}

/// A condition that code triggers; callbacks and waitables wait for it.
/// Threads: all functions from any thread; the callback runs on the thread that
/// triggers, under a recursive lock of this.
class RCLCPP_PUBLIC GuardCondition
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(GuardCondition)

  /// Throws std::invalid_argument for a null context, and for one that was never
  /// initialized (exceptions::RCLInvalidArgument).
  explicit GuardCondition(
    const Context::SharedPtr & context = detail::default_context(),
    rcl_guard_condition_options_t options = rcl_guard_condition_get_default_options());
  virtual ~GuardCondition();
  RCLCPP_DISABLE_COPY(GuardCondition)

  /// Null once the context has gone: a guard condition does not keep it.
  Context::SharedPtr get_context() const {return context_.lock();}
  rcl_guard_condition_t & get_rcl_guard_condition() {return handle_;}  ///< Names it to wait sets.
  const rcl_guard_condition_t & get_rcl_guard_condition() const {return handle_;}  ///< The same.
  void trigger();  ///< Wakes who waits for it. Any thread; no signal handler.
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);
  /// Throws std::runtime_error if it is in use by another wait set.
  void add_to_wait_set(rcl_wait_set_t & wait_set);
  /// Called with the number of triggers, those from before at once; null ends it.
  void set_on_trigger_callback(std::function<void(size_t)> callback);

private:
  const std::weak_ptr<Context> context_;
  const std::shared_ptr<detail::GuardState> state_;
  rcl_guard_condition_t handle_;
  std::atomic_bool in_use_by_wait_set_{false};
  std::atomic<void *> wait_set_{nullptr};
};

/// Something that an executor runs when it is ready, added to a node by
/// NodeWaitablesInterface::add_waitable().
///
/// One that overrides set_on_ready_callback() says so itself: each count of a
/// call becomes one take_data_by_entity_id() (take_data() if that is not
/// overridden) and one execute(). One that does not is asked as with a wait set
/// whenever a guard condition triggers that its add_to_wait_set() added, and
/// once when it is added to the node: is_ready(), then take_data() and execute().
///
/// Threads: the executor's, one at a time in an exclusive callback group.
class RCLCPP_PUBLIC Waitable
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS_NOT_COPYABLE(Waitable)

  Waitable();
  /// Remove it from its node before.
  virtual ~Waitable();
  RCLCPP_DISABLE_COPY(Waitable)

  virtual size_t get_number_of_ready_subscriptions();  ///< Places in a wait set that it needs: 0.
  virtual size_t get_number_of_ready_timers();  ///< The same of timers.
  virtual size_t get_number_of_ready_clients();  ///< The same of clients.
  virtual size_t get_number_of_ready_events();  ///< The same of events.
  virtual size_t get_number_of_ready_services();  ///< The same of services.
  virtual size_t get_number_of_ready_guard_conditions();  ///< The same of guard conditions.

  // Of each pair one is overridden, which the other one calls: those with
  // pointers and the execute() that may change its argument are the older ones.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverloaded-virtual"
  [[deprecated("override add_to_wait_set(rcl_wait_set_t &)")]]
  virtual void add_to_wait_set(rcl_wait_set_t * wait_set);
  virtual void add_to_wait_set(rcl_wait_set_t & wait_set);  ///< Adds what it waits for.
  [[deprecated("override is_ready(const rcl_wait_set_t &)")]]
  virtual bool is_ready(rcl_wait_set_t * wait_set);
  virtual bool is_ready(const rcl_wait_set_t & wait_set);  ///< After a wait: whether it is due.
  [[deprecated("override execute(const std::shared_ptr<void> &)")]]
  virtual void execute(std::shared_ptr<void> & data);
  virtual void execute(const std::shared_ptr<void> & data);  ///< Runs it. Null may come.
#pragma GCC diagnostic pop

  /// What execute() will be given; may be null.
  virtual std::shared_ptr<void> take_data() = 0;
  /// Of the entity whose id the on-ready callback was given.
  virtual std::shared_ptr<void> take_data_by_entity_id(size_t id);

  /// `callback` is to be called, on any thread, with how many are ready (those
  /// from before at once) and the id of the entity within the waitable.
  virtual void set_on_ready_callback(std::function<void(size_t, int)> callback);
  virtual void clear_on_ready_callback();  ///< No call of it begins any more.
  /// @return what it was before.
  bool exchange_in_use_by_wait_set_state(bool in_use_state);

private:
  std::atomic_bool in_use_by_wait_set_{false};
};

/// The callback of one kind of event, to be waited for past the executor.
/// take_data() gives what happened since it was last taken.
class RCLCPP_PUBLIC EventHandlerBase : public Waitable
{
public:
  /// The ids that on-ready callbacks are given.
  enum class EntityType : std::size_t
  {
    Event,
  };

  explicit EventHandlerBase(std::shared_ptr<rcl_event_t> event);
  ~EventHandlerBase() override;

  size_t get_number_of_ready_events() override;
  void add_to_wait_set(rcl_wait_set_t & wait_set) override;
  bool is_ready(const rcl_wait_set_t & wait_set) override;
  /// `callback` must be short, and not publish, take or throw.
  /// Throws std::invalid_argument for null.
  void set_on_ready_callback(std::function<void(size_t, int)> callback) override;
  void clear_on_ready_callback() override;

protected:
  rcl_event_t & event() {return *event_;}

private:
  const std::shared_ptr<rcl_event_t> event_;
};
/// The older name.
using QOSEventHandlerBase = EventHandlerBase;

}  // namespace rclcpp

namespace rclcpp
{

namespace detail
{

/// The event that `init` initializes. It keeps `parent`, and ends before it.
/// Throws UnsupportedEventTypeException, or as exceptions::throw_from_rcl_error().
RCLCPP_PUBLIC std::shared_ptr<rcl_event_t> make_event(
  const std::function<rcl_ret_t(rcl_event_t *)> & init, std::shared_ptr<void> parent);
/// False, and a line in the log, if it cannot be taken.
RCLCPP_PUBLIC bool take_event(rcl_event_t & event, void * info);

}  // namespace detail

/// An event past the callbacks of an endpoint's options: to be added to a wait
/// set, or to a node as a waitable. `EventCallbackT` takes the information of the
/// event's kind; `ParentHandleT` is a pointer to the handle of the endpoint.
/// Threads: as Waitable.
template<typename EventCallbackT, typename ParentHandleT>
class EventHandler : public EventHandlerBase
{
public:
  /// @param init_func  rcl_publisher_event_init or rcl_subscription_event_init.
  /// @throws UnsupportedEventTypeException, exceptions::RCLInvalidArgument,
  ///         std::invalid_argument for a callback that is null.
  template<typename InitFuncT, typename EventTypeEnum>
  EventHandler(
    const EventCallbackT & callback, InitFuncT init_func, ParentHandleT parent_handle,
    EventTypeEnum event_type)
  : EventHandlerBase(
      detail::make_event(
        [&](rcl_event_t * event) {return init_func(event, parent_handle.get(), event_type);},
        std::make_shared<ParentHandleT>(parent_handle))),
    callback_(callback)
  {
    detail::check_callback<EventCallbackT>(callback_, "EventHandler()");
  }

  /// Null, and a line in the log, if it fails.
  std::shared_ptr<void> take_data() override
  {
    auto info = std::make_shared<Info>();
    return detail::take_event(event(), info.get()) ? info : nullptr;
  }
  std::shared_ptr<void> take_data_by_entity_id(size_t) override {return take_data();}
  /// @throws std::runtime_error for null.
  void execute(const std::shared_ptr<void> & data) override
  {
    if (!data) {
      throw std::runtime_error("an event handler was given no data: give what take_data() gave");
    }
    callback_(*static_cast<Info *>(data.get()));
  }

private:
  using Argument =
    typename function_traits::function_traits<EventCallbackT>::template argument_type<0>;
  using Info = std::remove_const_t<std::remove_reference_t<Argument>>;

  EventCallbackT callback_;
};
/// The older name.
template<typename EventCallbackT, typename ParentHandleT>
using QOSEventHandler = EventHandler<EventCallbackT, ParentHandleT>;

}  // namespace rclcpp
#endif  // RCLCPP__WAITABLE_HPP_
