#include "bag/storage/merge.h"

#include <algorithm>
#include <utility>

#include "bag/storage/bag_names.h"
#include "bag/storage/compression.h"
#include "bag/storage/damage.h"

namespace ranvier::bag {

void Merge::add(std::string path, std::unique_ptr<FileReader> reader) {
  const FileContents& contents = reader->contents();
  const std::size_t told = contents.damage.size();
  sources_.push_back({std::move(path), nullptr, {}, contents.start_ns, contents.end_ns, told, {}});
  const std::size_t most = is_compressed_file(sources_.back().path) ? 1 : kMostOpen;
  if (sources_.size() <= most) sources_.back().reader = std::move(reader);
}

Result<void> Merge::select(ReadOrder order, std::optional<std::int64_t> from_ns,
                           std::vector<bool> wanted) {
  if (order == ReadOrder::kFile && from_ns) {
    return Error{Code::kUnsupported, "Bag: seek() needs an order by time. Set that order first."};
  }
  order_ = order;
  from_ns_ = from_ns;
  wanted_ = std::move(wanted);
  waiting_.clear();
  active_.clear();
  given_.reset();
  started_ = 0;
  for (std::size_t i = 0; i < sources_.size(); ++i) waiting_.push_back(i);
  if (order == ReadOrder::kReceived) {
    std::stable_sort(waiting_.begin(), waiting_.end(), [this](std::size_t a, std::size_t b) {
      return sources_[a].start_ns < sources_[b].start_ns;
    });
  } else if (order == ReadOrder::kReceivedReverse) {
    std::reverse(waiting_.begin(), waiting_.end());
    std::stable_sort(waiting_.begin(), waiting_.end(), [this](std::size_t a, std::size_t b) {
      return sources_[a].end_ns > sources_[b].end_ns;
    });
  }
  return {};
}

/// Whether nothing of the source can be wanted: it ends before what was sought.
bool Merge::is_before(const Source& source) const noexcept {
  if (!from_ns_) return false;
  return order_ == ReadOrder::kReceivedReverse ? source.start_ns > *from_ns_
                                               : source.end_ns < *from_ns_;
}

bool Merge::must_start() const {
  if (started_ == waiting_.size()) return false;
  if (active_.empty()) return true;
  const Source& next = sources_[waiting_[started_]];
  const std::int64_t now = sources_[active_.front()].next.received_ns;
  if (order_ == ReadOrder::kReceived) return next.start_ns <= now;
  return order_ == ReadOrder::kReceivedReverse && next.end_ns >= now;
}

void Merge::learn_damage(Source& source) {
  const auto& damage = source.reader->contents().damage;
  for (; source.told < damage.size(); ++source.told) add_damage(damage_, damage[source.told]);
}

/// Reads the next message of a source. @return false at its end: it is closed then.
Result<bool> Merge::advance(Source& source) {
  const auto message = source.reader->next();
  learn_damage(source);
  if (!message) return message.error();
  if (!*message) {
    source.reader.reset();
    return false;
  }
  source.next = **message;
  return true;
}

bool Merge::later(std::size_t a, std::size_t b) const noexcept {
  const auto key = [this](std::size_t i) { return std::pair(sources_[i].next.received_ns, i); };
  if (order_ == ReadOrder::kFile) return a > b;
  return order_ == ReadOrder::kReceivedReverse ? key(a) < key(b) : key(a) > key(b);
}

void Merge::push(std::size_t source) {
  active_.push_back(source);
  std::push_heap(active_.begin(), active_.end(),
                 [this](std::size_t a, std::size_t b) { return later(a, b); });
}

/// What is wanted of a file that is open now. While it is recorded it may have grown topics since
/// it was opened before; those that the bag does not know are left out.
Selection Merge::selection_of(Source& source) const {
  Selection selection{order_, from_ns_, {}};
  source.topics.clear();
  for (const TopicCount& each : source.reader->contents().topics) {
    const auto known = find_(each.topic);
    source.topics.push_back(known.value_or(0));
    selection.wanted.push_back(known && wanted_[*known]);
  }
  return selection;
}

Result<void> Merge::start_next() {
  const std::size_t number = waiting_[started_++];
  Source& source = sources_[number];
  if (is_before(source)) return {};
  if (!source.reader) {
    auto opened = open_(source.path);
    if (!opened) return opened.error();
    source.reader = *std::move(opened);
  }
  if (const auto set = source.reader->select(selection_of(source)); !set) return set;
  const auto more = advance(source);
  if (!more) return more.error();
  if (*more) push(number);
  return {};
}

/// Whether the message that a source gave last was compressed by itself.
bool Merge::is_packed(const Source& source) const {
  if (compressed_) return true;
  if (!is_zstd_frame(source.next.data)) return false;
  return source.reader->contents().topics[source.next.topic].topic.format == "cdr";
}

/// The message that a source gave last, as it was.
Result<MessageView> Merge::plain(const Source& source) {
  MessageView message = source.next;
  if (!is_packed(source)) return message;
  const auto size = zstd_content_size(message.data);
  Result<void> done = Error{Code::kInvalidArgument, "it is no zstd frame with a size"};
  if (size) done = decompress(Compression::kZstd, message.data, *size, message_);
  if (!done && !compressed_) return message;  // nobody said that it is one
  if (!done) return done.error();
  message.data = message_;
  return message;
}

Result<std::optional<MessageView>> Merge::next() {
  for (;;) {
    if (const auto given = std::exchange(given_, std::nullopt)) {
      const auto more = advance(sources_[*given]);
      if (!more) return more.error();
      if (*more) push(*given);
    }
    while (must_start()) {
      if (const auto started = start_next(); !started) return started.error();
    }
    if (active_.empty()) return std::optional<MessageView>();
    std::pop_heap(active_.begin(), active_.end(),
                  [this](std::size_t a, std::size_t b) { return later(a, b); });
    given_ = active_.back();
    active_.pop_back();
    const Source& source = sources_[*given_];
    auto message = plain(source);
    if (message) {
      message->topic = source.topics[message->topic];
      return std::optional(*message);
    }
    add_damage(damage_, "Bag file '" + source.path + "', message of " +
                            std::to_string(source.next.received_ns) +
                            " ns: " + message.error().what);
  }
}

std::vector<std::string> Merge::take_damage() { return std::exchange(damage_, {}); }

}  // namespace ranvier::bag
