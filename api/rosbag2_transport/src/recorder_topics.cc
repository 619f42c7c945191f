// How a recorder subscribes to a topic: its type, definition and QoS.
#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

#include "bag/define/definition_text.h"
#include "foreign_type.hpp"
#include "ranvier/codec/type_info.h"
#include "ranvier/proto/describe/types.h"
#include "rclcpp/logging.hpp"
#include "recorder_impl.hpp"
#include "rosidl_runtime_c/type_hash.h"

namespace rosbag2_transport
{
namespace
{

// The least depth of a subscription: what may wait in the network while no thread gets to it.
constexpr size_t kDepth = 100;

// Made of what the type's library tells, where its interface file is not there.
std::optional<ranvier::bag::Definition> definition_of_library(
  const ranvier::codec::TypeInfo & info, std::string & why_not)
{
  try {
    return definition_from(ranvier::describe_type(info), {}, info.hash);
  } catch (const std::exception & error) {
    why_not += std::string("; ") + error.what();
    return std::nullopt;
  }
}

bool are_equal(const rosidl_type_hash_t & a, const rosidl_type_hash_t & b)
{
  return a.version == b.version && std::equal(std::begin(a.value), std::end(a.value), b.value);
}

}  // namespace

std::string type_hash_to_string(const rosidl_type_hash_t & type_hash)
{
  char * text = nullptr;
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  if (type_hash.version != 1 ||
    rosidl_stringify_type_hash(&type_hash, allocator, &text) != RCUTILS_RET_OK)
  {
    return "";
  }
  std::string result = text;
  allocator.deallocate(text, allocator.state);
  return result;
}

std::string type_description_hash_for_topic(
  const std::vector<rclcpp::TopicEndpointInfo> & topics_endpoint_info)
{
  rosidl_type_hash_t known = rosidl_get_zero_initialized_type_hash();
  for (const auto & one : topics_endpoint_info) {
    const auto & hash = one.topic_type_hash();
    if (hash.version == 0 || are_equal(hash, known)) {continue;}
    if (known.version != 0) {
      RCLCPP_WARN(
        rclcpp::get_logger("rosbag2_transport"), "Publishers mean different definitions by type "
        "'%s': '%s' and '%s'. The bag has no hash of it.", one.topic_type().c_str(),
        type_hash_to_string(known).c_str(), type_hash_to_string(hash).c_str());
      return "";
    }
    known = hash;
  }
  return type_hash_to_string(known);
}

rclcpp::QoS Recorder::Impl::qos_of(
  const std::string & topic, const std::vector<rclcpp::TopicEndpointInfo> & publishers) const
{
  const auto chosen = options.topic_qos_profile_overrides.find(topic);
  if (chosen != options.topic_qos_profile_overrides.end()) {
    RCLCPP_INFO(node_.get_logger(), "Overriding subscription profile for %s", topic.c_str());
    return chosen->second;
  }
  auto request = rosbag2_storage::Rosbag2QoS::adapt_request_to_offers(topic, publishers);
  size_t depth = kDepth;
  for (const auto & one : publishers) {depth = std::max(depth, one.qos_profile().depth());}
  request.keep_last(depth);
  return request;
}

ranvier::bag::Topic Recorder::Impl::topic_of(
  const std::string & topic, const std::string & type,
  const std::vector<rclcpp::TopicEndpointInfo> & publishers) const
{
  ranvier::bag::Topic described;
  described.name = topic;
  described.type = type;
  std::vector<rclcpp::QoS> offered;
  for (const auto & one : publishers) {offered.push_back(one.qos_profile());}
  described.type_hash = type_description_hash_for_topic(publishers);
  described.offered_qos = rosbag2_storage::serialize_rclcpp_qos_vector(offered);
  return described;
}

std::optional<ranvier::bag::Definition> Recorder::Impl::definition_in_files(
  const std::string & type, std::string & why_not)
{
  const auto known = definitions_.find(type);
  if (known != definitions_.end()) {return known->second;}
  auto found = ranvier::bag::read_definition(type, ranvier::bag::interface_folders());
  if (!found) {
    why_not = found.error().what;
    return std::nullopt;
  }
  return definitions_.emplace(type, std::move(*found)).first->second;
}

// Under the lock.
void Recorder::Impl::subscribe_to(const std::string & topic, const std::string & type)
{
  const auto publishers = node_.get_publishers_info_by_topic(topic);
  auto described = topic_of(topic, type, publishers);
  const auto * support = installed_type(type);
  std::string why_not;
  auto definition = definition_in_files(type, why_not);
  if (support != nullptr) {
    const auto & info = *static_cast<const ranvier::codec::TypeInfo *>(support->data);
    const bool nobody_says = std::all_of(
      publishers.begin(), publishers.end(),
      [](const auto & one) {return one.topic_type_hash().version == 0;});
    if (nobody_says) {described.type_hash = info.hash;}
    if (!definition) {definition = definition_of_library(info, why_not);}
    if (!definition) {tell_no_definition(type, why_not);}
  }
  if (support != nullptr || definition) {
    return subscribe_as(std::move(described), definition.value_or(Definition()), publishers);
  }
  peers_->ask(
    topic, type, described.type_hash,
    [this, topic, type](const Definition & answer, const std::string & why) {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!recording_) {return;}
      if (!why.empty()) {tell_no_definition(type, why);}
      const auto publishers_now = node_.get_publishers_info_by_topic(topic);
      subscribe_as(topic_of(topic, type, publishers_now), answer, publishers_now);
    });
}

void Recorder::Impl::tell_no_definition(const std::string & type, const std::string & why) const
{
  RCLCPP_WARN(
    node_.get_logger(), "The bag has no definition of type '%s': %s.", type.c_str(), why.c_str());
}

// Under the lock.
void Recorder::Impl::subscribe_as(
  ranvier::bag::Topic described, const Definition & definition,
  const std::vector<rclcpp::TopicEndpointInfo> & publishers)
{
  const std::string topic = described.name;
  const std::string type = described.type;
  const uint32_t number = recording_->add_topic(std::move(described), definition);
  const auto tell = [this, topic] {
      std::lock_guard<std::mutex> lock(mutex_);
      if (!fallback.insert(topic).second) {return;}
      RCLCPP_WARN(
        node_.get_logger(),
        "A new publisher for subscribed topic %s was found offering incompatible QoS: its messages "
        "are not recorded. Override the profile (--qos-profile-overrides-path) to hear it.",
        topic.c_str());
    };
  const auto time = std::make_shared<const ReceiveTime>(
    [this](int64_t received_ns) {return receive_time(received_ns);});
  const auto group = node_.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
  try {
    subscriptions[topic] = subscribe(
      node_, {topic, type, qos_of(topic, publishers), group, !options.use_sim_time, tell},
      {recording_, number, time});
    RCLCPP_INFO(node_.get_logger(), "Subscribed to topic '%s'", topic.c_str());
  } catch (const std::exception & error) {
    RCLCPP_ERROR(
      node_.get_logger(), "Topic '%s' is not recorded: %s", topic.c_str(), error.what());
  }
  known_.emplace(topic, Known{number, group});
}

}  // namespace rosbag2_transport
