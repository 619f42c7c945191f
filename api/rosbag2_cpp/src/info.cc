#include "rosbag2_cpp/info.hpp"

#include <map>
#include <stdexcept>
#include <utility>

#include "bag/inspect/usage.h"
#include "bag/storage/bag_index.h"
#include "bag/storage/service_events.h"
#include "rosbag2_cpp/reindexer.hpp"
#include "rosbag2_storage/detail/convert.hpp"
#include "rosbag2_storage/detail/storage_plugins.hpp"

namespace rosbag2_cpp
{

rosbag2_storage::BagMetadata Info::read_metadata(
  const std::string & uri, const std::string & storage_id)
{
  rosbag2_storage::detail::use_storage_plugins();
  const auto read = ranvier::bag::read_bag_metadata(uri, storage_id);
  if (!read) {throw std::runtime_error(read.error().what);}
  return rosbag2_storage::detail::from_core(*read);
}

std::vector<std::shared_ptr<rosbag2_service_info_t>> Info::read_service_info(
  const std::string & uri, const std::string & storage_id)
{
  namespace core = ranvier::bag;
  rosbag2_storage::StorageOptions options;
  options.uri = uri;
  options.storage_id = storage_id;
  const auto opened = core::BagReader::open(rosbag2_storage::detail::read_options_of(options));
  if (!opened) {throw std::runtime_error(opened.error().what);}
  const auto usage = core::read_usage(**opened, false);
  if (!usage) {throw std::runtime_error(usage.error().what);}
  std::map<std::string, std::shared_ptr<rosbag2_service_info_t>> services;
  for (const auto & each : (*opened)->topics()) {
    const core::Topic & topic = each.topic;
    if (!core::is_service_event(topic.name, topic.type)) {continue;}
    const core::TopicUsage & counted = usage->at(topic.name);
    services[topic.name] = std::make_shared<rosbag2_service_info_t>(
      rosbag2_service_info_t{
        core::service_of(topic.name), core::service_type_of(topic.type), topic.format,
        counted.requests, counted.responses});
  }
  std::vector<std::shared_ptr<rosbag2_service_info_t>> found;
  for (auto & [name, service] : services) {found.push_back(std::move(service));}
  return found;
}

void Reindexer::reindex(const rosbag2_storage::StorageOptions & storage_options)
{
  rosbag2_storage::detail::use_storage_plugins();
  const auto done = ranvier::bag::reindex(storage_options.uri, storage_options.storage_id);
  if (!done) {throw std::runtime_error(done.error().what);}
}

}  // namespace rosbag2_cpp
