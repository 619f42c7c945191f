// Callbacks of users that hear of every arrival.
#ifndef ON_NEW_HPP_
#define ON_NEW_HPP_

#include <functional>
#include <utility>

#include "core/outside_of_locks.hpp"
#include "rclcpp/detail/callable.hpp"

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

}  // namespace rclcpp::detail
#endif  // ON_NEW_HPP_
