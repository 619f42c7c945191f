#include "recorder_impl.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bag/define/definition_text.h"
#include "bag_target.hpp"
#include "ranvier/base/ascii.h"
#include "ranvier/codec/type_info.h"
#include "ranvier/node/settled_graph.h"
#include "ranvier/node/subscription.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_interfaces/srv/is_paused.hpp"
#include "rosbag2_interfaces/srv/pause.hpp"
#include "rosbag2_interfaces/srv/resume.hpp"
#include "rosbag2_interfaces/srv/snapshot.hpp"
#include "rosbag2_interfaces/srv/split_bagfile.hpp"
#include "rosbag2_interfaces/srv/stop.hpp"
#include "rosidl_runtime_c/type_hash.h"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::Recording;
namespace srv = rosbag2_interfaces::srv;

// The least depth of a subscription: what may wait in the network while no thread gets to it.
constexpr size_t kDepth = 100;

void check(const RecordOptions & options, const rosbag2_storage::StorageOptions & storage)
{
  const std::string & mode = options.compression_mode;
  if (!mode.empty() && !ranvier::same_word(mode, "NONE")) {
    throw std::runtime_error(
            "Compression mode '" + mode + "' is not there for a recorder yet: "
            "files of MCAP compress their own chunks. Use mode 'none' and the preset 'zstd_fast' "
            "or 'zstd_small'");
  }
  const std::string & format = options.rmw_serialization_format;
  if (!format.empty() && format != "cdr") {
    throw std::runtime_error(
            "Serialization format '" + format + "' is not there: messages are CDR. Use 'cdr'");
  }
  if (storage.snapshot_mode && storage.max_cache_size == 0) {
    throw std::runtime_error(
            "Max cache size must be greater than 0 for snapshot mode: it is what a snapshot holds");
  }
}

std::string hash_text(const rosidl_type_hash_t & hash)
{
  char * text = nullptr;
  const rcutils_allocator_t allocator = rcutils_get_default_allocator();
  if (hash.version == 0 ||
    rosidl_stringify_type_hash(&hash, allocator, &text) != RCUTILS_RET_OK)
  {
    return "";
  }
  std::string result = text;
  allocator.deallocate(text, allocator.state);
  return result;
}

std::string counts_text(const std::map<std::string, uint64_t> & counts)
{
  std::string text;
  uint64_t total = 0;
  for (const auto & [topic, count] : counts) {
    text += "\n\t" + topic + ": " + std::to_string(count);
    total += count;
  }
  return text + "\n\tTotal lost: " + std::to_string(total);
}

}  // namespace

Recorder::Impl::Impl(
  Recorder & node, const rosbag2_storage::StorageOptions & storage_options,
  const RecordOptions & record_options)
: storage(storage_options), options(record_options), node_(node) {}

std::shared_ptr<Recording> Recorder::Impl::recording() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return recording_;
}

std::vector<ranvier::bag::TopicReport> Recorder::Impl::report() const
{
  std::lock_guard<std::mutex> lock(mutex_);
  return recording_ ? recording_->report() : last_report_;
}

int64_t Recorder::Impl::receive_time(int64_t received_ns) const
{
  if (!options.use_sim_time) {return received_ns;}
  const int64_t now = node_.now().nanoseconds();
  return now == 0 ? -1 : now;  // nothing has come on /clock yet
}

void Recorder::Impl::tell_split(const std::string & closed, const std::string & opened)
{
  rosbag2_interfaces::msg::WriteSplitEvent event;
  event.closed_file = closed;
  event.opened_file = opened;
  event.node_name = node_.get_fully_qualified_name();
  splits_->publish(event);
}

// Under the lock.
void Recorder::Impl::open()
{
  for (std::string & topic : options.topics) {
    topic = node_.get_node_topics_interface()->resolve_topic_name(topic, true);
  }
  filter_ = std::make_unique<TopicFilter>(options, node_.get_node_graph_interface().get());
  auto bag = open_bag(storage);
  bag->on_split([this](const auto & split) {tell_split(split.closed, split.opened);});
  const ranvier::bag::SampleQueue::Options queue{storage.max_cache_size, storage.snapshot_mode};
  auto started = Recording::start(
    std::make_unique<BagTarget>(std::move(bag)), queue,
    [logger = node_.get_logger()](const ranvier::Error & error) {
      RCLCPP_ERROR(logger, "Recording ended: %s", error.what.c_str());
    });
  if (!started) {throw std::runtime_error(started.error().what);}
  recording_ = std::move(*started);
  if (options.start_paused) {recording_->pause();}
}

void Recorder::Impl::record()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (recording_) {return;}
  check(options, storage);
  if (!upkeep_) {
    upkeep_ = node_.create_callback_group(rclcpp::CallbackGroupType::MutuallyExclusive);
    splits_ = node_.create_publisher<rosbag2_interfaces::msg::WriteSplitEvent>(
      "events/write_split", 1);
  }
  open();
  serve();
  telling_ = node_.create_wall_timer(std::chrono::seconds(1), [this] {tell_lost();}, upkeep_);
  RCLCPP_INFO(node_.get_logger(), "Recording to '%s'...", storage.uri.c_str());
}

template<typename Service, typename Function>
void Recorder::Impl::add_service(const std::string & name, Function function)
{
  using Request = typename Service::Request;
  using Response = typename Service::Response;
  services_.push_back(
    node_.create_service<Service>(
      name,
      [function](const std::shared_ptr<Request>, const std::shared_ptr<Response> response) {
        function(*response);
      }, rclcpp::ServicesQoS(), upkeep_));
}

// Under the lock.
void Recorder::Impl::serve()
{
  add_service<srv::Pause>("~/pause", [this](auto &) {node_.pause();});
  add_service<srv::Resume>("~/resume", [this](auto &) {node_.resume();});
  add_service<srv::IsPaused>("~/is_paused", [this](auto & to) {to.paused = node_.is_paused();});
  add_service<srv::SplitBagfile>("~/split_bagfile", [this](auto &) {node_.split_bagfile();});
  add_service<srv::Stop>("~/stop", [this](auto &) {node_.stop();});
  if (storage.snapshot_mode) {
    add_service<srv::Snapshot>(
      "~/snapshot", [this](auto & to) {to.success = node_.take_snapshot();});
  }
}

void Recorder::Impl::start_discovery()
{
  if (options.is_discovery_disabled) {
    // Then is there what is there at the start.
    auto & context = *node_.get_node_base_interface()->core()->context();
    if (ranvier::Graph * graph = context.graph()) {
      (void)ranvier::wait_until_settled(*graph, ranvier::Settling{});
    }
  }
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_ || discovery_) {return;}
    graph_changed_ = node_.get_graph_event();
    graph_changed_->set();
    if (!options.is_discovery_disabled) {
      discovery_ = node_.create_wall_timer(
        options.topic_polling_interval, [this] {discover();}, upkeep_);
    }
  }
  discover();
}

void Recorder::Impl::stop_discovery()
{
  std::lock_guard<std::mutex> lock(mutex_);
  discovery_.reset();
}

void Recorder::Impl::discover()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (!recording_ || !graph_changed_->check_and_clear()) {return;}
  for (const auto & [topic, type] : filter_->filter_topics(node_.get_topic_names_and_types())) {
    if (known_.count(topic) == 0) {subscribe_to(topic, type);}
  }
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
  for (const auto & one : publishers) {
    offered.push_back(one.qos_profile());
    if (described.type_hash.empty()) {described.type_hash = hash_text(one.topic_type_hash());}
  }
  described.offered_qos = rosbag2_storage::serialize_rclcpp_qos_vector(offered);
  return described;
}

const ranvier::bag::Definition & Recorder::Impl::definition_of(const std::string & type)
{
  const auto [place, is_new] = definitions_.try_emplace(type);
  if (!is_new) {return place->second;}
  auto found = ranvier::bag::read_definition(type, ranvier::bag::interface_folders());
  if (found) {
    place->second = std::move(*found);
  } else {
    RCLCPP_WARN(
      node_.get_logger(), "The bag has no definition of type '%s': %s.", type.c_str(),
      found.error().what.c_str());
  }
  return place->second;
}

// Under the lock.
void Recorder::Impl::subscribe_to(const std::string & topic, const std::string & type)
{
  const auto publishers = node_.get_publishers_info_by_topic(topic);
  auto described = topic_of(topic, type, publishers);
  const auto & support = rclcpp::detail::message_type_support(type);
  if (described.type_hash.empty()) {
    described.type_hash = static_cast<const ranvier::codec::TypeInfo *>(support.data)->hash;
  }
  const uint32_t number = recording_->add_topic(std::move(described), definition_of(type));
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

// Under the lock.
void Recorder::Impl::count_lost()
{
  for (const auto & [topic, subscription] : subscriptions) {
    const uint64_t lost = lost_since(*subscription);
    if (lost != 0) {recording_->count_lost(known_.at(topic).number, lost);}
  }
}

void Recorder::Impl::tell_lost()
{
  std::lock_guard<std::mutex> lock(mutex_);
  if (!recording_) {return;}
  count_lost();
  std::map<std::string, uint64_t> fresh;
  for (const auto & one : recording_->report()) {
    Known & known = known_.at(one.name);
    if (one.lost > known.told_lost) {fresh[one.name] = one.lost - known.told_lost;}
    known.told_lost = one.lost;
  }
  if (fresh.empty()) {return;}
  RCLCPP_WARN(
    node_.get_logger(), "Messages lost in the last second, per topic:%s",
    counts_text(fresh).c_str());
}

void Recorder::Impl::stop()
{
  std::shared_ptr<Recording> ended;
  std::vector<rclcpp::ServiceBase::SharedPtr> services;  // they end outside of the lock
  decltype(subscriptions) gone;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!recording_) {return;}
    discovery_.reset();
    telling_.reset();
    services.swap(services_);
    for (const auto & [topic, subscription] : subscriptions) {subscription->core()->close();}
    count_lost();
    known_.clear();
    gone.swap(subscriptions);
    ended = std::move(recording_);
  }
  gone.clear();
  end(std::move(ended));
}

void Recorder::Impl::end(std::shared_ptr<Recording> ended)
{
  const auto closed = ended->close();
  std::map<std::string, uint64_t> lost;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    last_report_ = ended->report();
    for (const auto & one : last_report_) {
      if (one.lost != 0) {lost[one.name] = one.lost;}
    }
  }
  if (!lost.empty()) {
    RCLCPP_WARN(
      node_.get_logger(), "Messages lost per topic:%s", counts_text(lost).c_str());
  }
  RCLCPP_INFO(node_.get_logger(), "Recording stopped");
  if (!closed) {throw std::runtime_error(closed.error().what);}
}

}  // namespace rosbag2_transport
