// Which topics a recorder takes.
#ifndef ROSBAG2_TRANSPORT__TOPIC_FILTER_HPP_
#define ROSBAG2_TRANSPORT__TOPIC_FILTER_HPP_

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "rclcpp/node_interfaces/node_graph_interface.hpp"
#include "rosbag2_transport/record_options.hpp"
#include "rosbag2_transport/visibility_control.hpp"

namespace rosbag2_transport
{

/// Chooses among the topics of a graph by RecordOptions.
/// Threads: one at a time.
class ROSBAG2_TRANSPORT_PUBLIC TopicFilter
{
public:
  /// @param allow_unknown_types  whether types without a library here are taken.
  /// @throws std::regex_error for an expression that is none.
  explicit TopicFilter(
    RecordOptions record_options, rclcpp::node_interfaces::NodeGraphInterface * node_graph,
    bool allow_unknown_types = false);
  virtual ~TopicFilter();
  TopicFilter(const TopicFilter &) = delete;
  TopicFilter & operator=(const TopicFilter &) = delete;

  /// The taken ones, each with its type. Those of several types are left out, with a warning.
  std::unordered_map<std::string, std::string> filter_topics(
    const std::map<std::string, std::vector<std::string>> & topic_names_and_types);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rosbag2_transport

#endif  // ROSBAG2_TRANSPORT__TOPIC_FILTER_HPP_
