// A storage that reads and writes: the base class of its plugins.
#ifndef ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_WRITE_INTERFACE_HPP_
#define ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_WRITE_INTERFACE_HPP_

#include <string>

#include "rosbag2_storage/storage_interfaces/base_write_interface.hpp"
#include "rosbag2_storage/storage_interfaces/read_only_interface.hpp"

namespace rosbag2_storage
{
namespace storage_interfaces
{

/// One file, which ends with the object. A plugin of pluginlib, whose name is the id of the storage.
/// Threads: one at a time; another object may be used by another thread.
class ROSBAG2_STORAGE_PUBLIC ReadWriteInterface
  : public ReadOnlyInterface, public BaseWriteInterface
{
public:
  ~ReadWriteInterface() override = default;

  void open(
    const StorageOptions & storage_options, IOFlag io_flag = IOFlag::READ_WRITE) override = 0;
  /// The least size in bytes at which a bag may be split.
  virtual uint64_t get_minimum_split_file_size() const = 0;

  static std::string get_package_name() {return "rosbag2_storage";}
  static std::string get_base_class_name()
  {
    return "rosbag2_storage::storage_interfaces::ReadWriteInterface";
  }
};

}  // namespace storage_interfaces
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_INTERFACES__READ_WRITE_INTERFACE_HPP_
