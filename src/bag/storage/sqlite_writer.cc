#include "bag/storage/sqlite_writer.h"

#include <filesystem>
#include <utility>

namespace ranvier::bag {
namespace {

constexpr const char* kTables =
    "CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);"
    "CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL,"
    " metadata TEXT NOT NULL);"
    "CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL,"
    " serialization_format TEXT NOT NULL, offered_qos_profiles TEXT NOT NULL,"
    " type_description_hash TEXT NOT NULL);"
    "CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL,"
    " encoding TEXT NOT NULL, encoded_message_definition TEXT NOT NULL,"
    " type_description_hash TEXT NOT NULL);"
    "CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL,"
    " timestamp INTEGER NOT NULL, data BLOB NOT NULL);"
    "CREATE INDEX timestamp_idx ON messages (timestamp ASC);";
constexpr std::int64_t kSchemaVersion = 4;
constexpr std::int64_t kVersionOfMetadata = 9;
constexpr std::chrono::milliseconds kShort{20};   // while messages come
constexpr std::chrono::milliseconds kLong{5000};  // when none do

}  // namespace

Result<std::unique_ptr<SqliteWriter>> SqliteWriter::create(const std::string& path,
                                                           const SqliteOptions& options,
                                                           const std::string& ros_distro) {
  auto database = sqlite::Database::create(path);
  if (!database) return database.error();
  for (const std::string& pragma : options.write_pragmas) {
    if (const auto set = database->run("PRAGMA " + pragma); !set) return set.error();
  }
  if (const auto made = database->run(kTables); !made) return made.error();
  auto schema = database->prepare("INSERT INTO schema VALUES (?, ?)");
  if (!schema) return schema.error();
  schema->bind(1, kSchemaVersion);
  schema->bind(2, std::string_view(ros_distro));
  if (const auto done = schema->run(); !done) return done.error();
  auto insert =
      database->prepare("INSERT INTO messages(topic_id, timestamp, data) VALUES (?, ?, ?)");
  if (!insert) return insert.error();
  std::unique_ptr<SqliteWriter> writer(new SqliteWriter(*std::move(database)));
  writer->insert_ = *std::move(insert);
  return writer;
}

Result<void> SqliteWriter::add_definition(const Topic& topic, const Definition& definition) {
  if (definition.text.empty() || defined_.contains(topic.type)) return {};
  auto insert = database_.prepare(
      "INSERT INTO message_definitions(topic_type, encoding, encoded_message_definition,"
      " type_description_hash) VALUES (?, ?, ?, ?)");
  if (!insert) return insert.error();
  insert->bind(1, std::string_view(topic.type));
  insert->bind(2, std::string_view(definition.encoding));
  insert->bind(3, std::string_view(definition.text));
  insert->bind(4, std::string_view(topic.type_hash));
  if (const auto done = insert->run(); !done) return done;
  defined_.insert(topic.type);
  return {};
}

Result<void> SqliteWriter::add_topic(const Topic& topic, const Definition& definition) {
  if (const auto begun = begin(); !begun) return begun;
  if (const auto added = add_definition(topic, definition); !added) return added;
  auto insert = database_.prepare("INSERT INTO topics VALUES (?, ?, ?, ?, ?, ?)");
  if (!insert) return insert.error();
  insert->bind(1, static_cast<std::int64_t>(topics_ + 1));
  insert->bind(2, std::string_view(topic.name));
  insert->bind(3, std::string_view(topic.type));
  insert->bind(4, std::string_view(topic.format));
  insert->bind(5, std::string_view(topic.offered_qos));
  insert->bind(6, std::string_view(topic.type_hash));
  if (const auto done = insert->run(); !done) return done;
  ++topics_;
  return end(kShort);
}

Result<void> SqliteWriter::insert(const BagMessage& message) {
  Bytes data = message.parts.empty() ? Bytes() : message.parts.front();
  if (message.parts.size() > 1) {
    joined_.clear();
    for (const Bytes part : message.parts) Packer(joined_).bytes(part);
    data = joined_;
  }
  insert_.bind(1, static_cast<std::int64_t>(message.topic + 1));
  insert_.bind(2, message.received_ns);
  insert_.bind(3, data);
  return insert_.run();
}

Result<void> SqliteWriter::check(const BagMessage& message) const {
  if (message.topic >= topics_) {
    return Error{Code::kInvalidArgument, "Bag file '" + database_.path() +
                                             "' has no topic number " +
                                             std::to_string(message.topic) + ". Add it first."};
  }
  std::uint64_t size = 0;
  for (const Bytes part : message.parts) size += part.size();
  constexpr std::uint64_t kRest = 1000;  // of its row
  const std::uint64_t most = database_.most_bytes() - kRest;
  if (size <= most) return {};
  return Error{Code::kInvalidArgument, "Bag file '" + database_.path() + "': a message of " +
                                           std::to_string(size) +
                                           " bytes is too large for SQLite, which takes " +
                                           std::to_string(most) + ". Record into MCAP."};
}

Result<void> SqliteWriter::write(std::span<const BagMessage> messages) {
  for (const BagMessage& message : messages) {
    if (const auto checked = check(message); !checked) return checked;
  }
  if (const auto begun = begin(); !begun) return begun;
  for (const BagMessage& message : messages) {
    if (const auto done = insert(message); !done) {
      roll_back();
      return done;
    }
  }
  if (const auto ended = end(kShort); !ended) return ended;
  if (!open_) return {};
  unsaved_.resize(topics_);
  for (const BagMessage& message : messages) ++unsaved_[message.topic];
  return {};
}

Result<void> SqliteWriter::begin() {
  if (open_) return {};
  const auto begun = database_.run("BEGIN");
  open_ = static_cast<bool>(begun);
  return begun;
}

void SqliteWriter::roll_back() {
  static_cast<void>(database_.run("ROLLBACK"));
  open_ = false;
  if (lost_.empty()) lost_ = std::exchange(unsaved_, {});
}

/// Ends the transaction, unless somebody reads the file for longer than that.
Result<void> SqliteWriter::end(std::chrono::milliseconds patience) {
  if (!open_) return {};
  const auto done = database_.commit(patience);
  if (!done) {
    roll_back();
    return done.error();
  }
  open_ = !*done;
  if (!open_) unsaved_.clear();
  return {};
}

Result<void> SqliteWriter::flush() { return end(kLong); }

std::uint64_t SqliteWriter::size() const {
  std::error_code ignored;
  const auto size = std::filesystem::file_size(database_.path(), ignored);
  const auto beside = std::filesystem::file_size(database_.path() + "-wal", ignored);
  return size + (ignored ? 0 : beside);
}

Result<void> SqliteWriter::note(const std::string& yaml) {
  if (const auto begun = begin(); !begun) return begun;
  auto insert = database_.prepare("INSERT OR REPLACE INTO metadata VALUES (1, ?, ?)");
  if (!insert) return insert.error();
  insert->bind(1, kVersionOfMetadata);
  insert->bind(2, std::string_view(yaml));
  if (const auto done = insert->run(); !done) return done;
  return end(kShort);
}

Result<void> SqliteWriter::finish() {
  if (const auto ended = end(kLong); !ended) return ended;
  insert_ = sqlite::Statement();
  if (open_) {
    return Error{Code::kWorld,
                 "Bag file '" + database_.path() +
                     "': another program has been reading it and does not let it be ended. Its "
                     "last messages are lost. Let recordings end before they are read."};
  }
  return database_.close();
}

}  // namespace ranvier::bag
