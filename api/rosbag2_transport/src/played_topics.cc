#include "played_topics.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "bag/storage/service_events.h"
#include "rosbag2_storage/detail/name_expression.hpp"
#include "foreign_type.hpp"
#include "played_requests.hpp"
#include "rclcpp/logging.hpp"
#include "rosbag2_storage/qos.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::event_topic_of;
using ranvier::bag::is_service_event;
using rosbag2_storage::detail::has;

// Publishes bytes where they lie: no SerializedMessage is filled with them.
class BytesPublisher final : public rclcpp::GenericPublisher
{
public:
  using GenericPublisher::GenericPublisher;
  void publish_bytes(ranvier::bag::Bytes bytes)
  {
    rcutils_uint8_array_t array{};
    array.buffer = reinterpret_cast<uint8_t *>(const_cast<std::byte *>(bytes.data()));
    array.buffer_length = array.buffer_capacity = bytes.size();
    send_serialized(array);
  }
};

// Bytes are published as they lie in the bag, so they must be what subscriptions decode.
void check_formats(
  const std::vector<ranvier::bag::Topic> & topics, const PlayedTopicFilter & filter)
{
  std::string strange;
  std::string names;
  for (const auto & topic : topics) {
    if (topic.format.empty() || topic.format == "cdr" || !filter.wants(topic)) {continue;}
    strange += (strange.empty() ? "'" : ", '") + topic.name + "' (" + topic.format + ")";
    names += " " + topic.name;
  }
  if (strange.empty()) {return;}
  throw std::runtime_error(
          "A player publishes CDR alone, no converter is known, and these topics of the bag have "
          "messages in other formats: " + strange + ". Leave them out (--exclude-topics" + names +
          ")");
}

}  // namespace

PlayedTopicFilter::PlayedTopicFilter(const PlayOptions & options)
: options_(options), wanted_(options.regex_to_filter), unwanted_(options.exclude_regex_to_filter) {}

bool PlayedTopicFilter::wants(const ranvier::bag::Topic & topic) const
{
  const std::string & name = topic.name;
  const bool event = is_service_event(name, topic.type);
  const auto & excluded =
    event ? options_.exclude_services_to_filter : options_.exclude_topics_to_filter;
  if (has(excluded, name)) {return false;}
  if (unwanted_.matches(name)) {return false;}
  const bool has_clock =
    options_.clock_publish_frequency > 0 || options_.clock_publish_on_topic_publish;
  if (has_clock && name == "/clock") {return false;}
  const auto & named = event ? options_.services_to_filter : options_.topics_to_filter;
  const bool all = named.empty() && options_.regex_to_filter.empty();
  return all || has(named, name) || wanted_.matches(name);
}

PlayedTopics::PlayedTopics(
  rclcpp::Node & node, const PlayOptions & options,
  const ranvier::bag::PlaySource & bags)
: node_(node), options_(options), filter_(options)
{
  check_formats(bags.topics(), filter_);
  for (size_t i = 0; i < bags.topics().size(); ++i) {
    const auto & topic = bags.topics()[i];
    const bool wanted = filter_.wants(topic);
    plays_.push_back(wanted ? open(topic, bags.definitions()[i]) : nullptr);
    if (plays_.back()) {names_.insert(topic.name);}
    triggers_.push_back(
      options.clock_publish_on_topic_publish &&
      (options.clock_trigger_topics.empty() || has(options.clock_trigger_topics, topic.name)));
  }
}

Play PlayedTopics::open(
  const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition)
{
  try {
    if (options_.publish_service_requests && is_service_event(topic.name, topic.type)) {
      const auto requests =
        std::make_shared<PlayedRequests>(node_, topic, options_.service_requests_source);
      requests_[topic.name] = requests;
      return [requests](ranvier::bag::Bytes event) {requests->send(event);};
    }
    return publish_to(topic, definition);
  } catch (const std::exception & error) {
    RCLCPP_WARN(
      node_.get_logger(), "Ignoring a topic '%s', reason: %s.", topic.name.c_str(), error.what());
    return nullptr;
  }
}

rclcpp::QoS PlayedTopics::qos_of(const ranvier::bag::Topic & topic) const
{
  const auto chosen = options_.topic_qos_profile_overrides.find(topic.name);
  if (chosen != options_.topic_qos_profile_overrides.end()) {return chosen->second;}
  try {
    constexpr int kAnyVersion = 9;
    return rosbag2_storage::Rosbag2QoS::adapt_offer_to_recorded_offers(
      topic.name, rosbag2_storage::from_rclcpp_qos_vector(
        rosbag2_storage::to_rclcpp_qos_vector(topic.offered_qos, kAnyVersion)));
  } catch (const std::runtime_error & error) {
    RCLCPP_WARN(
      node_.get_logger(), "Topic '%s' is played with the default QoS: %s", topic.name.c_str(),
      error.what());
    return rosbag2_storage::Rosbag2QoS();
  }
}

// A type that is not here is published as bytes, and described to peers as the bag has it.
const rosidl_message_type_support_t & PlayedTopics::type_of(
  const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition) const
{
  if (const auto * const installed = installed_type(topic.type)) {return *installed;}
  std::string hash = topic.type_hash;
  try {
    hash = describe_by(topic.type, definition, topic.type_hash);
  } catch (const std::exception & error) {
    RCLCPP_WARN(
      node_.get_logger(), "Topic '%s' is played, and its type is not described to peers: "
      "%s.", topic.name.c_str(), error.what());
  }
  return foreign_type(topic.type, hash);
}

Play PlayedTopics::publish_to(
  const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition)
{
  const auto interface = node_.get_node_topics_interface();
  const rclcpp::PublisherOptions options;
  const auto publisher = std::make_shared<BytesPublisher>(
    interface->get_node_base_interface(), type_of(topic, definition),
    topic.name, qos_of(topic), options);
  interface->add_publisher(publisher, options.callback_group);
  publishers_[topic.name] = publisher;
  return [publisher](ranvier::bag::Bytes bytes) {publisher->publish_bytes(bytes);};
}

std::unordered_map<std::string, std::shared_ptr<rclcpp::GenericClient>>
PlayedTopics::clients() const
{
  std::unordered_map<std::string, std::shared_ptr<rclcpp::GenericClient>> all;
  for (const auto & [topic, requests] : requests_) {all[topic] = requests->client();}
  return all;
}

bool PlayedTopics::plays(const std::string & topic) const {return names_.count(topic) != 0;}

bool PlayedTopics::wait_for_answers(
  const std::string & service, std::chrono::duration<double> timeout)
{
  const auto for_each = std::chrono::duration_cast<std::chrono::steady_clock::duration>(timeout);
  const auto answered = [&](PlayedRequests & requests) {
      return requests.wait(std::chrono::steady_clock::now() + for_each);
    };
  if (!service.empty()) {
    const auto found = requests_.find(event_topic_of(service));
    if (found != requests_.end()) {return answered(*found->second);}
    RCLCPP_WARN(
      node_.get_logger(), "No requests of a service '%s' are played.", service.c_str());
    return false;
  }
  bool all = true;
  for (const auto & [name, requests] : requests_) {all = answered(*requests) && all;}
  return all;
}

bool PlayedTopics::wait_for_acknowledgements(std::chrono::milliseconds timeout)
{
  return std::all_of(
    publishers_.begin(), publishers_.end(),
    [timeout](const auto & one) {return one.second->wait_for_all_acked(timeout);});
}

void PlayedTopics::tell_unacknowledged()
{
  for (const auto & [topic, publisher] : publishers_) {
    if (publisher->wait_for_all_acked(std::chrono::milliseconds(0))) {continue;}
    RCLCPP_ERROR(
      node_.get_logger(), "Timed out while waiting for all published messages to be acknowledged "
      "for topic %s", topic.c_str());
  }
}

}  // namespace rosbag2_transport
