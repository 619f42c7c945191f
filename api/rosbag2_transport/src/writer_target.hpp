// A recording that goes through a rosbag2_cpp::Writer.
#ifndef WRITER_TARGET_HPP_
#define WRITER_TARGET_HPP_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bag/record/record_target.h"
#include "rosbag2_cpp/writer.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_transport
{

/// Calls `call` after each split of the writer's, by the thread that splits.
void tell_splits_of(
  rosbag2_cpp::Writer & writer,
  std::function<void(const rosbag2_cpp::bag_events::BagSplitInfo &)> call);

/// Copies each message, for a writer may keep them. What a writer throws is the error.
/// Threads: one at a time.
class WriterTarget final : public ranvier::bag::RecordTarget
{
public:
  /// Opens the bag that the options name; one by the time where they name none.
  /// @param format  of messages in it; empty: CDR, as they come.
  /// @throws what the writer throws.
  static std::unique_ptr<WriterTarget> open(
    std::shared_ptr<rosbag2_cpp::Writer> writer, const rosbag2_storage::StorageOptions & options,
    const std::string & format);

  ranvier::Result<ranvier::bag::TopicId> add_topic(
    const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition) override;
  Written write(std::span<const ranvier::bag::BagMessage> messages) override;
  ranvier::Result<void> flush() override {return {};}
  ranvier::Result<void> split() override;
  std::map<ranvier::bag::TopicId, uint64_t> died() const override {return {};}
  /// What was lost is not in the bag: a writer takes no metadata.
  ranvier::Result<void> close(
    const std::map<ranvier::bag::TopicId, uint64_t> & lost) override;

private:
  WriterTarget(std::shared_ptr<rosbag2_cpp::Writer> writer, std::string format)
  : writer_(std::move(writer)), format_(std::move(format)) {}

  const std::shared_ptr<rosbag2_cpp::Writer> writer_;
  const std::string format_;        // of the messages in the bag
  std::vector<std::string> names_;  // by TopicId
};

}  // namespace rosbag2_transport

#endif  // WRITER_TARGET_HPP_
