// Opens single files by the storage that their options name.
#ifndef ROSBAG2_STORAGE__STORAGE_FACTORY_HPP_
#define ROSBAG2_STORAGE__STORAGE_FACTORY_HPP_

#include <memory>

#include "rosbag2_storage/storage_factory_interface.hpp"

namespace rosbag2_storage
{

/// Storages that are built in, and those of plugins.
/// Threads: any.
class ROSBAG2_STORAGE_PUBLIC StorageFactory : public StorageFactoryInterface
{
public:
  StorageFactory();
  ~StorageFactory() override;

  /// One file of a bag. Without storage_id its extension tells the storage.
  /// @return null if that does not go; the log says why.
  std::shared_ptr<storage_interfaces::ReadOnlyInterface> open_read_only(
    const StorageOptions & storage_options) override;
  /// A new file, whose path has no extension yet.
  /// @return null as above.
  std::shared_ptr<storage_interfaces::ReadWriteInterface> open_read_write(
    const StorageOptions & storage_options) override;
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_FACTORY_HPP_
