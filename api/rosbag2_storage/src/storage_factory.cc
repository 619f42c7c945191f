#include "rosbag2_storage/storage_factory.hpp"

#include "bag/storage/storages.h"
#include "plugins.hpp"
#include "rclcpp/logging.hpp"
#include "rosbag2_storage/detail/core_storage.hpp"
#include "rosbag2_storage/detail/storage_plugins.hpp"

namespace rosbag2_storage
{
namespace
{

using storage_interfaces::IOFlag;
using storage_interfaces::ReadOnlyInterface;
using storage_interfaces::ReadWriteInterface;

bool is_built_in(const std::string & id) {return id == "mcap" || id == "sqlite3";}

std::string id_of(const StorageOptions & options)
{
  if (!options.storage_id.empty()) {return options.storage_id;}
  const auto * storage = ranvier::bag::storage_of(options.uri);
  return storage ? storage->id : "";
}

/// Opens what `make` gives; null and an error in the log if that throws.
template<class Interface, class Make>
std::shared_ptr<Interface> opened(const StorageOptions & options, IOFlag flag, Make make)
{
  const std::string id = id_of(options);
  try {
    std::shared_ptr<Interface> storage;
    if (is_built_in(id)) {
      storage = std::make_shared<detail::CoreStorage>(id);
    } else {
      Plugins plugins;
      storage = make(plugins, id);
    }
    storage->open(options, flag);
    return storage;
  } catch (const std::exception & error) {
    RCLCPP_ERROR(
      rclcpp::get_logger("rosbag2_storage"), "Could not open '%s' with '%s'. Error: %s",
      options.uri.c_str(), id.c_str(), error.what());
    return nullptr;
  }
}

}  // namespace

StorageFactory::StorageFactory() = default;
StorageFactory::~StorageFactory() = default;

std::shared_ptr<ReadOnlyInterface> StorageFactory::open_read_only(
  const StorageOptions & storage_options)
{
  return opened<ReadOnlyInterface>(
    storage_options, IOFlag::READ_ONLY,
    [](Plugins & plugins, const std::string & id) {return plugins.make_reader(id);});
}

std::shared_ptr<ReadWriteInterface> StorageFactory::open_read_write(
  const StorageOptions & storage_options)
{
  return opened<ReadWriteInterface>(
    storage_options, IOFlag::READ_WRITE,
    [](Plugins & plugins, const std::string & id) {return plugins.make_writer(id);});
}

}  // namespace rosbag2_storage
