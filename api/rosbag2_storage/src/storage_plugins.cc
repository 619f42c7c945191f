#include "rosbag2_storage/detail/storage_plugins.hpp"

#include "bag/storage/storages.h"
#include "plugin_files.hpp"
#include "plugins.hpp"
#include "rclcpp/logging.hpp"

namespace rosbag2_storage
{
namespace detail
{
namespace
{

namespace core = ranvier::bag;

StorageOptions options_of(
  const std::string & id, const std::string & uri, const std::string & config)
{
  StorageOptions options;
  options.uri = uri;
  options.storage_id = id;
  options.storage_config_uri = config;
  return options;
}

template<class Made>
ranvier::Error not_loaded(const std::string & id, const Made & error)
{
  return {ranvier::Code::kNotFound, "The plugin of the storage '" + id + "' cannot be loaded: " +
    error.what()};
}

ranvier::Result<std::unique_ptr<core::FileReader>> read(
  Plugins & plugins, const std::string & id, const std::string & path,
  const core::ReadSettings & settings)
{
  try {
    return PluginReader::open(plugins.make_reader(id), options_of(id, path, settings.config));
  } catch (const std::exception & error) {
    return not_loaded(id, error);
  }
}

ranvier::Result<std::unique_ptr<core::FileWriter>> write(
  Plugins & plugins, const std::string & id, const std::string & path,
  const core::StorageSettings & settings)
{
  try {
    StorageOptions options = options_of(id, path, settings.config);
    options.storage_preset_profile = settings.preset;
    return PluginWriter::create(plugins.make_writer(id), options);
  } catch (const std::exception & error) {
    return not_loaded(id, error);
  }
}

core::Storage row(const std::shared_ptr<Plugins> & plugins, const std::string & id, bool writes)
{
  core::Storage row;
  row.id = id;
  row.smallest_file = 0;
  row.reader = [plugins, id](const std::string & path, const core::ReadSettings & settings) {
      return read(*plugins, id, path, settings);
    };
  row.writer = [plugins, id, writes](const core::StorageSettings & settings)
    -> ranvier::Result<core::CreateFile>
    {
      if (!writes) {
        return ranvier::Error{ranvier::Code::kUnsupported, "The plugin of the storage '" + id +
          "' only reads. Write in another storage."};
      }
      return core::CreateFile(
        [plugins, id, settings](const std::string & path) {
          return write(*plugins, id, path, settings);
        });
    };
  return row;
}

void find_plugins()
{
  try {
    const auto plugins = std::make_shared<Plugins>();
    for (const auto & [id, writes] : plugins->ids()) {
      core::add_storage(row(plugins, id, writes));  // one of that id that is built in stays
    }
  } catch (const std::exception & error) {
    // Without a sourced prefix there is no index: what is built in is all there is.
    RCLCPP_DEBUG(
      rclcpp::get_logger("rosbag2_storage"), "Plugins of storages were not looked for: %s",
      error.what());
  }
}

}  // namespace

void use_storage_plugins() {core::set_storage_finder(find_plugins);}

}  // namespace detail
}  // namespace rosbag2_storage
