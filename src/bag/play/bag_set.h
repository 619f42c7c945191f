// Several bags that are read as one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/play/play_source.h"
#include "bag/storage/bag_reader.h"

namespace ranvier::bag {

/// The messages of bags by the time at which they were received; of equal ones first those of the
/// bag that was named first. A topic of the same name and type is one topic.
/// Threads: one at a time.
class BagSet final : public PlaySource {
 public:
  /// Fails as BagReader::open().
  static Result<std::unique_ptr<BagSet>> open(const std::vector<ReadOptions>& bags);

  const std::vector<Topic>& topics() const noexcept override { return topics_; }
  const std::vector<Definition>& definitions() const noexcept override { return definitions_; }
  std::int64_t start_ns() const noexcept override { return start_ns_; }
  [[nodiscard]] std::int64_t end_ns() const noexcept { return end_ns_; }
  std::vector<std::string> damage() const override;
  std::size_t damage_lines() const override;

  Result<void> filter(const std::function<bool(const Topic&)>& wanted) override;
  Result<void> seek(std::int64_t received_ns) override;
  Result<std::optional<MessageView>> next() override;
  std::optional<Split> take_split() override;
  /// The file that the last message of next() lies in; empty before the first.
  [[nodiscard]] std::string file() const;

 private:
  struct Bag {
    std::unique_ptr<BagReader> reader;
    std::vector<TopicId> ids;  // of the set, by its own
    std::optional<MessageView> head = {};
  };
  void learn_topics(Bag& bag);
  void learn_times();
  Result<void> read_heads();
  Result<void> read_head(Bag& bag);

  std::vector<Bag> bags_;
  std::vector<Topic> topics_;
  std::vector<Definition> definitions_;
  std::int64_t start_ns_ = 0;
  std::int64_t end_ns_ = 0;
  bool has_heads_ = false;
  std::optional<std::size_t> given_;  // the bag whose head is out
  std::string told_file_;             // of take_split()
};

}  // namespace ranvier::bag
