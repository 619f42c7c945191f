// A storage that is built in, as plugins are. Not for users: rosbag2_storage_mcap and
// rosbag2_storage_sqlite3 give it their names.
#ifndef ROSBAG2_STORAGE__DETAIL__CORE_STORAGE_HPP_
#define ROSBAG2_STORAGE__DETAIL__CORE_STORAGE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "rosbag2_storage/storage_interfaces/read_write_interface.hpp"

namespace rosbag2_storage
{
namespace detail
{

/// One file. Its functions throw std::runtime_error in words that name the file.
/// Threads: one at a time.
class ROSBAG2_STORAGE_PUBLIC CoreStorage : public storage_interfaces::ReadWriteInterface
{
public:
  explicit CoreStorage(const std::string & id);
  ~CoreStorage() override;  ///< Ends a file that is written.

  void open(
    const StorageOptions & storage_options, storage_interfaces::IOFlag io_flag) override;
  BagMetadata get_metadata() override;
  std::string get_relative_file_path() const override;
  uint64_t get_bagfile_size() const override;
  std::string get_storage_identifier() const override;
  uint64_t get_minimum_split_file_size() const override;

  bool set_read_order(const ReadOrder & read_order) override;
  bool has_next() override;
  std::shared_ptr<SerializedBagMessage> read_next() override;
  std::vector<TopicMetadata> get_all_topics_and_types() override;
  void get_all_message_definitions(std::vector<MessageDefinition> & definitions) override;
  void set_filter(const StorageFilter & storage_filter) override;
  void reset_filter() override;
  void seek(const rcutils_time_point_value_t & timestamp) override;

  void write(std::shared_ptr<const SerializedBagMessage> msg) override;
  void write(const std::vector<std::shared_ptr<const SerializedBagMessage>> & msgs) override;
  void update_metadata(const BagMetadata & metadata) override;
  void create_topic(
    const TopicMetadata & topic, const MessageDefinition & message_definition) override;
  void remove_topic(const TopicMetadata & topic) override;

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace detail
}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__DETAIL__CORE_STORAGE_HPP_
