#include "rosbag2_transport/bag_rewrite.hpp"

#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bag/define/definition_text.h"
#include "bag/rewrite/rewrite.h"
#include "foreign_type.hpp"
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

using NameAndType = std::pair<std::string, std::string>;

/// The topics that the options take. Bags may have one name with several types: all of them go on.
std::set<NameAndType> chosen_topics(const Inputs & inputs, const RecordOptions & options)
{
  TopicFilter filter(options, nullptr, true);
  std::set<NameAndType> chosen;
  for (const auto & input : inputs) {
    for (const auto & [topic, messages] : input->topics()) {
      if (!filter.filter_topics({{topic.name, {topic.type}}}).empty()) {
        chosen.emplace(topic.name, topic.type);
      }
    }
  }
  return chosen;
}

/// The hash that a definition makes; empty where it is not read.
std::string hash_by(const std::string & type, const core::Definition & definition)
{
  const auto shapes = core::read_shapes(type, definition);
  try {
    return shapes ? hash_of(*shapes) : "";
  } catch (const std::runtime_error &) {
    return "";
  }
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
      if (taken.count({topic.name, topic.type}) == 0) {return std::nullopt;}
      core::ChosenTopic chosen{topic, known};
      chosen.topic.offered_qos = offered_qos(inputs, topic);
      if (known.text.empty()) {
        const auto text = core::read_definition(topic.type, core::interface_folders());
        if (text) {chosen.definition = *text;}
      }
      if (topic.type_hash.empty()) {
        chosen.topic.type_hash = hash_by(topic.type, chosen.definition);
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
