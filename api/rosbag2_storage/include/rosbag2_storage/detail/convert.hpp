// Between the structs of users and those of the reader and the writer of bags. Not for users.
#ifndef ROSBAG2_STORAGE__DETAIL__CONVERT_HPP_
#define ROSBAG2_STORAGE__DETAIL__CONVERT_HPP_

#include "rosbag2_storage/bag_metadata.hpp"
#include "rosbag2_storage/storage_options.hpp"
#include "rosbag2_storage/topic_metadata.hpp"
#include "rosbag2_storage/visibility_control.hpp"

namespace ranvier::bag
{
struct BagMetadata;
struct Topic;
struct ReadOptions;
struct WriteOptions;
}  // namespace ranvier::bag

namespace rosbag2_storage
{
namespace detail
{

/// Offered QoS that cannot be read becomes none.
/// @param version  of the metadata that the text of its QoS is from.
ROSBAG2_STORAGE_PUBLIC TopicMetadata from_core(const ranvier::bag::Topic & topic, int version);
ROSBAG2_STORAGE_PUBLIC BagMetadata from_core(const ranvier::bag::BagMetadata & metadata);
ROSBAG2_STORAGE_PUBLIC ranvier::bag::Topic to_core(const TopicMetadata & topic);
ROSBAG2_STORAGE_PUBLIC ranvier::bag::BagMetadata to_core(const BagMetadata & metadata);
/// What opens a bag begins with one of these two: they let plugins be looked for.
ROSBAG2_STORAGE_PUBLIC ranvier::bag::ReadOptions read_options_of(const StorageOptions & options);
/// Of the default storage where none is named. The distribution is that of ROS_DISTRO.
ROSBAG2_STORAGE_PUBLIC ranvier::bag::WriteOptions write_options_of(const StorageOptions & options);

}  // namespace detail
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__DETAIL__CONVERT_HPP_
