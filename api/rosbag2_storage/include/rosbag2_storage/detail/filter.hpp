// A filter of topics as a question. Not for users.
#ifndef ROSBAG2_STORAGE__DETAIL__FILTER_HPP_
#define ROSBAG2_STORAGE__DETAIL__FILTER_HPP_

#include <functional>

#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace ranvier::bag
{
struct Topic;
}  // namespace ranvier::bag

namespace rosbag2_storage
{
namespace detail
{

/// Whether the filter has a topic. Expressions are compiled once.
/// @throws std::runtime_error for an expression that is none.
ROSBAG2_STORAGE_PUBLIC std::function<bool(const ranvier::bag::Topic &)> question_of(
  const StorageFilter & filter);

}  // namespace detail
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__DETAIL__FILTER_HPP_
