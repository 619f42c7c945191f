#include "bag/storage/mcap_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "bag/storage/damage.h"

namespace ranvier::bag {
namespace {

std::string value_of(const std::map<std::string, std::string>& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? std::string() : found->second;
}

}  // namespace

McapReader::McapReader(InputFile file, mcap::Index index, std::uint64_t read_ahead,
                       bool loads_ahead)
    : file_(std::move(file)), index_(std::move(index)), read_ahead_(read_ahead) {
  if (loads_ahead) loader_ = std::make_unique<mcap::Loader>(file_);
  describe();
}

Result<std::unique_ptr<McapReader>> McapReader::open(InputFile file, std::uint64_t read_ahead,
                                                     bool loads_ahead) {
  auto index = mcap::read_index(file);
  if (!index) return index.error();
  return std::unique_ptr<McapReader>(
      new McapReader(std::move(file), *std::move(index), read_ahead, loads_ahead));
}

/// The index in the words of all storages.
void McapReader::describe() {
  for (const auto& [id, channel] : index_.channels) {
    topics_.resize(std::max<std::size_t>(topics_.size(), id + std::size_t{1}));
    topics_[id] = static_cast<TopicId>(contents_.topics.size());
    const auto schema = index_.schemas.find(channel.schema_id);
    const bool known = schema != index_.schemas.end();
    const auto count = index_.counts.find(id);
    contents_.topics.push_back(
        {{channel.topic, known ? schema->second.name : std::string(), channel.message_encoding,
          value_of(channel.metadata, "topic_type_hash"),
          value_of(channel.metadata, "offered_qos_profiles")},
         count == index_.counts.end() ? 0 : count->second});
    contents_.definitions.push_back(known ? Definition{schema->second.encoding, schema->second.data}
                                          : Definition{});
  }
  contents_.start_ns = index_.start_ns;
  contents_.end_ns = index_.end_ns;
  contents_.messages = index_.messages;
  contents_.damage = index_.damage;
  contents_.is_whole = index_.is_whole;
  for (const mcap::Metadata& each : index_.metadata) {
    const std::string yaml = value_of(each.values, "serialized_metadata");
    if (each.name == "rosbag2" && !yaml.empty()) contents_.note = yaml;
  }
}

std::optional<TopicId> McapReader::topic_of(std::uint16_t channel) const {
  if (channel >= topics_.size() || !topics_[channel]) return std::nullopt;
  if (!selection_.wants(*topics_[channel])) return std::nullopt;
  return topics_[channel];
}

bool McapReader::is_wanted(const mcap::Block& block) const {
  if (selection_.from_ns) {
    const bool reverse = selection_.order == ReadOrder::kReceivedReverse;
    if (reverse ? block.start_ns > *selection_.from_ns : block.end_ns < *selection_.from_ns) {
      return false;
    }
  }
  return block.channels.empty() ||
         std::any_of(block.channels.begin(), block.channels.end(),
                     [this](std::uint16_t channel) { return topic_of(channel).has_value(); });
}

void McapReader::put_blocks_in_order() {
  order_.clear();
  for (std::uint32_t i = 0; i < index_.blocks.size(); ++i) {
    if (is_wanted(index_.blocks[i])) order_.push_back(i);
  }
  const auto& blocks = index_.blocks;
  if (selection_.order == ReadOrder::kReceived) {
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return blocks[a].start_ns < blocks[b].start_ns;
    });
  } else if (selection_.order == ReadOrder::kReceivedReverse) {
    std::reverse(order_.begin(), order_.end());
    std::stable_sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return blocks[a].end_ns > blocks[b].end_ns;
    });
  }
}

Result<void> McapReader::select(Selection selection) {
  if (selection.order == ReadOrder::kFile && selection.from_ns) {
    return Error{Code::kUnsupported, "Bag file '" + file_.path() +
                                         "': seek() needs an order by "
                                         "time. Set that order first."};
  }
  if (loader_) loader_->clear();  // it knows the blocks by where they lie
  if (!index_.has_blocks) {
    auto scanned = mcap::scan(file_);
    if (!scanned) return scanned.error();
    index_.blocks = std::move(scanned->blocks);
    index_.has_blocks = true;
    for (std::string& each : scanned->damage) add_damage(contents_.damage, std::move(each));
  }
  selection_ = std::move(selection);
  selected_ = true;
  cursors_.clear();
  loaded_ = asked_ = given_to_loader_ = 0;
  asked_bytes_ = 0;
  given_ = false;
  put_blocks_in_order();
  return {};
}

/// Whether the next block may have a message that comes before the first cursor's.
bool McapReader::must_load() const {
  if (loaded_ == order_.size()) return false;
  if (cursors_.empty()) return true;
  const mcap::Block& block = index_.blocks[order_[loaded_]];
  const mcap::Cursor& first = cursors_.front();
  switch (selection_.order) {
    case ReadOrder::kReceived:
      return block.start_ns < first.time() ||
             (block.start_ns == first.time() && order_[loaded_] < first.order_in_file());
    case ReadOrder::kReceivedReverse:
      return block.end_ns > first.time() ||
             (block.end_ns == first.time() && order_[loaded_] > first.order_in_file());
    default: return false;
  }
}

/// Asks for what comes next, so that the disk works while messages are played.
void McapReader::ask_ahead() {
  asked_ = std::max(asked_, loaded_);
  while (asked_ < order_.size()) {
    const mcap::Block& block = index_.blocks[order_[asked_]];
    if (block.size > read_ahead_ || asked_bytes_ > read_ahead_ - block.size) return;
    file_.expect(block.begin, block.size);
    asked_bytes_ += block.size;
    ++asked_;
  }
}

/// Gives the loader what comes next.
void McapReader::load_ahead() {
  if (given_to_loader_ > loaded_ && !loader_->is_low()) return;
  while (given_to_loader_ < order_.size() && loader_->has_room(block(given_to_loader_))) {
    loader_->ask(block(given_to_loader_++));
  }
}

/// The block at loaded_.
mcap::Loader::Loaded McapReader::load() {
  if (loader_) {
    load_ahead();
    mcap::Loader::Loaded taken = loader_->take();
    load_ahead();  // where one block fills the loader, there is room only now
    return taken;
  }
  mcap::Loader::Loaded loaded{std::exchange(spare_, {})};
  loaded.records = mcap::load(file_, block(loaded_), loaded.buffer, scratch_);
  return loaded;
}

void McapReader::give_back(mcap::Cursor cursor) {
  Buffer buffer = std::move(cursor).give_back();
  if (loader_) return loader_->give_back(std::move(buffer));
  spare_ = std::move(buffer);
}

Result<void> McapReader::load_next() {
  mcap::Loader::Loaded loaded = load();
  const std::uint32_t number = order_[loaded_++];
  if (loaded_ <= asked_) asked_bytes_ -= index_.blocks[number].size;
  ask_ahead();
  if (!loaded.records) {
    const Error& error = loaded.records.error();
    if (error.code != Code::kInvalidArgument) return error;
    add_damage(contents_.damage, error.what);
    return {};
  }
  mcap::Cursor cursor(std::move(loaded.buffer), *loaded.records, number, selection_,
                      [this](std::uint16_t channel) { return topic_of(channel); });
  if (cursor.done()) {
    give_back(std::move(cursor));
  } else {
    push_cursor(std::move(cursor));
  }
  return {};
}

/// Of equal times the one that lies first in the file comes first; in reverse, last.
bool McapReader::later(const mcap::Cursor& a, const mcap::Cursor& b) const noexcept {
  if (selection_.order == ReadOrder::kFile) return a.order_in_file() > b.order_in_file();
  const auto key = [](const mcap::Cursor& c) { return std::pair(c.time(), c.order_in_file()); };
  return selection_.order == ReadOrder::kReceivedReverse ? key(a) < key(b) : key(a) > key(b);
}

void McapReader::push_cursor(mcap::Cursor cursor) {
  cursors_.push_back(std::move(cursor));
  std::push_heap(cursors_.begin(), cursors_.end(),
                 [this](const auto& a, const auto& b) { return later(a, b); });
}

/// The cursor whose message was given last goes to its new place.
void McapReader::drop_finished() {
  if (!std::exchange(given_, false)) return;
  mcap::Cursor cursor = std::move(cursors_.back());
  cursors_.pop_back();
  if (cursor.done()) {
    give_back(std::move(cursor));
  } else {
    push_cursor(std::move(cursor));
  }
}

Result<std::optional<MessageView>> McapReader::next() {
  if (!selected_) {
    if (const auto set = select({}); !set) return set.error();
  }
  drop_finished();
  while (must_load()) {
    if (const auto loaded = load_next(); !loaded) return loaded.error();
  }
  if (cursors_.empty()) return std::optional<MessageView>();
  std::pop_heap(cursors_.begin(), cursors_.end(),
                [this](const auto& a, const auto& b) { return later(a, b); });
  given_ = true;
  return std::optional(cursors_.back().take());
}

}  // namespace ranvier::bag
