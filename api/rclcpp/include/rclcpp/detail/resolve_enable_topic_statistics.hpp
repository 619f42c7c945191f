// Whether a subscription has statistics, under the name that Jazzy has it.
#ifndef RCLCPP__DETAIL__RESOLVE_ENABLE_TOPIC_STATISTICS_HPP_
#define RCLCPP__DETAIL__RESOLVE_ENABLE_TOPIC_STATISTICS_HPP_

#include <stdexcept>

#include "rclcpp/detail/options.hpp"

namespace rclcpp::detail
{

/// What the options say, or the node where they leave it to that. Throws std::runtime_error
/// for a state that is none.
template<typename OptionsT, typename NodeBaseT>
bool resolve_enable_topic_statistics(const OptionsT & options, const NodeBaseT & node_base)
{
  switch (options.topic_stats_options.state) {
    case TopicStatisticsState::Enable: return true;
    case TopicStatisticsState::Disable: return false;
    case TopicStatisticsState::NodeDefault: return node_base.get_enable_topic_statistics_default();
  }
  throw std::runtime_error("Unrecognized EnableTopicStatistics value");
}

}  // namespace rclcpp::detail
#endif  // RCLCPP__DETAIL__RESOLVE_ENABLE_TOPIC_STATISTICS_HPP_
