// The structures of rmw, filled with what happened.
#ifndef EVENT_INFO_HPP_
#define EVENT_INFO_HPP_

#include "ranvier/node/endpoint_status.h"
#include "rmw/types.h"

namespace rclcpp::detail
{

inline rmw_qos_policy_kind_t to_rmw(ranvier::QosPolicy policy)
{
  return static_cast<rmw_qos_policy_kind_t>(1 << static_cast<int>(policy));
}

inline void fill(rmw_matched_status_t & info, const ranvier::EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
  info.current_count = status.current;
  info.current_count_change = status.current_change;
}
inline void fill(rmw_liveliness_changed_status_t & info, const ranvier::EventStatus & status)
{
  info.alive_count = status.current;
  info.alive_count_change = status.current_change;
  info.not_alive_count = status.not_alive;
  info.not_alive_count_change = status.not_alive_change;
}
inline void fill(rmw_qos_incompatible_event_status_t & info, const ranvier::EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
  info.last_policy_kind = to_rmw(status.last_policy);
}
// Statuses of a total and its change under the usual names.
template<typename Info>
void fill(Info & info, const ranvier::EventStatus & status)
{
  info.total_count = status.total;
  info.total_count_change = status.total_change;
}

}  // namespace rclcpp::detail
#endif  // EVENT_INFO_HPP_
