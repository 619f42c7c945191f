// Files of a bag that a plugin reads and writes, as the table of storages wants them.
#ifndef PLUGIN_FILES_HPP_
#define PLUGIN_FILES_HPP_

#include <memory>
#include <string>
#include <vector>

#include "bag/storage/storages.h"
#include "rosbag2_storage/storage_interfaces/read_write_interface.hpp"

namespace rosbag2_storage
{

/// Writes a file. What the plugin throws becomes an error that names the file.
/// Threads: one at a time.
class PluginWriter final : public ranvier::bag::FileWriter
{
public:
  using Plugin = storage_interfaces::ReadWriteInterface;

  /// @param plugin  that is not open.
  static ranvier::Result<std::unique_ptr<ranvier::bag::FileWriter>> create(
    std::shared_ptr<Plugin> plugin, const StorageOptions & options);

  ranvier::Result<void> add_topic(
    const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition) override;
  ranvier::Result<void> write(std::span<const ranvier::bag::BagMessage> messages) override;
  ranvier::Result<void> flush() override {return {};}
  uint64_t size() const override;
  std::string extension() const override;
  ranvier::Result<void> note(const std::string & yaml) override;
  ranvier::Result<void> finish() override;

private:
  PluginWriter(std::shared_ptr<Plugin> plugin, std::string path)
  : plugin_(std::move(plugin)), path_(std::move(path)) {}

  std::shared_ptr<Plugin> plugin_;
  const std::string path_;  // that it was asked for
  std::vector<std::string> topics_;
};

/// Reads a file; the same of what is thrown.
/// Threads: one at a time.
class PluginReader final : public ranvier::bag::FileReader
{
public:
  using Plugin = storage_interfaces::ReadOnlyInterface;

  /// @param plugin  that is not open.
  static ranvier::Result<std::unique_ptr<ranvier::bag::FileReader>> open(
    std::shared_ptr<Plugin> plugin, const StorageOptions & options);

  const ranvier::bag::FileContents & contents() const override {return contents_;}
  ranvier::Result<void> select(ranvier::bag::Selection selection) override;
  ranvier::Result<std::optional<ranvier::bag::MessageView>> next() override;

private:
  PluginReader(std::shared_ptr<Plugin> plugin, std::string path)
  : plugin_(std::move(plugin)), path_(std::move(path)) {}
  void read_contents();
  bool start(const ranvier::bag::Selection & selection);
  bool is_in_time(int64_t received_ns) const;

  const std::shared_ptr<Plugin> plugin_;
  const std::string path_;
  ranvier::bag::FileContents contents_;
  std::unordered_map<std::string, ranvier::bag::TopicId> topics_;  // by name
  ranvier::bag::Selection selection_;
  std::shared_ptr<SerializedBagMessage> message_;  // whose view is out
  bool started_ = false;
};

}  // namespace rosbag2_storage

#endif  // PLUGIN_FILES_HPP_
