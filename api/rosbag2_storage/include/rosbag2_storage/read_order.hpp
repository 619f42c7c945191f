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

  ReadOrder() = default;
  ReadOrder(SortBy by, bool is_reverse)
  : sort_by(by), reverse(is_reverse) {}
};

inline bool operator==(const ReadOrder & a, const ReadOrder & b)
{
  return a.sort_by == b.sort_by && a.reverse == b.reverse;
}

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__READ_ORDER_HPP_
