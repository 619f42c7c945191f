// A recording that goes into the files of a bag.
#ifndef BAG_TARGET_HPP_
#define BAG_TARGET_HPP_

#include <memory>
#include <string>

#include "bag/record/record_target.h"
#include "bag/storage/bag_writer.h"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_transport
{

/// "rosbag2_2026_01_31-12_00_00", by local time.
std::string bag_name_by_time();

/// Makes the bag that the options name.
/// @throws std::runtime_error naming the folder or the option.
std::unique_ptr<ranvier::bag::BagWriter> open_bag(
  const rosbag2_storage::StorageOptions & options,
  const ranvier::bag::WriteCompression & compression = {});

/// Threads: one at a time.
class BagTarget final : public ranvier::bag::RecordTarget
{
public:
  explicit BagTarget(std::unique_ptr<ranvier::bag::BagWriter> bag)
  : bag_(std::move(bag)) {}

  ranvier::Result<ranvier::bag::TopicId> add_topic(
    const ranvier::bag::Topic & topic, const ranvier::bag::Definition & definition) override
  {
    return bag_->add_topic(topic, definition);
  }
  Written write(std::span<const ranvier::bag::BagMessage> messages) override;
  ranvier::Result<void> flush() override {return bag_->flush();}
  ranvier::Result<void> split() override {return bag_->split();}
  bool is_ending_files() const override {return bag_->is_ending_files();}
  std::map<ranvier::bag::TopicId, uint64_t> died() const override {return bag_->died();}
  ranvier::Result<void> close(
    const std::map<ranvier::bag::TopicId, uint64_t> & lost) override;

private:
  uint64_t written() const;

  const std::unique_ptr<ranvier::bag::BagWriter> bag_;
};

}  // namespace rosbag2_transport

#endif  // BAG_TARGET_HPP_
