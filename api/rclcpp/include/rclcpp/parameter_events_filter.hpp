// Picks what matters out of a parameter event.
#ifndef RCLCPP__PARAMETER_EVENTS_FILTER_HPP_
#define RCLCPP__PARAMETER_EVENTS_FILTER_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rcl_interfaces/msg/detail/parameter_event__struct.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/parameter.hpp"

namespace rclcpp
{

/// The changes of an event that are of certain parameters and kinds.
/// Threads: a value; it keeps the event.
class RCLCPP_PUBLIC ParameterEventsFilter
{
public:
  RCLCPP_SMART_PTR_DEFINITIONS(ParameterEventsFilter)
  enum class EventType { NEW, DELETED, CHANGED };
  using EventPair = std::pair<EventType, const rcl_interfaces::msg::Parameter *>;

  ParameterEventsFilter(
    std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event,
    const std::vector<std::string> & names, const std::vector<EventType> & types);
  /// In the order of new, changed, deleted.
  const std::vector<EventPair> & get_events() const {return result_;}

private:
  std::shared_ptr<const rcl_interfaces::msg::ParameterEvent> event_;
  std::vector<EventPair> result_;
};

}  // namespace rclcpp
#endif  // RCLCPP__PARAMETER_EVENTS_FILTER_HPP_
