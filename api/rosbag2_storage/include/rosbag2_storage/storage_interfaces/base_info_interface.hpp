// What a file of a bag says of itself.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_INFO_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_INFO_INTERFACE_HPP_

#include <cstdint>
#include <string>

#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

/// Threads: one at a time.
class ROSBAG2_STORAGE_PUBLIC BaseInfoInterface
{
public:
  virtual ~BaseInfoInterface() = default;

  virtual BagMetadata get_metadata() = 0;
  virtual std::string get_relative_file_path() const = 0;  ///< As it was opened, with its extension.
  virtual uint64_t get_bagfile_size() const = 0;  ///< Bytes.
  virtual std::string get_storage_identifier() const = 0;  ///< "mcap"
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__BASE_INFO_INTERFACE_HPP_
