// What a bag holds, without its messages.
#ifndef ROSBAG2_CPP__INFO_HPP_
#define ROSBAG2_CPP__INFO_HPP_

#include <string>

#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/bag_metadata.hpp"

namespace rosbag2_cpp
{

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
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__INFO_HPP_
