// Makes metadata.yaml from the files of a bag.
#ifndef ROSBAG2_CPP__REINDEXER_HPP_
#define ROSBAG2_CPP__REINDEXER_HPP_

#include "rosbag2_cpp/visibility_control.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_cpp
{

/// Threads: all functions from any thread.
class ROSBAG2_CPP_PUBLIC Reindexer
{
public:
  virtual ~Reindexer() = default;

  /// Reads the files `<anything>_<number>.<extension>` of the folder storage_options.uri and writes
  /// metadata.yaml there. Custom data and the ROS distribution come from the files.
  /// @throws std::runtime_error naming the folder and the remedy.
  void reindex(const rosbag2_storage::StorageOptions & storage_options);
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__REINDEXER_HPP_
