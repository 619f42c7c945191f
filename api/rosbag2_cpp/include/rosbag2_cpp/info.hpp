// What a bag holds, without its messages.
#ifndef ROSBAG2_CPP__INFO_HPP_
#define ROSBAG2_CPP__INFO_HPP_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/bag_metadata.hpp"

namespace rosbag2_cpp
{

/// A service whose events a bag has. Threads: as a struct.
struct rosbag2_service_info_t
{
  std::string name;  ///< "/add"
  std::string type;  ///< "pkg/srv/Add"
  std::string serialization_format;
  size_t request_count = 0;  ///< Each once, whether the client or the server reported it.
  size_t response_count = 0;
};

/// Threads: all functions from any thread.
class ROSBAG2_CPP_PUBLIC Info
{
public:
  virtual ~Info() = default;

  /// What metadata.yaml says; where it is missing, what the files say.
  /// @param storage_id  empty: as the bag says.
  /// @throws std::runtime_error naming the path and the remedy.
  virtual rosbag2_storage::BagMetadata read_metadata(
    const std::string & uri, const std::string & storage_id = "");
  /// The services of a bag, or of one file of it, by name. All their events are read.
  /// @throws std::runtime_error as read_metadata().
  virtual std::vector<std::shared_ptr<rosbag2_service_info_t>> read_service_info(
    const std::string & uri, const std::string & storage_id = "");
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__INFO_HPP_
