#include "bag/inspect/check.h"

#include <algorithm>
#include <filesystem>
#include <limits>

#include "bag/inspect/info_text.h"
#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_names.h"
#include "bag/storage/bag_reader.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {
namespace {

constexpr std::size_t kGaps = 5;        // of a topic that are reported
constexpr std::size_t kSample = 4'096;  // of the times between messages, for their median

/// Every so many-th of the values that are given, as many as fit. Threads: one.
class Sample final {
 public:
  void add(std::int64_t value) {
    if (seen_++ % step_ != 0) return;
    values_.push_back(value);
    if (values_.size() < kSample) return;
    for (std::size_t i = 0; i < values_.size() / 2; ++i) values_[i] = values_[2 * i];
    values_.resize(values_.size() / 2);
    step_ *= 2;
  }
  /// 0 for none.
  std::int64_t median() {
    if (values_.empty()) return 0;
    const auto middle = values_.begin() + static_cast<std::ptrdiff_t>(values_.size() / 2);
    std::nth_element(values_.begin(), middle, values_.end());
    return *middle;
  }

 private:
  std::vector<std::int64_t> values_;
  std::uint64_t seen_ = 0;
  std::uint64_t step_ = 1;
};

/// What is learnt of a topic while its messages come in the order of time. Threads: one.
class TopicLook final {
 public:
  void add(const MessageView& message);
  TopicCheck result(const std::string& name, double gap_factor);

 private:
  void add_gap(Gap gap);

  std::uint64_t messages_ = 0;
  std::int64_t last_ns_ = 0;
  Sample periods_;
  std::vector<Gap> longest_;
  std::uint32_t first_number_ = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t last_number_ = 0;
};

void TopicLook::add_gap(Gap gap) {
  const auto longer = [](const Gap& a, const Gap& b) { return a.length_ns > b.length_ns; };
  if (longest_.size() == kGaps && !longer(gap, longest_.back())) return;
  longest_.insert(std::upper_bound(longest_.begin(), longest_.end(), gap, longer), gap);
  if (longest_.size() > kGaps) longest_.pop_back();
}

void TopicLook::add(const MessageView& message) {
  if (messages_++ > 0) {
    const Gap gap{last_ns_, subtract_saturating(message.received_ns, last_ns_)};
    periods_.add(gap.length_ns);
    add_gap(gap);
  }
  last_ns_ = message.received_ns;
  first_number_ = std::min(first_number_, message.sequence);
  last_number_ = std::max(last_number_, message.sequence);
}

TopicCheck TopicLook::result(const std::string& name, double gap_factor) {
  TopicCheck check{name, messages_, periods_.median(), {}, 0, 0};
  const double least = gap_factor * static_cast<double>(check.period_ns);
  for (const Gap& gap : longest_) {
    const bool is_gap = gap.length_ns > 0 && static_cast<double>(gap.length_ns) >= least;
    if (is_gap && check.period_ns > 0) check.gaps.push_back(gap);
  }
  if (last_number_ > 0) {
    const std::uint64_t numbers = std::uint64_t{last_number_} - first_number_ + 1;
    check.skipped = numbers > messages_ ? numbers - messages_ : 0;
  }
  return check;
}

std::uint64_t lost_of(const BagMetadata& metadata, const std::string& topic) {
  const auto found = metadata.custom_data.find(std::string(kLostKey) + ' ' + topic);
  return found == metadata.custom_data.end() ? 0 : lost_count(found->second);
}

/// Files that lie in the folder and that metadata.yaml does not name.
void find_unnamed(const BagFolder& bag, std::vector<std::string>& faults) {
  for (const std::string& path : numbered_files(bag.folder, bag.storage->extension)) {
    const auto same = [&](const std::string& named) {
      return std::filesystem::path(named).filename() == std::filesystem::path(path).filename();
    };
    if (std::any_of(bag.paths.begin(), bag.paths.end(), same)) continue;
    faults.push_back("Bag '" + bag.folder + "': metadata.yaml does not name '" + path +
                     "', so its messages are not read. `ros2 bag reindex` takes it in.");
  }
}

Result<BagFolder> look_at_folder(const CheckOptions& options, std::vector<std::string>& faults) {
  auto bag = find_bag(options.uri, options.storage_id);
  if (!bag) return bag;
  if (bag->has_metadata) {
    find_unnamed(*bag, faults);
  } else if (bag->notes.empty() && std::filesystem::is_directory(options.uri)) {
    faults.push_back("Bag '" + options.uri +
                     "' has no metadata.yaml. `ros2 bag reindex` makes it from the files.");
  }
  return bag;
}

/// @param found  as the reader has it: from its first message to its last.
void compare_times(const BagFolder& said, const BagMetadata& found,
                   std::vector<std::string>& faults) {
  const BagMetadata& told = said.metadata;
  if (!said.has_metadata || told.messages == 0) return;
  if (told.start_ns == found.start_ns && told.duration_ns == found.duration_ns) return;
  faults.push_back("Bag '" + said.folder + "': metadata.yaml says that it begins at " +
                   time_text(told.start_ns) + " and lasts " + seconds_text(told.duration_ns) +
                   "s, and its messages begin at " + time_text(found.start_ns) + " and last " +
                   seconds_text(found.duration_ns) + "s. `ros2 bag reindex` writes that down.");
}

/// What metadata says beside what was read.
void compare(const BagMetadata& metadata, const std::vector<TopicCheck>& topics,
             std::vector<std::string>& faults) {
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const TopicCount& told = metadata.topics[i];
    if (told.messages == topics[i].messages) continue;
    faults.push_back("Topic '" + told.topic.name + "': the bag says that it has " +
                     std::to_string(told.messages) + " messages, and " +
                     std::to_string(topics[i].messages) +
                     " can be read. `ros2 bag reindex` counts them again.");
  }
}

std::string topic_text(const TopicCheck& topic) {
  std::string text = "Topic: " + topic.name + " | Messages: " + std::to_string(topic.messages) +
                     " | Period: " + seconds_text(topic.period_ns) +
                     "s | Lost: " + std::to_string(topic.lost) +
                     " | Skipped: " + std::to_string(topic.skipped) +
                     " | Gaps: " + std::to_string(topic.gaps.size()) + '\n';
  for (const Gap& gap : topic.gaps) {
    text += "  gap of " + seconds_text(gap.length_ns) + "s after " + time_text(gap.begin_ns) + '\n';
  }
  return text;
}

}  // namespace

Result<BagCheck> check_bag(const CheckOptions& options, const Progress& progress) {
  BagCheck check;
  const auto folder = look_at_folder(options, check.faults);
  if (!folder) return folder.error();
  const auto opened = BagReader::open({.uri = options.uri, .storage_id = options.storage_id});
  if (!opened) return opened.error();
  BagReader& bag = **opened;
  std::vector<TopicLook> looks(bag.topics().size());
  ProgressCount done(progress, bag.metadata().messages);
  for (;;) {
    const auto message = bag.next();
    if (!message) return message.error();
    if (!*message) break;
    looks[(*message)->topic].add(**message);
    done.add_one();
  }
  for (std::size_t i = 0; i < looks.size(); ++i) {
    const std::string& name = bag.topics()[i].topic.name;
    check.topics.push_back(looks[i].result(name, options.gap_factor));
    check.topics.back().lost = lost_of(bag.metadata(), name);
  }
  check.faults.insert(check.faults.end(), bag.damage().begin(), bag.damage().end());
  compare(bag.metadata(), check.topics, check.faults);
  compare_times(*folder, bag.metadata(), check.faults);
  return check;
}

std::string check_text(const BagCheck& check) {
  std::string text;
  for (const TopicCheck& topic : check.topics) text += topic_text(topic);
  if (check.faults.empty()) return text + "Nothing is damaged or missing.\n";
  text += "Damaged or missing:\n";
  for (const std::string& fault : check.faults) text += "  " + fault + '\n';
  return text;
}

}  // namespace ranvier::bag
