#include "rosbag2_cpp/info.hpp"

#include <stdexcept>

#include "bag/storage/bag_index.h"
#include "rosbag2_cpp/reindexer.hpp"
#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_cpp
{

rosbag2_storage::BagMetadata Info::read_metadata(
  const std::string & uri, const std::string & storage_id)
{
  const auto read = ranvier::bag::read_bag_metadata(uri, storage_id);
  if (!read) {throw std::runtime_error(read.error().what);}
  return rosbag2_storage::detail::from_core(*read);
}

void Reindexer::reindex(const rosbag2_storage::StorageOptions & storage_options)
{
  const auto done = ranvier::bag::reindex(storage_options.uri, storage_options.storage_id);
  if (!done) {throw std::runtime_error(done.error().what);}
}

}  // namespace rosbag2_cpp
