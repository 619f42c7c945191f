// What an action is on the wire: three services, two topics, and their messages, whose
// types are known by TypeInfo alone.
#pragma once

#include <memory>
#include <utility>

#include "ranvier/proto/action/goal.h"
#include "ranvier/route/route.h"
#include "ranvier/route/service_route.h"

namespace ranvier::action {

/// The ends of a server, and those of a client. The types that are not the action's own
/// are action_msgs/srv/CancelGoal and action_msgs/msg/GoalStatusArray.
struct Endpoints {
  ServiceEndpoint goal;
  ServiceEndpoint cancel;
  ServiceEndpoint result;
  Endpoint feedback;
  Endpoint status;

  /// "/fibonacci" of "/fibonacci/_action/send_goal".
  std::string name() const { return goal.service.substr(0, goal.service.rfind("/_action/")); }
};

/// Keeps what was opened.
template <class T>
Result<void> put(T& at, Result<T> opened) {
  if (!opened) return opened.error();
  at = std::move(*opened);
  return {};
}

using Erased = std::unique_ptr<void, void (*)(void*)>;
inline Erased make_message(const TypeInfo& type) { return {type.create(), type.destroy}; }

/// The place of a member of a message, by its number in the interface file.
inline void* member(const TypeInfo& type, void* message, std::size_t number) {
  return static_cast<char*>(message) + type.members[number].offset;
}
inline const void* member(const TypeInfo& type, const void* message, std::size_t number) {
  return static_cast<const char*>(message) + type.members[number].offset;
}

/// The messages of an action begin with the id of a goal, or with what says how it went;
/// what follows is the user's: goal, result, feedback.
template <class T>
T& first(const TypeInfo& type, void* message) {
  return *static_cast<T*>(member(type, message, 0));
}
template <class T>
const T& first(const TypeInfo& type, const void* message) {
  return *static_cast<const T*>(member(type, message, 0));
}
inline void set_second(const TypeInfo& type, void* message, const void* value) {
  type.members[1].nested().assign(member(type, message, 1), value);
}
/// Keeps the message.
template <class T>
std::shared_ptr<T> second(const TypeInfo& type, const std::shared_ptr<T>& message) {
  return {message, member(type, message.get(), 1)};
}

}  // namespace ranvier::action
