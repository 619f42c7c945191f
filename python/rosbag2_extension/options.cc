#include "rosbag2_extension/options.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/unordered_map.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <stdexcept>

#include "rosbag2_storage/qos.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using Overrides = std::unordered_map<std::string, rclcpp::QoS>;

// The attribute of that name goes into a value of C++.
class Reader {
 public:
  explicit Reader(nb::handle from) : from_(from) {}

  template <class T>
  const Reader& operator()(const char* name, T& to) const {
    to = nb::cast<T>(from_.attr(name));
    return *this;
  }
  // Seconds, with decimals.
  rclcpp::Duration seconds(const char* name) const {
    return rclcpp::Duration(std::chrono::nanoseconds(nanoseconds(name)));
  }
  std::int64_t nanoseconds(const char* name) const {
    constexpr double kSecond = 1e9;
    const auto seconds = nb::cast<double>(from_.attr(name));
    if (!std::isfinite(seconds) || std::abs(seconds) > 9e9) {
      throw std::invalid_argument(std::string(name) + " is no number of seconds that fits");
    }
    return std::llround(seconds * kSecond);
  }
  // A map of topics to texts, each with one profile in YAML.
  Overrides overrides() const {
    using Texts = std::unordered_map<std::string, std::string>;
    Overrides found;
    for (const auto& [topic, text] : nb::cast<Texts>(from_.attr("_qos_overrides_as_yaml")())) {
      constexpr int kVersion = 9;
      found.emplace(topic, rosbag2_storage::to_rclcpp_qos_vector(text, kVersion).at(0));
    }
    return found;
  }

 private:
  const nb::handle from_;
};

}  // namespace

rosbag2_storage::StorageOptions storage_options_of(nb::handle from) {
  rosbag2_storage::StorageOptions to;
  const Reader read(from);
  read("uri", to.uri)("storage_id", to.storage_id)("max_bagfile_size", to.max_bagfile_size)(
      "max_bagfile_duration", to.max_bagfile_duration)("max_cache_size", to.max_cache_size)(
      "storage_preset_profile", to.storage_preset_profile)("storage_config_uri",
                                                           to.storage_config_uri)(
      "snapshot_mode", to.snapshot_mode)("start_time_ns", to.start_time_ns)(
      "end_time_ns", to.end_time_ns)("custom_data", to.custom_data);
  return to;
}

std::vector<rosbag2_storage::StorageOptions> all_storage_options_of(nb::handle from) {
  if (!nb::isinstance<nb::list>(from) && !nb::isinstance<nb::tuple>(from))
    return {storage_options_of(from)};
  std::vector<rosbag2_storage::StorageOptions> all;
  for (const nb::handle each : from) all.push_back(storage_options_of(each));
  return all;
}

rosbag2_storage::StorageFilter storage_filter_of(nb::handle from) {
  rosbag2_storage::StorageFilter to;
  Reader{from}("topics", to.topics)("services_events", to.services_events)("regex", to.regex)(
      "exclude_topics", to.exclude_topics)("exclude_service_events", to.exclude_service_events)(
      "regex_to_exclude", to.regex_to_exclude);
  return to;
}

rosbag2_storage::ReadOrder read_order_of(nb::handle from) {
  rosbag2_storage::ReadOrder to;
  int sort_by = 0;
  Reader{from}("sort_by", sort_by)("reverse", to.reverse);
  to.sort_by = static_cast<rosbag2_storage::ReadOrder::SortBy>(sort_by);
  return to;
}

rosbag2_cpp::ConverterOptions converter_options_of(nb::handle from) {
  rosbag2_cpp::ConverterOptions to;
  Reader{from}("input_serialization_format", to.input_serialization_format)(
      "output_serialization_format", to.output_serialization_format);
  return to;
}

rosbag2_compression::CompressionOptions compression_options_of(nb::handle from) {
  rosbag2_compression::CompressionOptions to;
  std::uint32_t mode = 0;
  Reader{from}("compression_format", to.compression_format)("compression_mode", mode)(
      "compression_queue_size", to.compression_queue_size)("compression_threads",
                                                           to.compression_threads);
  to.compression_mode = static_cast<rosbag2_compression::CompressionMode>(mode);
  return to;
}

rosbag2_transport::RecordOptions record_options_of(nb::handle from) {
  rosbag2_transport::RecordOptions to;
  std::int64_t interval_ms = 0;
  const Reader read(from);
  read("all_topics", to.all_topics)("all_services", to.all_services)(
      "is_discovery_disabled", to.is_discovery_disabled)("topics", to.topics)(
      "topic_types", to.topic_types)("services", to.services)("exclude_topics", to.exclude_topics)(
      "exclude_topic_types", to.exclude_topic_types)("exclude_service_events",
                                                     to.exclude_service_events)(
      "rmw_serialization_format", to.rmw_serialization_format)("regex", to.regex)(
      "exclude_regex", to.exclude_regex)("node_prefix", to.node_prefix)(
      "compression_mode", to.compression_mode)("compression_format", to.compression_format)(
      "compression_queue_size", to.compression_queue_size)(
      "compression_threads", to.compression_threads)(
      "compression_threads_priority", to.compression_threads_priority)(
      "include_hidden_topics", to.include_hidden_topics)(
      "include_unpublished_topics", to.include_unpublished_topics)(
      "ignore_leaf_topics", to.ignore_leaf_topics)("start_paused", to.start_paused)(
      "use_sim_time", to.use_sim_time)("disable_keyboard_controls", to.disable_keyboard_controls);
  interval_ms = read.nanoseconds("topic_polling_interval") / 1'000'000;
  to.topic_polling_interval = std::chrono::milliseconds(std::max<std::int64_t>(interval_ms, 1));
  to.topic_qos_profile_overrides = read.overrides();
  return to;
}

rosbag2_transport::PlayOptions play_options_of(nb::handle from) {
  rosbag2_transport::PlayOptions to;
  const Reader read(from);
  read("read_ahead_queue_size", to.read_ahead_queue_size)("node_prefix", to.node_prefix)(
      "rate", to.rate)("topics_to_filter", to.topics_to_filter)("services_to_filter",
                                                                to.services_to_filter)(
      "regex_to_filter", to.regex_to_filter)("exclude_regex_to_filter", to.exclude_regex_to_filter)(
      "exclude_topics_to_filter", to.exclude_topics_to_filter)(
      "exclude_service_events_to_filter", to.exclude_services_to_filter)("loop", to.loop)(
      "topic_remapping_options", to.topic_remapping_options)(
      "clock_publish_frequency", to.clock_publish_frequency)(
      "clock_publish_on_topic_publish", to.clock_publish_on_topic_publish)(
      "clock_topics", to.clock_trigger_topics)("playback_until_timestamp", to.playback_until_timestamp)(
      "start_paused", to.start_paused)("disable_keyboard_controls", to.disable_keyboard_controls)(
      "wait_acked_timeout", to.wait_acked_timeout)("disable_loan_message",
                                                   to.disable_loan_message)(
      "publish_service_requests", to.publish_service_requests);
  to.delay = read.seconds("delay");
  to.playback_duration = read.seconds("playback_duration");
  to.start_offset = read.nanoseconds("start_offset");
  to.topic_qos_profile_overrides = read.overrides();
  int source = 0;
  read("service_requests_source", source);
  to.service_requests_source = static_cast<rosbag2_transport::ServiceRequestsSource>(source);
  return to;
}

}  // namespace rosbag2_extension
