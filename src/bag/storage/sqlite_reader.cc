#include "bag/storage/sqlite_reader.h"

#include <algorithm>
#include <limits>

#include "bag/storage/damage.h"

namespace ranvier::bag {
namespace {

/// SQLite damages what it was killed in: that is no error of the caller's.
bool is_damage(const Error& error) { return error.code == Code::kInvalidArgument; }

constexpr std::size_t kAtOnce = std::size_t{1} << 20;  // bytes of messages that are read at once

/// The messages behind the one of time ?1 and id ?2. By time they are asked for in two parts, those
/// of the same time and those behind it: so SQLite finds both by its index.
std::string messages_behind(ReadOrder order, const std::string& topics) {
  const std::string from =
      "SELECT topic_id, timestamp, data, id FROM messages WHERE topic_id IN (" + topics + ") AND ";
  if (order == ReadOrder::kFile) return from + "?1 IS NOT NULL AND id > ?2 ORDER BY id";
  const bool reverse = order == ReadOrder::kReceivedReverse;
  const std::string behind = reverse ? " < " : " > ";
  const std::string down = reverse ? " DESC" : "";
  return from + "timestamp = ?1 AND id" + behind + "?2 UNION ALL " + from + "timestamp" + behind +
         "?1 ORDER BY timestamp" + down + ", id" + down;
}

}  // namespace

Result<std::unique_ptr<SqliteReader>> SqliteReader::open(const std::string& path,
                                                         const SqliteOptions& options) {
  auto database = sqlite::Database::open(path);
  if (!database) return database.error();
  for (const std::string& pragma : options.read_pragmas) {
    if (const auto set = database->run("PRAGMA " + pragma); !set) return set.error();
  }
  std::unique_ptr<SqliteReader> reader(new SqliteReader(*std::move(database)));
  if (const auto read = reader->read_contents(); !read) return read.error();
  return reader;
}

Result<void> SqliteReader::read_contents() {
  const auto has_topics = database_.has_column("topics", "name");
  if (!has_topics) return has_topics.error();
  if (!*has_topics) {  // killed as it was made
    contents_.is_whole = false;
    contents_.damage.push_back(
        "Bag file '" + database_.path() +
        "': it has no tables, as one whose recorder was killed when it had just made it. Nothing is lost with it.");
    ended_ = true;
    return {};
  }
  if (const auto read = read_topics(); !read) return read;
  for (const auto part :
       {&SqliteReader::read_definitions, &SqliteReader::read_counts, &SqliteReader::read_note}) {
    const auto read = (this->*part)();
    if (read) continue;
    if (!is_damage(read.error())) return read;
    add_damage(contents_.damage, read.error().what);
  }
  return {};
}

Result<void> SqliteReader::read_topics() {
  const auto has_qos = database_.has_column("topics", "offered_qos_profiles");
  if (!has_qos) return has_qos.error();
  const auto has_hash = database_.has_column("topics", "type_description_hash");
  if (!has_hash) return has_hash.error();
  const auto has_format = database_.has_column("topics", "serialization_format");
  if (!has_format) return has_format.error();
  auto rows = database_.prepare(
      std::string("SELECT id, name, type, ") + (*has_format ? "serialization_format" : "'cdr'") +
      ", " + (*has_qos ? "offered_qos_profiles" : "''") + ", " +
      (*has_hash ? "type_description_hash" : "''") + " FROM topics ORDER BY id");
  if (!rows) return rows.error();
  for (;;) {
    const auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return {};
    topics_.emplace(rows->number(0), static_cast<TopicId>(contents_.topics.size()));
    contents_.topics.push_back(
        {{rows->text(1), rows->text(2), rows->text(3), rows->text(5), rows->text(4)}, 0});
    contents_.definitions.emplace_back();
  }
}

Result<void> SqliteReader::read_definitions() {
  const auto has = database_.has_column("message_definitions", "topic_type");
  if (!has) return has.error();
  if (!*has) return {};
  auto rows = database_.prepare(
      "SELECT topic_type, encoding, encoded_message_definition FROM message_definitions");
  if (!rows) return rows.error();
  for (;;) {
    const auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return {};
    const std::string type = rows->text(0);
    for (std::size_t i = 0; i < contents_.topics.size(); ++i) {
      if (contents_.topics[i].topic.type != type) continue;
      contents_.definitions[i] = {rows->text(1), rows->text(2)};
    }
  }
}

Result<void> SqliteReader::read_counts() {
  auto rows = database_.prepare(
      "SELECT topic_id, count(*), min(timestamp), max(timestamp) FROM messages GROUP BY topic_id");
  if (!rows) return rows.error();
  for (;;) {
    const auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return {};
    const auto topic = topics_.find(rows->number(0));
    if (topic == topics_.end()) continue;
    const auto count = static_cast<std::uint64_t>(rows->number(1));
    contents_.topics[topic->second].messages = count;
    const bool first = contents_.messages == 0;
    contents_.start_ns = first ? rows->number(2) : std::min(contents_.start_ns, rows->number(2));
    contents_.end_ns = first ? rows->number(3) : std::max(contents_.end_ns, rows->number(3));
    contents_.messages += count;
  }
}

Result<void> SqliteReader::read_note() {
  const auto has = database_.has_column("metadata", "metadata");
  if (!has) return has.error();
  if (!*has) return {};
  auto rows = database_.prepare("SELECT metadata FROM metadata ORDER BY id DESC LIMIT 1");
  if (!rows) return rows.error();
  const auto row = rows->step();
  if (!row) return row.error();
  if (*row && !rows->text(0).empty()) contents_.note = rows->text(0);
  return {};
}

Result<void> SqliteReader::select(Selection selection) {
  const bool reverse = selection.order == ReadOrder::kReceivedReverse;
  if (selection.order == ReadOrder::kFile && selection.from_ns) {
    return Error{Code::kUnsupported, "Bag file '" + database_.path() +
                                         "': seek() needs an order "
                                         "by time. Set that order first."};
  }
  rows_.clear();
  data_.clear();
  next_ = 0;
  if (topics_.empty()) {
    ended_ = true;
    return {};
  }
  std::string wanted;
  for (const auto& [id, topic] : topics_) {
    if (selection.wants(topic)) wanted += (wanted.empty() ? "" : ",") + std::to_string(id);
  }
  auto messages = database_.prepare(messages_behind(selection.order, wanted));
  if (!messages) return messages.error();
  messages_ = *std::move(messages);
  constexpr std::int64_t kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  time_ = selection.from_ns.value_or(reverse ? kLast : kFirst);
  id_ = reverse ? kLast : kFirst;
  ended_ = false;
  return {};
}

/// The next messages, about a megabyte of them. Damage ends them.
Result<void> SqliteReader::read_some() {
  rows_.clear();
  data_.clear();
  next_ = 0;
  messages_->bind(1, time_);
  messages_->bind(2, id_);
  while (data_.size() + rows_.size() * sizeof(Row) < kAtOnce) {
    const auto row = messages_->step();
    if (!row && !is_damage(row.error())) return row.error();
    ended_ = !row || !*row;
    if (!row) add_damage(contents_.damage, row.error().what + " What comes behind is left out.");
    if (ended_) return {};
    time_ = messages_->number(1);
    id_ = messages_->number(3);
    Packer(data_).bytes(messages_->blob(2));
    rows_.push_back({topics_.at(messages_->number(0)), time_, data_.size()});
  }
  messages_->reset();
  return {};
}

Result<std::optional<MessageView>> SqliteReader::next() {
  if (!messages_ && !ended_) {
    if (const auto set = select({}); !set) return set.error();
  }
  if (next_ == rows_.size() && !ended_) {
    if (const auto read = read_some(); !read) return read.error();
  }
  if (next_ == rows_.size()) return std::optional<MessageView>();
  const std::size_t begin = next_ == 0 ? 0 : rows_[next_ - 1].end;
  const Row& row = rows_[next_++];
  return std::optional(
      MessageView{row.topic, row.time, row.time, Bytes(data_).subspan(begin, row.end - begin)});
}

}  // namespace ranvier::bag
