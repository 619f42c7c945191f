// Events of publishers and subscriptions for code that waits for them by itself.
#ifndef RCLCPP__EVENT_HANDLER_HPP_
#define RCLCPP__EVENT_HANDLER_HPP_

#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "rcl/event.h"
#include "rclcpp/detail/endpoint_options.hpp"
#include "rclcpp/exceptions/exceptions.hpp"
#include "rclcpp/function_traits.hpp"
#include "rclcpp/logging.hpp"
#include "rclcpp/waitable.hpp"

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
  /// @throws UnsupportedEventTypeException, exceptions::RCLInvalidArgument.
  template<typename InitFuncT, typename EventTypeEnum>
  EventHandler(
    const EventCallbackT & callback, InitFuncT init_func, ParentHandleT parent_handle,
    EventTypeEnum event_type)
  : EventHandlerBase(
      detail::make_event(
        [&](rcl_event_t * event) {return init_func(event, parent_handle.get(), event_type);},
        std::make_shared<ParentHandleT>(parent_handle))),
    callback_(callback) {}

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
template<typename EventCallbackT, typename ParentHandleT>
using QOSEventHandler = EventHandler<EventCallbackT, ParentHandleT>;

}  // namespace rclcpp
#endif  // RCLCPP__EVENT_HANDLER_HPP_
