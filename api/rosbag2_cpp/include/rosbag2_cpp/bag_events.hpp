// What a writer of bags tells while it works.
#ifndef ROSBAG2_CPP__BAG_EVENTS_HPP_
#define ROSBAG2_CPP__BAG_EVENTS_HPP_

#include <functional>
#include <string>

namespace rosbag2_cpp
{
namespace bag_events
{

/// Threads: as a struct.
struct BagSplitInfo
{
  std::string closed_file;  ///< Its path.
  std::string opened_file;
};

using BagSplitCallbackType = std::function<void (BagSplitInfo &)>;

struct WriterEventCallbacks
{
  /// Called by the thread that writes, after the next file was taken. It must not write.
  BagSplitCallbackType write_split_callback;
};

}  // namespace bag_events
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__BAG_EVENTS_HPP_
