#include "rosbag2_storage/metadata_io.hpp"

#include <filesystem>
#include <stdexcept>

#include "bag/storage/bag_folder.h"
#include "rosbag2_storage/default_storage_id.hpp"
#include "rosbag2_storage/detail/convert.hpp"

namespace rosbag2_storage
{
namespace
{

std::string metadata_path(const std::string & uri)
{
  return (std::filesystem::path(uri) / MetadataIo::metadata_filename).string();
}

}  // namespace

std::string get_default_storage_id() {return "mcap";}

void MetadataIo::write_metadata(const std::string & uri, const BagMetadata & metadata)
{
  const auto done = ranvier::bag::replace_file(metadata_path(uri), serialize_metadata(metadata));
  if (!done) {throw std::runtime_error(done.error().what);}
}

BagMetadata MetadataIo::read_metadata(const std::string & uri)
{
  if (!metadata_file_exists(uri)) {
    throw std::runtime_error(
      "Bag '" + uri + "' has no metadata.yaml. `ros2 bag reindex` makes it from the files.");
  }
  auto read = ranvier::bag::metadata_in(uri);
  if (!read) {throw std::runtime_error(read.error().what);}
  read->size = ranvier::bag::folder_size(uri);
  return detail::from_core(*read);
}

bool MetadataIo::metadata_file_exists(const std::string & uri)
{
  std::error_code ignored;
  return std::filesystem::exists(metadata_path(uri), ignored);
}

std::string MetadataIo::serialize_metadata(const BagMetadata & metadata)
{
  return ranvier::bag::to_yaml(detail::to_core(metadata));
}

BagMetadata MetadataIo::deserialize_metadata(const std::string & serialized_metadata)
{
  const auto read = ranvier::bag::parse_metadata(serialized_metadata, "metadata of a bag");
  if (!read) {throw std::runtime_error(read.error().what);}
  return detail::from_core(*read);
}

}  // namespace rosbag2_storage
