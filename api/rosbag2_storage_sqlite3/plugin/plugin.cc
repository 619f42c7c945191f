// The storage `sqlite3` under the name that plugins of rosbag2 have.
#include "pluginlib/class_list_macros.hpp"
#include "rosbag2_storage/detail/core_storage.hpp"

namespace rosbag2_storage_plugins
{

class SqliteStorage final : public rosbag2_storage::detail::CoreStorage
{
public:
  SqliteStorage()
  : CoreStorage("sqlite3") {}
};

}  // namespace rosbag2_storage_plugins

PLUGINLIB_EXPORT_CLASS(
  rosbag2_storage_plugins::SqliteStorage, rosbag2_storage::storage_interfaces::ReadWriteInterface)
