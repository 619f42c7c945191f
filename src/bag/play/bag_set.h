// Several bags that are read as one.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bag/storage/bag_reader.h"

namespace ranvier::bag {

/// The messages of bags by the time at which they were received; of equal ones first those of the
/// bag that was named first. A topic of the same name and type is one topic.
/// Threads: one at a time.
class BagSet final {
 public:
  /// Fails as BagReader::open().
  static Result<std::unique_ptr<BagSet>> open(const std::vector<ReadOptions>& bags);

  [[nodiscard]] const std::vector<Topic>& topics() const noexcept { return topics_; }
  /// By TopicId; empty ones where no bag has any.
  [[nodiscard]] const std::vector<Definition>& definitions() const noexcept { return definitions_; }
  [[nodiscard]] std::int64_t start_ns() const noexcept { return start_ns_; }
  [[nodiscard]] std::int64_t end_ns() const noexcept { return end_ns_; }
  /// What is damaged or missing, of all bags.
  [[nodiscard]] std::vector<std::string> damage() const;
  /// How many lines that are: damage within a file shows when it is read.
  [[nodiscard]] std::size_t damage_lines() const;

  /// Which topics next() gives.
  Result<void> filter(const std::function<bool(const Topic&)>& wanted);
  Result<void> seek(std::int64_t received_ns);
  /// The next message; nothing at the end. Contract: as BagReader::next().
  Result<std::optional<MessageView>> next();
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
};

}  // namespace ranvier::bag
