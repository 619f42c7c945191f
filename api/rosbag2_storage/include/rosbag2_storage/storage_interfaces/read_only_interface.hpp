// A storage that reads: the base class of its plugins.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_ONLY_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_ONLY_INTERFACE_HPP_

#include <string>

#include "rosbag2_storage/storage_filter.hpp"
#include "rosbag2_storage/storage_interfaces/base_info_interface.hpp"
#include "rosbag2_storage/storage_interfaces/base_io_interface.hpp"
#include "rosbag2_storage/storage_interfaces/base_read_interface.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

/// One file. A plugin of pluginlib, whose name is the id of the storage.
/// Threads: one at a time; another object may be used by another thread.
class ROSBAG2_STORAGE_PUBLIC ReadOnlyInterface
  : public BaseInfoInterface, public BaseIOInterface, public BaseReadInterface
{
public:
  ~ReadOnlyInterface() override = default;

  void open(
    const StorageOptions & storage_options, IOFlag io_flag = IOFlag::READ_ONLY) override = 0;

  /// Messages go on behind the one that was read last.
  virtual void set_filter(const StorageFilter & storage_filter) = 0;
  virtual void reset_filter() = 0;
  /// To the first message of that time or later, ns since the epoch; in reverse, or earlier.
  virtual void seek(const rcutils_time_point_value_t & timestamp) = 0;

  static std::string get_package_name() {return "rosbag2_storage";}
  static std::string get_base_class_name()
  {
    return "rosbag2_storage::storage_interfaces::ReadOnlyInterface";
  }
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_ONLY_INTERFACE_HPP_
