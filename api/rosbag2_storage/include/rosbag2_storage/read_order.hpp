// In which order a bag is read.
#ifndef ROSBAG2_STORAGE__READ_ORDER_HPP_
#define ROSBAG2_STORAGE__READ_ORDER_HPP_

namespace rosbag2_storage
{

/// Threads: as a struct.
struct ReadOrder
{
  enum SortBy
  {
    ReceivedTimestamp,
    PublishedTimestamp,  ///< No storage can do it.
    File  ///< As they lie in the files.
  };
  SortBy sort_by = ReceivedTimestamp;
  bool reverse = false;
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__READ_ORDER_HPP_
