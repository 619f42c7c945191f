#include "rosbag2_transport/config_options_from_node_params.hpp"

#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

#include "bag/storage/service_events.h"
#include "ranvier/base/ascii.h"
#include "rosbag2_storage/detail/qos_overrides.hpp"

namespace rosbag2_transport
{
namespace
{

using ranvier::bag::event_topic_of;

using Names = std::vector<std::string>;

// Declares and reads parameters below one prefix.
class Reader
{
public:
  Reader(rclcpp::Node & node, std::string prefix)
  : node_(node), prefix_(std::move(prefix)) {}

  template<typename T>
  void read(const std::string & name, T & value) const
  {
    value = node_.declare_parameter<T>(prefix_ + name, value);
  }
  void read(const std::string & name, uint64_t & value) const
  {
    value = static_cast<uint64_t>(number(name, static_cast<int64_t>(value), 0));
  }
  int64_t number(const std::string & name, int64_t preset, int64_t least) const
  {
    const int64_t value = node_.declare_parameter<int64_t>(prefix_ + name, preset);
    if (value >= least) {return value;}
    refuse(name, std::to_string(value), "give at least " + std::to_string(least));
  }
  // From two parameters, seconds and nanoseconds, in ns: the sum of their sizes, negative if one
  // of them is, as in ROS 2. Who gives seconds alone means them.
  int64_t duration(const std::string & name, int64_t preset_sec, int64_t preset_nsec = 0) const
  {
    const int64_t sec = node_.declare_parameter<int64_t>(prefix_ + name + ".sec", preset_sec);
    const int64_t nsec = node_.declare_parameter<int64_t>(
      prefix_ + name + ".nsec", sec == preset_sec ? preset_nsec : 0);
    constexpr int64_t kSecond = 1'000'000'000;
    const int64_t most = std::numeric_limits<int64_t>::max() / kSecond - 1;
    if (sec > most || sec < -most || nsec <= -kSecond || nsec >= kSecond) {
      refuse(
        name, std::to_string(sec) + " s and " + std::to_string(nsec) + " ns",
        "give seconds that fit, and -999999999 to 999999999 ns");
    }
    const int64_t size = std::abs(sec) * kSecond + std::abs(nsec);
    return sec < 0 || nsec < 0 ? -size : size;
  }
  [[noreturn]] void refuse(
    const std::string & name, const std::string & value, const std::string & remedy) const
  {
    throw std::invalid_argument(
            "Parameter '" + prefix_ + name + "' of node '" + node_.get_fully_qualified_name() +
            "' is " + value + ": " + remedy);
  }

private:
  rclcpp::Node & node_;
  const std::string prefix_;
};

std::unordered_map<std::string, rclcpp::QoS> overrides(const Reader & from)
{
  std::string path;
  from.read("qos_profile_overrides_path", path);
  return rosbag2_storage::detail::read_qos_overrides(path);
}

void read_filters(const Reader & from, PlayOptions & options)
{
  from.read("topics_to_filter", options.topics_to_filter);
  from.read("services_to_filter", options.services_to_filter);
  from.read("regex_to_filter", options.regex_to_filter);
  from.read("exclude_regex_to_filter", options.exclude_regex_to_filter);
  from.read("exclude_topics_to_filter", options.exclude_topics_to_filter);
  from.read("exclude_services_to_filter", options.exclude_services_to_filter);
  for (auto * services : {&options.services_to_filter, &options.exclude_services_to_filter}) {
    for (std::string & service : *services) {service = event_topic_of(service);}
  }
}

void read_times(const Reader & from, PlayOptions & options)
{
  options.delay = rclcpp::Duration(std::chrono::nanoseconds(from.duration("delay", 0)));
  options.playback_duration =
    rclcpp::Duration(std::chrono::nanoseconds(from.duration("playback_duration", -1)));
  options.playback_until_timestamp = from.duration("playback_until_timestamp", 0, -1);
  options.start_offset = from.duration("start_offset", 0);
  if (options.start_offset < 0) {from.refuse("start_offset", "negative", "give 0 or more");}
  if (options.delay < rclcpp::Duration(0, 0)) {from.refuse("delay", "negative", "give 0 or more");}
  constexpr int64_t kMillisecond = 1'000'000;
  const int64_t wait = from.duration("wait_acked_timeout", 0, -1);
  // Rounded up: 0 means for ever.
  options.wait_acked_timeout = wait > 0 ? (wait - 1) / kMillisecond + 1 : wait;
}

void read_clock(const Reader & from, PlayOptions & options)
{
  from.read("clock_publish_frequency", options.clock_publish_frequency);
  from.read("clock_publish_on_topic_publish", options.clock_publish_on_topic_publish);
  from.read("clock_trigger_topics", options.clock_trigger_topics);
  if (!(options.clock_publish_frequency >= 0)) {
    from.refuse("clock_publish_frequency", "negative or no number", "give 0 or more Hz");
  }
}

ServiceRequestsSource source_of(const Reader & from)
{
  std::string source = "service_introspection";
  from.read("service_requests_source", source);
  if (ranvier::same_word(source, "SERVICE_INTROSPECTION")) {
    return ServiceRequestsSource::SERVICE_INTROSPECTION;
  }
  if (ranvier::same_word(source, "CLIENT_INTROSPECTION")) {
    return ServiceRequestsSource::CLIENT_INTROSPECTION;
  }
  from.refuse(
    "service_requests_source", "'" + source + "'",
    "give 'service_introspection' or 'client_introspection'");
}

void read_choice(const Reader & from, RecordOptions & options)
{
  from.read("all_topics", options.all_topics);
  from.read("all_services", options.all_services);
  bool all = false;
  from.read("all", all);
  options.all_topics = options.all_topics || all;
  options.all_services = options.all_services || all;
  from.read("topics", options.topics);
  from.read("topic_types", options.topic_types);
  from.read("services", options.services);
  from.read("exclude_topics", options.exclude_topics);
  from.read("exclude_topic_types", options.exclude_topic_types);
  from.read("exclude_services", options.exclude_service_events);
  from.read("regex", options.regex);
  from.read("exclude_regex", options.exclude_regex);
  from.read("include_hidden_topics", options.include_hidden_topics);
  from.read("include_unpublished_topics", options.include_unpublished_topics);
  from.read("ignore_leaf_topics", options.ignore_leaf_topics);
}

void read_compression(const Reader & from, RecordOptions & options)
{
  from.read("compression_mode", options.compression_mode);
  from.read("compression_format", options.compression_format);
  from.read("compression_queue_size", options.compression_queue_size);
  from.read("compression_threads", options.compression_threads);
  constexpr int64_t kNicest = -20;
  options.compression_threads_priority =
    static_cast<int32_t>(from.number("compression_threads_priority", 0, kNicest));
}

// "robot=r2", or "robot: r2".
std::unordered_map<std::string, std::string> custom_data_of(const Reader & from)
{
  Names pairs;
  from.read("custom_data", pairs);
  std::unordered_map<std::string, std::string> data;
  for (const std::string & pair : pairs) {
    const auto at = pair.find('=');
    if (at == std::string::npos || at == 0) {
      from.refuse("custom_data", "'" + pair + "'", "write each entry as key=value");
    }
    data[pair.substr(0, at)] = pair.substr(at + 1);
  }
  return data;
}

}  // namespace

PlayOptions get_play_options_from_node_params(rclcpp::Node & node)
{
  const Reader from(node, "play.");
  PlayOptions options;
  options.read_ahead_queue_size =
    static_cast<size_t>(from.number("read_ahead_queue_size", 1000, 1));
  from.read("node_prefix", options.node_prefix);
  double rate = 1.0;
  from.read("rate", rate);
  if (!(rate > 0) || rate > 1e9) {
    from.refuse("rate", std::to_string(rate), "give a number above 0");
  }
  options.rate = static_cast<float>(rate);
  read_filters(from, options);
  options.topic_qos_profile_overrides = overrides(from);
  from.read("loop", options.loop);
  Names remaps;
  from.read("topic_remapping_options", remaps);
  options.topic_remapping_options = remaps;
  read_clock(from, options);
  read_times(from, options);
  from.read("start_paused", options.start_paused);
  from.read("disable_keyboard_controls", options.disable_keyboard_controls);
  from.read("disable_loan_message", options.disable_loan_message);
  from.read("publish_service_request", options.publish_service_requests);
  options.service_requests_source = source_of(from);
  return options;
}

RecordOptions get_record_options_from_node_params(rclcpp::Node & node)
{
  const Reader from(node, "record.");
  RecordOptions options;
  read_choice(from, options);
  from.read("is_discovery_disabled", options.is_discovery_disabled);
  options.rmw_serialization_format = "cdr";
  from.read("rmw_serialization_format", options.rmw_serialization_format);
  options.topic_polling_interval =
    std::chrono::milliseconds(from.number("topic_polling_interval", 100, 1));
  // The same in rosbag2's form: seconds and nanoseconds.
  const auto interval = std::chrono::duration_cast<std::chrono::milliseconds>(
    std::chrono::nanoseconds(from.duration("topic_polling_interval", -1)));
  if (interval.count() > 0) {options.topic_polling_interval = interval;}
  from.read("node_prefix", options.node_prefix);
  read_compression(from, options);
  options.topic_qos_profile_overrides = overrides(from);
  from.read("start_paused", options.start_paused);
  from.read("disable_keyboard_controls", options.disable_keyboard_controls);
  options.use_sim_time = node.get_parameter("use_sim_time").get_value<bool>();
  if (options.use_sim_time && options.is_discovery_disabled) {
    from.refuse(
      "is_discovery_disabled", "true with use_sim_time", "leave one away: /clock is discovered");
  }
  return options;
}

rosbag2_storage::StorageOptions get_storage_options_from_node_params(rclcpp::Node & node)
{
  const Reader from(node, "storage.");
  rosbag2_storage::StorageOptions options;
  from.read("uri", options.uri);
  from.read("storage_id", options.storage_id);
  from.read("storage_config_uri", options.storage_config_uri);
  from.read("max_bagfile_size", options.max_bagfile_size);
  from.read("max_bagfile_duration", options.max_bagfile_duration);
  from.read("max_cache_size", options.max_cache_size);
  from.read("storage_preset_profile", options.storage_preset_profile);
  from.read("snapshot_mode", options.snapshot_mode);
  options.custom_data = custom_data_of(from);
  options.start_time_ns = from.number("start_time_ns", -1, -1);
  options.end_time_ns = from.number("end_time_ns", -1, -1);
  return options;
}

}  // namespace rosbag2_transport
