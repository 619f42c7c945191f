// Reads bags, a message at a time.
#ifndef ROSBAG2_CPP__READERS__SEQUENTIAL_READER_HPP_
#define ROSBAG2_CPP__READERS__SEQUENTIAL_READER_HPP_

#include <memory>
#include <vector>

#include "rosbag2_cpp/reader_interfaces/base_reader_interface.hpp"
#include "rosbag2_storage/metadata_io.hpp"
#include "rosbag2_storage/storage_factory.hpp"

namespace rosbag2_cpp
{
namespace readers
{

/// Messages come in the order in which they were received, over all files, unless another order is
/// set. What is damaged is left out, with a warning.
///
/// Threads: one at a time.
class ROSBAG2_CPP_PUBLIC SequentialReader
  : public reader_interfaces::BaseReaderInterface
{
public:
  SequentialReader();
  ~SequentialReader() override;

  /// Opens the folder of a bag, or one of its files; also a bag without metadata.yaml.
  /// @throws std::runtime_error naming the path and the remedy.
  void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options = {}) override;
  void close() override;

  /// Goes to the first message in that order. @return false, with a warning, for an order that
  /// there is not: PublishedTimestamp, and File in reverse.
  bool set_read_order(const rosbag2_storage::ReadOrder & order) override;
  bool has_next() override;
  /// @throws std::runtime_error at the end of the bag, and if the disk refuses.
  std::shared_ptr<rosbag2_storage::SerializedBagMessage> read_next() override;

  // These throw std::runtime_error if no bag is open.
  const rosbag2_storage::BagMetadata & get_metadata() const override;
  std::vector<rosbag2_storage::TopicMetadata> get_all_topics_and_types() const override;
  /// One for each type, in the order of topics. They have no hash: topics have.
  void get_all_message_definitions(
    std::vector<rosbag2_storage::MessageDefinition> & definitions) override;

  /// Goes on behind the message that was read last.
  /// @throws std::runtime_error for a regular expression that is none.
  void set_filter(const rosbag2_storage::StorageFilter & storage_filter) override;
  void reset_filter() override;
  /// To the first message that was received then or later, ns since the epoch; in reverse, or
  /// earlier. @throws std::runtime_error in the order of files.
  void seek(const rcutils_time_point_value_t & timestamp) override;
  void add_event_callbacks(const bag_events::ReaderEventCallbacks & callbacks) override;

private:
  class Impl;
  Impl & opened() const;

  std::unique_ptr<Impl> impl_;
  bag_events::EventCallbackManager callbacks_;
};

}  // namespace readers
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__READERS__SEQUENTIAL_READER_HPP_
