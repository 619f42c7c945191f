// metadata.yaml of a bag.
#ifndef ROSBAG2_STORAGE__METADATA_IO_HPP_
#define ROSBAG2_STORAGE__METADATA_IO_HPP_

#include <string>

#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{

/// Threads: all functions from any thread.
class ROSBAG2_STORAGE_PUBLIC MetadataIo
{
public:
  static constexpr const char * const metadata_filename = "metadata.yaml";

  virtual ~MetadataIo() = default;

  /// Writes it into the folder `uri`, whole or not at all.
  /// @throws std::runtime_error naming the file, if it cannot be written.
  virtual void write_metadata(const std::string & uri, const BagMetadata & metadata);
  /// Reads every version, and the sizes of the files.
  /// @throws std::runtime_error naming the file, the line and the value.
  virtual BagMetadata read_metadata(const std::string & uri);
  virtual bool metadata_file_exists(const std::string & uri);

  std::string serialize_metadata(const BagMetadata & metadata);
  /// @throws std::runtime_error naming the line and the value.
  BagMetadata deserialize_metadata(const std::string & serialized_metadata);
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__METADATA_IO_HPP_
