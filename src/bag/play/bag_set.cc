#include "bag/play/bag_set.h"

#include <algorithm>
#include <utility>

namespace ranvier::bag {

Result<std::unique_ptr<BagSet>> BagSet::open(const std::vector<ReadOptions>& bags) {
  if (bags.empty()) return Error{Code::kInvalidArgument, "No bag is named: give its folder"};
  std::unique_ptr<BagSet> set(new BagSet);
  for (const ReadOptions& options : bags) {
    auto reader = BagReader::open(options);
    if (!reader) return reader.error();
    set->bags_.push_back({std::move(*reader), {}, {}});
    set->learn_topics(set->bags_.back());
  }
  set->learn_times();
  return set;
}

void BagSet::learn_topics(Bag& bag) {
  const auto& topics = bag.reader->topics();
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const Topic& topic = topics[i].topic;
    const auto known = std::find_if(topics_.begin(), topics_.end(), [&](const Topic& one) {
      return one.name == topic.name && one.type == topic.type;
    });
    const auto id = static_cast<TopicId>(known - topics_.begin());
    if (known == topics_.end()) {
      topics_.push_back(topic);
      definitions_.emplace_back();
    }
    if (definitions_[id].text.empty()) definitions_[id] = bag.reader->definitions()[i];
    bag.ids.push_back(id);
  }
}

// A bag without messages has no times.
void BagSet::learn_times() {
  bool any = false;
  for (const Bag& bag : bags_) {
    const BagMetadata& data = bag.reader->metadata();
    if (data.messages == 0 && bags_.size() > 1) continue;
    const std::int64_t end = data.start_ns + data.duration_ns;
    start_ns_ = any ? std::min(start_ns_, data.start_ns) : data.start_ns;
    end_ns_ = any ? std::max(end_ns_, end) : end;
    any = true;
  }
}

std::size_t BagSet::damage_lines() const {
  std::size_t lines = 0;
  for (const auto& bag : bags_) lines += bag.reader->damage().size();
  return lines;
}

std::vector<std::string> BagSet::damage() const {
  std::vector<std::string> all;
  for (const Bag& bag : bags_) {
    all.insert(all.end(), bag.reader->damage().begin(), bag.reader->damage().end());
  }
  return all;
}

Result<void> BagSet::filter(const std::function<bool(const Topic&)>& wanted) {
  for (Bag& bag : bags_) {
    if (auto done = bag.reader->filter(wanted); !done) return done;
  }
  has_heads_ = false;
  return {};
}

Result<void> BagSet::seek(std::int64_t received_ns) {
  for (Bag& bag : bags_) {
    if (auto done = bag.reader->seek(received_ns); !done) return done;
  }
  has_heads_ = false;
  return {};
}

Result<void> BagSet::read_head(Bag& bag) {
  auto message = bag.reader->next();
  if (!message) return message.error();
  bag.head = *message;
  if (bag.head) bag.head->topic = bag.ids[bag.head->topic];
  return {};
}

Result<void> BagSet::read_heads() {
  if (has_heads_) {
    return given_ ? read_head(bags_[*given_]) : Result<void>();
  }
  for (Bag& bag : bags_) {
    if (auto done = read_head(bag); !done) return done;
  }
  has_heads_ = true;
  return {};
}

Result<std::optional<MessageView>> BagSet::next() {
  if (auto read = read_heads(); !read) return read.error();
  given_.reset();
  for (std::size_t i = 0; i < bags_.size(); ++i) {
    if (!bags_[i].head) continue;
    if (!given_ || bags_[i].head->received_ns < bags_[*given_].head->received_ns) given_ = i;
  }
  return given_ ? bags_[*given_].head : std::optional<MessageView>();
}

std::string BagSet::file() const { return given_ ? bags_[*given_].reader->file() : ""; }

std::optional<PlaySource::Split> BagSet::take_split() {
  std::string opened = file();
  if (opened == told_file_) return std::nullopt;
  Split split{std::exchange(told_file_, opened), opened};
  if (split.closed.empty()) return std::nullopt;  // the first message
  return split;
}

}  // namespace ranvier::bag
