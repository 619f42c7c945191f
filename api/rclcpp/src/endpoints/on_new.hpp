// Callbacks of users that hear of every arrival.
#ifndef ON_NEW_HPP_
#define ON_NEW_HPP_

#include <functional>
#include <utility>

#include "endpoints/endpoint_events.hpp"
#include "outside_of_locks.hpp"
#include "rclcpp/detail/callable.hpp"
#include "rclcpp/logging.hpp"

namespace rclcpp::detail
{

/// The callback of a user, run where messages come in: a thread of DDS perhaps, whose C code
/// nothing may be thrown through. What it throws is logged; `set`: the function of the api
/// that it was given to.
std::function<void(size_t)> that_throws_nothing(
  std::function<void(size_t)> callback, const char * set);

/// `who` names the callback: the api's own object; `set`: the function of the api.
template<typename Core>
void listen_to_new(
  Core & core, const void * who, std::function<void(size_t)> callback, const char * set)
{
  check_callable(callback != nullptr, set);
  const ranvier::AfterLocks locks;  // of what waits it hears on this thread, before this returns
  core.ready_listeners().listen_from_now(
    who, outside_of_locks(that_throws_nothing(std::move(callback), set)),
    [&core] {return core.seen();});
}

/// Null for an event that nobody handles; then a warning says what `call` of the api it was,
/// and `of`: "publisher ", "subscription ", or nothing.
template<typename Core>
EventHandlerBase * handler_of(
  const EventCallbacks<Core> & events, int kind, const char * topic, const char * call,
  const char * of)
{
  const auto found = events.handlers().find(static_cast<rmw_event_type_t>(kind));
  if (found != events.handlers().end()) {return found->second.get();}
  RCLCPP_WARN(
    get_logger("rclcpp"), "Calling %s for non registered %sevent_type %d of '%s': nothing is "
    "done. Give the event a callback in the options (event_callbacks).", call, of, kind, topic);
  return nullptr;
}

/// `of`: "publisher " or "subscription ".
template<typename Core>
void listen_to_event(
  const EventCallbacks<Core> & events, int kind, const char * topic, const char * of,
  std::function<void(size_t)> callback)
{
  constexpr const char * kCall = "set_on_new_qos_event_callback";
  EventHandlerBase * const handler = handler_of(events, kind, topic, kCall, of);
  if (!handler) {return;}
  check_callable(callback != nullptr, kCall);
  handler->set_on_ready_callback(
    [callback = that_throws_nothing(std::move(callback), kCall)](size_t count, int) {
      callback(count);
    });
}

template<typename Core>
void end_listening_to_event(const EventCallbacks<Core> & events, int kind, const char * topic)
{
  EventHandlerBase * const handler =
    handler_of(events, kind, topic, "clear_on_new_qos_event_callback", "");
  if (handler) {handler->clear_on_ready_callback();}
}

}  // namespace rclcpp::detail
#endif  // ON_NEW_HPP_
