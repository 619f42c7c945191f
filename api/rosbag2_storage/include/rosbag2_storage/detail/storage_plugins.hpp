// Storages that plugins add. Not for users.
#ifndef ROSBAG2_STORAGE__DETAIL__STORAGE_PLUGINS_HPP_
#define ROSBAG2_STORAGE__DETAIL__STORAGE_PLUGINS_HPP_

#include "rosbag2_storage/visibility_control.hpp"

namespace rosbag2_storage
{
namespace detail
{

/// Lets plugins of packages be looked for, when a storage is asked for that is not built in. Called
/// by whatever opens a bag. Threads: any.
ROSBAG2_STORAGE_PUBLIC void use_storage_plugins();

}  // namespace detail
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__DETAIL__STORAGE_PLUGINS_HPP_
