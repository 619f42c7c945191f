// Profiles as YAML: the text of metadata.yaml and of the channels of MCAP.
#include <charconv>
#include <cstdint>
#include <locale>
#include <sstream>
#include <stdexcept>
#include <string>

#include "ranvier/node/yaml_tree.h"
#include "rmw/types.h"
#include "rosbag2_storage/detail/qos_overrides.hpp"
#include "rosbag2_storage/qos.hpp"

namespace rosbag2_storage
{
namespace
{

using ranvier::YamlNode;

[[noreturn]] void refuse(const std::string & where, const std::string & what)
{
  throw std::runtime_error("QoS profile, " + where + ": " + what);
}

template<typename Number>
Number number_of(const YamlNode & node, const std::string & key)
{
  Number number{};
  const char * end = node.text.data() + node.text.size();
  const auto [at, error] = std::from_chars(node.text.data(), end, number);
  if (node.kind == YamlNode::Kind::kScalar && error == std::errc() && at == end) {return number;}
  refuse(node.where, "'" + key + "' is '" + node.text + "': write a number that is not negative");
}

// A policy by its number, as old bags have it, or by its name.
template<typename Policy, typename Named>
Policy policy_of(const YamlNode & node, const std::string & key, Named named, Policy unknown)
{
  const bool digits = !node.text.empty() &&
    node.text.find_first_not_of("0123456789") == std::string::npos;
  if (digits) {
    const auto number = number_of<unsigned>(node, key);
    return number <= 5 ? static_cast<Policy>(number) : unknown;
  }
  const Policy policy = named(node.text.c_str());
  if (policy == unknown && node.text != "unknown") {
    refuse(node.where, "'" + key + "' is '" + node.text + "', which is no such policy");
  }
  return policy;
}

rmw_time_t time_of(const YamlNode & node, const std::string & key)
{
  rmw_time_t time{};
  if (node.kind != YamlNode::Kind::kMap) {
    refuse(node.where, "'" + key + "' is no map of sec and nsec");
  }
  for (const auto & part : node.entries) {
    if (part.key == "sec") {time.sec = number_of<uint64_t>(part.value, key + ".sec");}
    if (part.key == "nsec") {time.nsec = number_of<uint64_t>(part.value, key + ".nsec");}
  }
  return time;
}

// False for a key that no profile has.
bool set_policy(rmw_qos_profile_t & profile, const std::string & key, const YamlNode & value)
{
  if (key == "history") {
    profile.history = policy_of(
      value, key, rmw_qos_history_policy_from_str, RMW_QOS_POLICY_HISTORY_UNKNOWN);
  } else if (key == "depth") {
    profile.depth = number_of<size_t>(value, key);
  } else if (key == "reliability") {
    profile.reliability = policy_of(
      value, key, rmw_qos_reliability_policy_from_str, RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
  } else if (key == "durability") {
    profile.durability = policy_of(
      value, key, rmw_qos_durability_policy_from_str, RMW_QOS_POLICY_DURABILITY_UNKNOWN);
  } else if (key == "liveliness") {
    profile.liveliness = policy_of(
      value, key, rmw_qos_liveliness_policy_from_str, RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
  } else if (key == "deadline") {
    profile.deadline = time_of(value, key);
  } else if (key == "lifespan") {
    profile.lifespan = time_of(value, key);
  } else if (key == "liveliness_lease_duration") {
    profile.liveliness_lease_duration = time_of(value, key);
  } else if (key == "avoid_ros_namespace_conventions") {
    profile.avoid_ros_namespace_conventions = value.text == "true";
  } else {
    return false;
  }
  return true;
}

rclcpp::QoS profile_of(const YamlNode & node)
{
  if (node.kind != YamlNode::Kind::kMap) {refuse(node.where, "it is no map of policies");}
  rclcpp::QoS qos(10);
  for (const auto & entry : node.entries) {
    (void)set_policy(qos.get_rmw_qos_profile(), entry.key, entry.value);
  }
  return qos;
}

void write_time(std::ostream & to, const char * key, rmw_time_t time)
{
  // None is promised: as a duration without end, which is how peers tell it.
  constexpr rmw_time_t kEndless{9223372036ULL, 854775807ULL};
  if (time.sec == 0 && time.nsec == 0) {time = kEndless;}
  to << "  " << key << ":\n    sec: " << time.sec << "\n    nsec: " << time.nsec << "\n";
}

template<typename Policy>
void write_policy(
  std::ostream & to, const char * key, const char * (*named)(Policy), Policy policy, bool names)
{
  const char * name = named(policy);
  to << key << ": ";
  if (names) {
    to << (name ? name : "unknown") << "\n";
  } else {
    to << static_cast<int>(policy) << "\n";
  }
}

void write_profile(std::ostream & to, const rmw_qos_profile_t & profile, bool names)
{
  write_policy(to, "- history", rmw_qos_history_policy_to_str, profile.history, names);
  to << "  depth: " << profile.depth << "\n";
  write_policy(to, "  reliability", rmw_qos_reliability_policy_to_str, profile.reliability, names);
  write_policy(to, "  durability", rmw_qos_durability_policy_to_str, profile.durability, names);
  write_time(to, "deadline", profile.deadline);
  write_time(to, "lifespan", profile.lifespan);
  write_policy(to, "  liveliness", rmw_qos_liveliness_policy_to_str, profile.liveliness, names);
  write_time(to, "liveliness_lease_duration", profile.liveliness_lease_duration);
  to << "  avoid_ros_namespace_conventions: " <<
  (profile.avoid_ros_namespace_conventions ? "true" : "false") << "\n";
}

rclcpp::QoS override_of(const YamlNode::Entry & topic)
{
  if (topic.value.kind != YamlNode::Kind::kMap) {
    refuse(topic.where, "topic '" + topic.key + "' has no map of policies");
  }
  rclcpp::QoS qos(10);
  bool has_history = false;
  for (const auto & entry : topic.value.entries) {
    if (!set_policy(qos.get_rmw_qos_profile(), entry.key, entry.value)) {
      refuse(entry.where, "'" + entry.key + "' is no policy of a QoS profile");
    }
    has_history = has_history || entry.key == "history" || entry.key == "depth";
  }
  if (!has_history) {
    refuse(topic.where, "topic '" + topic.key + "' has neither history nor depth: give one");
  }
  return qos;
}

}  // namespace

std::unordered_map<std::string, rclcpp::QoS> detail::read_qos_overrides(const std::string & path)
{
  std::unordered_map<std::string, rclcpp::QoS> overrides;
  if (path.empty()) {return overrides;}
  const auto root = ranvier::read_yaml("file of QoS overrides", path);
  if (!root) {throw std::runtime_error(root.error().what);}
  if (root->is_null()) {return overrides;}
  if (root->kind != YamlNode::Kind::kMap) {refuse(root->where, "it is no map of topics");}
  for (const auto & topic : root->entries) {overrides.emplace(topic.key, override_of(topic));}
  return overrides;
}

std::vector<rclcpp::QoS> to_rclcpp_qos_vector(const std::string & serialized, int)
{
  std::vector<rclcpp::QoS> profiles;
  const auto root = ranvier::parse_yaml(serialized, "the text");
  if (!root) {throw std::runtime_error("QoS profiles of a bag: " + root.error().what);}
  if (root->is_null()) {return profiles;}
  if (root->kind != YamlNode::Kind::kList) {refuse(root->where, "it is no list of profiles");}
  for (const YamlNode & node : root->items) {profiles.push_back(profile_of(node));}
  return profiles;
}

std::string serialize_rclcpp_qos_vector(const std::vector<rclcpp::QoS> & qos_profiles, int version)
{
  std::ostringstream text;
  text.imbue(std::locale::classic());
  for (const auto & qos : qos_profiles) {
    write_profile(text, qos.get_rmw_qos_profile(), version >= 9);
  }
  return text.str();
}

}  // namespace rosbag2_storage
