// The plugins of packages for storages.
#ifndef PLUGINS_HPP_
#define PLUGINS_HPP_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pluginlib/class_loader.hpp"
#include "ranvier/os/mutex.h"
#include "rosbag2_storage/storage_interfaces/read_write_interface.hpp"

namespace rosbag2_storage
{

/// Threads: any.
class Plugins final
{
public:
  /// Reads their descriptions. @throws pluginlib::PluginlibException.
  Plugins();

  /// Every id, and whether it can be written.
  std::vector<std::pair<std::string, bool>> ids();
  /// @throws pluginlib::PluginlibException if its library cannot be loaded.
  std::shared_ptr<storage_interfaces::ReadWriteInterface> make_writer(const std::string & id);
  std::shared_ptr<storage_interfaces::ReadOnlyInterface> make_reader(const std::string & id);

private:
  ranvier::Mutex mutex_{"bag plugins"};
  pluginlib::ClassLoader<storage_interfaces::ReadOnlyInterface> reading_
    RANVIER_GUARDED_BY(mutex_);
  pluginlib::ClassLoader<storage_interfaces::ReadWriteInterface> writing_
    RANVIER_GUARDED_BY(mutex_);
};

}  // namespace rosbag2_storage

#endif  // PLUGINS_HPP_
