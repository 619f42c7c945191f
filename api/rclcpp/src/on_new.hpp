// Callbacks of users that hear of every arrival.
#ifndef ON_NEW_HPP_
#define ON_NEW_HPP_

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "endpoint_events.hpp"
#include "outside_of_locks.hpp"

namespace rclcpp::detail
{

/// The callback of a user, run where messages come in: a thread of DDS perhaps, whose C code
/// nothing may be thrown through. What it throws is logged.
std::function<void(size_t)> that_throws_nothing(
  std::function<void(size_t)> callback, const std::string & what);

/// Makes it one that throws nothing; throws std::invalid_argument if it is empty.
inline void check_on_new(std::function<void(size_t)> & callback, const char * what)
{
  if (!callback) {
    throw std::invalid_argument(
            std::string("the callback passed to set_on_new_") + what +
            "_callback is not callable: give a function, or clear it");
  }
  callback = that_throws_nothing(std::move(callback), what);
}

/// `who` names the callback: the api's own object.
template<typename Core>
void listen_to_new(
  Core & core, const void * who, std::function<void(size_t)> callback, const char * what)
{
  check_on_new(callback, what);
  const size_t waiting = core.waiting();
  core.news().listen(who, outside_of_locks(callback));
  if (waiting != 0) {callback(waiting);}
}

/// Throws std::invalid_argument for an event that nobody handles.
template<typename Core>
EventHandlerBase & handler_of(const EventCallbacks<Core> & events, int kind, const char * topic)
{
  const auto found = events.handlers().find(static_cast<rmw_event_type_t>(kind));
  if (found != events.handlers().end()) {return *found->second;}
  throw std::invalid_argument(
          std::string("'") + topic + "': this QoS event has no handler; give its callback in "
          "the options (event_callbacks)");
}

template<typename Core>
void listen_to_event(
  const EventCallbacks<Core> & events, int kind, const char * topic,
  std::function<void(size_t)> callback)
{
  check_on_new(callback, "qos_event");
  handler_of(events, kind, topic).set_on_ready_callback(
    [callback = std::move(callback)](size_t count, int) {callback(count);});
}

}  // namespace rclcpp::detail
#endif  // ON_NEW_HPP_
