// What writers and readers of bags tell while they work.
#ifndef ROSBAG2_CPP__BAG_EVENTS_HPP_
#define ROSBAG2_CPP__BAG_EVENTS_HPP_

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rosbag2_cpp
{
namespace bag_events
{

enum class BagEvent
{
  WRITE_SPLIT,  ///< Messages go into the next file.
  READ_SPLIT,  ///< Messages come out of the next file.
};

/// Threads: as a struct.
struct BagSplitInfo
{
  std::string closed_file;  ///< Its path.
  std::string opened_file;  ///< Empty when the bag is closed.
};

using BagSplitCallbackType = std::function<void (BagSplitInfo &)>;

struct WriterEventCallbacks
{
  /// Called by the thread that writes, after the next file was taken, and by close(). It must not
  /// write.
  BagSplitCallbackType write_split_callback;
};

struct ReaderEventCallbacks
{
  /// Called by the thread that reads, before it gets the first message of the next file. It must not
  /// read.
  BagSplitCallbackType read_split_callback;
};

/// The callbacks of a writer or a reader: for classes that are one.
/// Threads: as a struct.
class EventCallbackManager
{
public:
  void add_event_callback(BagSplitCallbackType callback, const BagEvent event)
  {
    callbacks_.emplace_back(event, std::move(callback));
  }
  bool has_callback_for_event(const BagEvent event) const
  {
    for (const auto & each : callbacks_) {
      if (each.first == event) {return true;}
    }
    return false;
  }
  void delete_all_callbacks() {callbacks_.clear();}
  /// Calls those of the event, in the order in which they were added.
  /// @param info  a BagSplitInfo.
  void execute_callbacks(const BagEvent event, std::shared_ptr<void> info)
  {
    for (const auto & each : callbacks_) {
      if (each.first == event) {each.second(*std::static_pointer_cast<BagSplitInfo>(info));}
    }
  }

private:
  std::vector<std::pair<BagEvent, BagSplitCallbackType>> callbacks_;
};

}  // namespace bag_events
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__BAG_EVENTS_HPP_
