#include "rosbag2_transport/topic_filter.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "bag/storage/service_events.h"
#include "rclcpp/logging.hpp"
#include "rclcpp/typesupport_helpers.hpp"
#include "rosbag2_storage/detail/name_expression.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::is_service_event;
using ranvier::bag::service_of;
using rosbag2_storage::detail::has;

// A part of the name begins with "_".
bool is_hidden(const std::string & topic)
{
  return topic.rfind('_', 0) == 0 || topic.find("/_") != std::string::npos;
}

bool type_is_here(const std::string & type)
{
  try {
    const auto library = rclcpp::get_typesupport_library(type, "rosidl_typesupport_cpp");
    return rclcpp::get_message_typesupport_handle(type, "rosidl_typesupport_cpp", *library) !=
           nullptr;
  } catch (const std::runtime_error &) {
    return false;
  }
}

}  // namespace

struct TopicFilter::Impl
{
  Impl(
    RecordOptions given, rclcpp::node_interfaces::NodeGraphInterface * node_graph, bool allow)
  : options(std::move(given)), graph(node_graph), allow_unknown(allow), wanted(options.regex),
    unwanted(options.exclude_regex) {}

  bool selects_topic(const std::string & topic, const std::string & type) const;
  bool selects_service(const std::string & topic) const;
  bool excludes(const std::string & name) const
  {
    return unwanted.is_found_in(name);
  }
  bool takes(const std::string & topic, const std::string & type);
  bool takes_ends_of(const std::string & topic) const;
  bool warn_once(const std::string & topic) {return warned.insert(topic).second;}

  const RecordOptions options;
  rclcpp::node_interfaces::NodeGraphInterface * const graph;
  const bool allow_unknown;
  const rosbag2_storage::detail::NameExpression wanted, unwanted;
  std::set<std::string> warned;
};

bool TopicFilter::Impl::selects_topic(const std::string & topic, const std::string & type) const
{
  const bool selected = options.all_topics || has(options.topics, topic) ||
    has(options.topic_types, type) ||
    wanted.is_found_in(topic);
  // A topic that is named is recorded though it is hidden.
  const bool shown = options.include_hidden_topics || has(options.topics, topic) ||
    !is_hidden(topic);
  return selected && shown && !has(options.exclude_topics, topic) &&
         !has(options.exclude_topic_types, type) && !excludes(topic);
}

bool TopicFilter::Impl::selects_service(const std::string & topic) const
{
  const std::string service = service_of(topic);
  const auto named = [&](const std::vector<std::string> & list) {
      return has(list, service) || has(list, topic);
    };
  const bool selected = options.all_services || named(options.services) ||
    wanted.is_found_in(service);
  return selected && !named(options.exclude_service_events) && !excludes(service);
}

bool TopicFilter::Impl::takes_ends_of(const std::string & topic) const
{
  if (graph == nullptr) {return true;}
  if (!options.include_unpublished_topics && graph->count_publishers(topic) == 0) {return false;}
  return !options.ignore_leaf_topics || graph->count_subscribers(topic) != 0;
}

bool TopicFilter::Impl::takes(const std::string & topic, const std::string & type)
{
  const bool selected =
    is_service_event(topic, type) ? selects_service(topic) : selects_topic(topic, type);
  if (!selected || !takes_ends_of(topic)) {return false;}
  if (allow_unknown || type_is_here(type)) {return true;}
  if (warn_once(type)) {
    RCLCPP_WARN(
      rclcpp::get_logger("ROSBAG2_TRANSPORT"),
      "Topic '%s' has unknown type '%s' . Only topics with known type are supported. Reason: no "
      "library of it was found. Source the setup file of the prefix that has it.", topic.c_str(),
      type.c_str());
  }
  return false;
}

TopicFilter::TopicFilter(
  RecordOptions record_options, rclcpp::node_interfaces::NodeGraphInterface * node_graph,
  bool allow_unknown_types)
: impl_(std::make_unique<Impl>(std::move(record_options), node_graph, allow_unknown_types)) {}

TopicFilter::~TopicFilter() = default;

std::unordered_map<std::string, std::string> TopicFilter::filter_topics(
  const std::map<std::string, std::vector<std::string>> & topic_names_and_types)
{
  std::unordered_map<std::string, std::string> taken;
  for (const auto & [topic, types] : topic_names_and_types) {
    if (types.empty()) {continue;}
    const bool one = std::all_of(
      types.begin(), types.end(), [&](const auto & type) {return type == types.front();});
    if (one) {
      if (impl_->takes(topic, types.front())) {taken.emplace(topic, types.front());}
    } else if (impl_->selects_topic(topic, types.front()) && impl_->warn_once(topic)) {
      RCLCPP_ERROR(
        rclcpp::get_logger("ROSBAG2_TRANSPORT"),
        "Topic '%s' has several types associated. Only topics with one type are supported. Let "
        "its endpoints agree on one, or rename one of the topics.", topic.c_str());
    }
  }
  return taken;
}

}  // namespace rosbag2_transport
