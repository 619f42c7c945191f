// What a rosbag2_cpp::Reader gives, to be played.
#ifndef READER_SOURCE_HPP_
#define READER_SOURCE_HPP_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "bag/play/play_source.h"
#include "rosbag2_cpp/reader.hpp"
#include "rosbag2_storage/storage_options.hpp"

namespace rosbag2_transport
{

/// Threads: one at a time.
class ReaderSource final : public ranvier::bag::PlaySource
{
public:
  /// @throws what opening the reader throws.
  ReaderSource(
    std::unique_ptr<rosbag2_cpp::Reader> reader, const rosbag2_storage::StorageOptions & options);

  const std::vector<ranvier::bag::Topic> & topics() const noexcept override {return topics_;}
  const std::vector<ranvier::bag::Definition> & definitions() const noexcept override
  {
    return definitions_;
  }
  int64_t start_ns() const noexcept override {return start_ns_;}
  /// The reader says itself what is damaged.
  std::vector<std::string> damage() const override {return {};}
  size_t damage_lines() const override {return 0;}

  ranvier::Result<void> filter(
    const std::function<bool(const ranvier::bag::Topic &)> & wanted) override;
  ranvier::Result<void> seek(int64_t received_ns) override;
  ranvier::Result<std::optional<ranvier::bag::MessageView>> next() override;
  std::optional<Split> take_split() override;

private:
  void learn_topics();

  std::optional<Split> split_;  // outlives the reader, which tells it
  const std::unique_ptr<rosbag2_cpp::Reader> reader_;
  std::vector<ranvier::bag::Topic> topics_;
  std::vector<ranvier::bag::Definition> definitions_;
  std::unordered_map<std::string, ranvier::bag::TopicId> ids_;  // by name
  std::vector<bool> wanted_;  // by TopicId
  int64_t start_ns_ = 0;
  std::shared_ptr<rosbag2_storage::SerializedBagMessage> given_;
};

}  // namespace rosbag2_transport

#endif  // READER_SOURCE_HPP_
