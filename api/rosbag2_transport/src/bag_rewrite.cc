#include "rosbag2_transport/bag_rewrite.hpp"

#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <unordered_map>

#include "bag/define/definition_text.h"
#include "bag/rewrite/rewrite.h"
#include "rclcpp/logging.hpp"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/qos.hpp"
#include "rosbag2_transport/topic_filter.hpp"

namespace rosbag2_transport
{
namespace
{

namespace core = ranvier::bag;
using Inputs = std::vector<std::unique_ptr<core::BagReader>>;

template<class ResultT>
void check(const ResultT & result)
{
  if (!result) {throw std::runtime_error(result.error().what);}
}

Inputs open_all(const std::vector<rosbag2_storage::StorageOptions> & options)
{
  Inputs opened;
  for (const auto & each : options) {
    auto bag = core::BagReader::open(rosbag2_storage::detail::read_options_of(each));
    check(bag);
    opened.push_back(*std::move(bag));
  }
  return opened;
}

void check_options(const RecordOptions & options)
{
  const std::string & format = options.rmw_serialization_format;
  if (!format.empty() && format != "cdr") {
    throw std::runtime_error(
            "Output bag: rmw_serialization_format '" + format + "': no converter to it is known. "
            "Leave it out.");
  }
}

/// Profiles that the publishers of a topic offered, in all inputs: those of one text once.
std::string offered_qos(const Inputs & inputs, const core::Topic & topic)
{
  std::set<std::string> seen;
  std::vector<rclcpp::QoS> profiles;
  for (const auto & input : inputs) {
    for (const auto & each : input->topics()) {
      const core::Topic & other = each.topic;
      const bool same = other.name == topic.name && other.type == topic.type;
      if (!same || !seen.insert(other.offered_qos).second) {continue;}
      const auto read = rosbag2_storage::detail::from_core(other, input->metadata().version);
      profiles.insert(
        profiles.end(), read.offered_qos_profiles.begin(), read.offered_qos_profiles.end());
    }
  }
  return profiles.empty() ? "" : rosbag2_storage::serialize_rclcpp_qos_vector(profiles);
}

/// The topics that the options take, with their types.
std::unordered_map<std::string, std::string> chosen_topics(
  const Inputs & inputs, const RecordOptions & options)
{
  std::map<std::string, std::vector<std::string>> topics;
  for (const auto & input : inputs) {
    for (const auto & each : input->topics()) {
      auto & types = topics[each.topic.name];
      const bool known = std::find(types.begin(), types.end(), each.topic.type) != types.end();
      if (!known) {types.push_back(each.topic.type);}
    }
  }
  return TopicFilter(options, nullptr, true).filter_topics(topics);
}

core::RewriteOutput output_of(
  const Inputs & inputs, const rosbag2_storage::StorageOptions & storage,
  const RecordOptions & options)
{
  check_options(options);
  core::RewriteOutput output;
  output.bag = rosbag2_storage::detail::write_options_of(storage);
  const auto compression = core::compression_of_words(
    options.compression_mode, options.compression_format, options.compression_threads,
    options.compression_threads_priority);
  check(compression);
  output.bag.compression = *compression;
  if (storage.start_time_ns >= 0) {output.from_ns = storage.start_time_ns;}
  if (storage.end_time_ns >= 0) {output.to_ns = storage.end_time_ns;}
  output.choose = [&inputs, taken = chosen_topics(inputs, options)](
    const core::Topic & topic, const core::Definition & known) -> std::optional<core::ChosenTopic>
    {
      const auto found = taken.find(topic.name);
      if (found == taken.end() || found->second != topic.type) {return std::nullopt;}
      core::ChosenTopic chosen{topic, known};
      chosen.topic.offered_qos = offered_qos(inputs, topic);
      if (known.text.empty()) {
        const auto text = core::read_definition(topic.type, core::interface_folders());
        if (text) {chosen.definition = *text;}
      }
      return chosen;
    };
  return output;
}

}  // namespace

void bag_rewrite(
  const std::vector<rosbag2_storage::StorageOptions> & input_options,
  const OutputBags & output_options, const std::function<void(uint64_t, uint64_t)> & progress)
{
  const Inputs inputs = open_all(input_options);
  std::vector<core::RewriteOutput> outputs;
  for (const auto & [storage, record] : output_options) {
    outputs.push_back(output_of(inputs, storage, record));
  }
  const auto done = core::rewrite(inputs, std::move(outputs), progress);
  check(done);
  for (const std::string & damage : done->damage) {
    RCLCPP_WARN(rclcpp::get_logger("rosbag2_transport"), "%s", damage.c_str());
  }
}

}  // namespace rosbag2_transport
