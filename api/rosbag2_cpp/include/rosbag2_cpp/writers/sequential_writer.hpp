// Writes bags, a message at a time.
#ifndef ROSBAG2_CPP__WRITERS__SEQUENTIAL_WRITER_HPP_
#define ROSBAG2_CPP__WRITERS__SEQUENTIAL_WRITER_HPP_

#include <memory>

#include "rosbag2_cpp/writer_interfaces/base_writer_interface.hpp"

namespace ranvier::bag
{
struct WriteCompression;
}  // namespace ranvier::bag

namespace rosbag2_cpp
{
namespace writers
{

/// Each message goes to the kernel within write(), whatever max_cache_size is: a process that is
/// killed loses none, unless the storage compresses. In snapshot mode messages of up to
/// max_cache_size bytes are kept, and written by take_snapshot().
///
/// Threads: one at a time; rosbag2_cpp::Writer may be used from several.
class ROSBAG2_CPP_PUBLIC SequentialWriter
  : public writer_interfaces::BaseWriterInterface
{
public:
  SequentialWriter();
  ~SequentialWriter() override;

  /// Makes the folder storage_options.uri, which must not exist.
  /// @throws std::runtime_error naming the folder or the option, and the remedy.
  void open(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options = {}) override;
  /// Writes what makes the bag whole. Nothing if it is not open.
  /// @throws std::runtime_error if that fails; the bag can be read all the same.
  void close() override;

  /// Nothing if the topic is there already. The definition is that of the installed package, if
  /// there is one. @throws std::runtime_error if no bag is open.
  void create_topic(const rosbag2_storage::TopicMetadata & topic_with_type) override;
  void create_topic(
    const rosbag2_storage::TopicMetadata & topic_with_type,
    const rosbag2_storage::MessageDefinition & message_definition) override;
  /// Messages of it are refused from now on; those that were written stay.
  void remove_topic(const rosbag2_storage::TopicMetadata & topic_with_type) override;

  /// @throws std::runtime_error for a topic that was not created, and if the disk refuses.
  void write(std::shared_ptr<const rosbag2_storage::SerializedBagMessage> message) override;

  /// Writes the messages that are kept. @return false, with a warning, if not in snapshot mode.
  bool take_snapshot() override;
  void split_bagfile() override;
  void add_event_callbacks(const bag_events::WriterEventCallbacks & callbacks) override;

protected:
  /// As open(): files or messages are compressed.
  void open_compressed(
    const rosbag2_storage::StorageOptions & storage_options,
    const ConverterOptions & converter_options,
    const ranvier::bag::WriteCompression & compression);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace writers
}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__WRITERS__SEQUENTIAL_WRITER_HPP_
