// The storage `mcap` under the name that plugins of rosbag2 have.
#include "pluginlib/class_list_macros.hpp"
#include "rosbag2_storage/detail/core_storage.hpp"

namespace rosbag2_storage_plugins
{

class MCAPStorage final : public rosbag2_storage::detail::CoreStorage
{
public:
  MCAPStorage()
  : CoreStorage("mcap") {}
};

}  // namespace rosbag2_storage_plugins

PLUGINLIB_EXPORT_CLASS(
  rosbag2_storage_plugins::MCAPStorage, rosbag2_storage::storage_interfaces::ReadWriteInterface)
