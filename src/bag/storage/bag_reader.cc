#include "bag/storage/bag_reader.h"

#include <algorithm>
#include <utility>

#include "bag/storage/damage.h"
#include "bag/storage/merge.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {
namespace {

/// Times of a bag are those of its messages too: rosbag2 once wrote down when the last of several
/// files begins.
void widen(BagMetadata& metadata, const FileContents& contents) {
  if (contents.messages == 0) return;
  const bool has_times = metadata.messages > 0;
  const std::int64_t end = add_saturating(metadata.start_ns, metadata.duration_ns);
  const std::int64_t last = has_times ? std::max(end, contents.end_ns) : contents.end_ns;
  metadata.start_ns =
      has_times ? std::min(metadata.start_ns, contents.start_ns) : contents.start_ns;
  metadata.duration_ns = subtract_saturating(last, metadata.start_ns);
}

}  // namespace

BagReader::BagReader() = default;
BagReader::~BagReader() = default;

std::optional<TopicId> BagReader::find_topic(const Topic& topic) const {
  const auto& known = metadata_.topics;
  const auto found = std::find_if(known.begin(), known.end(), [&](const TopicCount& each) {
    return each.topic.name == topic.name && each.topic.type == topic.type;
  });
  if (found == known.end()) return std::nullopt;
  return static_cast<TopicId>(found - known.begin());
}

/// Topics that only the file knows become known.
void BagReader::learn_topics(const FileContents& contents) {
  auto& known = metadata_.topics;
  for (std::size_t i = 0; i < contents.topics.size(); ++i) {
    const auto found = find_topic(contents.topics[i].topic);
    if (!found) known.push_back(contents.topics[i]);
    const std::size_t id = found.value_or(static_cast<TopicId>(known.size() - 1));
    definitions_.resize(known.size());
    if (definitions_[id].text.empty()) definitions_[id] = contents.definitions[i];
  }
}

Result<void> BagReader::add_file(const Storage& storage, const std::string& path,
                                 const ReadSettings& settings, bool count) {
  auto reader = open_bag_file(storage, path, settings);
  if (!reader) {
    add_damage(damage_, reader.error().what);
    return reader.error();
  }
  const FileContents& contents = (*reader)->contents();
  for (const std::string& each : contents.damage) add_damage(damage_, each);
  count ? add_contents(metadata_, path, contents) : widen(metadata_, contents);
  learn_topics(contents);
  merge_->add(path, *std::move(reader));
  return {};
}

Result<std::unique_ptr<BagReader>> BagReader::open(const ReadOptions& options) {
  auto found = find_bag(options.uri, options.storage_id);
  if (!found) return found.error();
  BagFolder& bag = *found;
  std::unique_ptr<BagReader> reader(new BagReader);
  reader->metadata_ = std::move(bag.metadata);
  reader->damage_ = std::move(bag.notes);
  if (!bag.has_metadata) reader->metadata_.paths.clear();
  const ReadSettings settings{options.config, options.read_ahead, options.loads_ahead};
  const Storage& storage = *bag.storage;
  reader->merge_ = std::make_unique<Merge>(
      [&storage, settings](const std::string& path) {
        return open_bag_file(storage, path, settings);
      },
      [bag = reader.get()](const Topic& topic) { return bag->find_topic(topic); });
  std::optional<Error> first;
  bool any = bag.paths.empty();
  for (const std::string& path : bag.paths) {
    const auto added = reader->add_file(storage, path, settings, !bag.has_metadata);
    if (!added && !first) first = added.error();
    any = any || added;
  }
  if (!any) return *first;
  // Known now, also of a bag without metadata: its files say so.
  if (reader->metadata_.compression_mode == "MESSAGE") reader->merge_->unpack_messages();
  reader->definitions_.resize(reader->metadata_.topics.size());
  if (const auto started = reader->restart(std::nullopt); !started) return started.error();
  return reader;
}

/// Begins again, at a time or at the first message.
Result<void> BagReader::start(std::optional<std::int64_t> from_ns) {
  std::vector<bool> wanted;
  for (const TopicCount& each : metadata_.topics) {
    wanted.push_back(!filter_ || filter_(each.topic));
  }
  return merge_->select(order_, from_ns, std::move(wanted));
}

Result<void> BagReader::filter(std::function<bool(const Topic&)> wanted) {
  filter_ = std::move(wanted);
  skip_ = given_;
  return start(place_);
}

Result<void> BagReader::restart(std::optional<std::int64_t> from_ns) {
  given_.assign(metadata_.topics.size(), 0);
  skip_.clear();
  place_ = from_ns;
  return start(from_ns);
}

Result<void> BagReader::set_order(ReadOrder order) {
  order_ = order;
  return restart(std::nullopt);
}

Result<void> BagReader::seek(std::int64_t received_ns) {
  if (order_ == ReadOrder::kFile) return start(received_ns);  // which refuses
  return restart(received_ns);
}

/// Keeps count of what was given, and leaves out what was given before the filter changed.
bool BagReader::is_new(const MessageView& message) {
  const bool by_time = order_ != ReadOrder::kFile;
  if (by_time && place_ != message.received_ns) {
    place_ = message.received_ns;
    given_.assign(metadata_.topics.size(), 0);
    skip_.clear();
  }
  if (message.topic < skip_.size() && skip_[message.topic] > 0) {
    --skip_[message.topic];
    return false;
  }
  ++given_[message.topic];
  return true;
}

Result<std::optional<MessageView>> BagReader::next() {
  for (;;) {
    auto message = merge_->next();
    for (std::string& each : merge_->take_damage()) add_damage(damage_, std::move(each));
    if (!message || !*message || is_new(**message)) return message;
  }
}

std::string BagReader::file() const { return merge_->file(); }

}  // namespace ranvier::bag
