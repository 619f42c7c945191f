#include "bag/storage/bag_writer.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "bag/storage/bag_files.h"
#include "bag/storage/bag_folder.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;

Result<void> check_options(const WriteOptions& options, const Storage& storage) {
  if (options.max_file_size != 0 && options.max_file_size < storage.smallest_file) {
    return Error{Code::kInvalidArgument,
                 "Bag '" + options.uri + "': files of at most " +
                     std::to_string(options.max_file_size) + " bytes are too small for '" +
                     storage.id + "'. Give at least " + std::to_string(storage.smallest_file) +
                     ", or 0 for one file."};
  }
  if (options.max_file_duration_ns < 0) {
    return Error{Code::kInvalidArgument, "Bag '" + options.uri + "': a file cannot last " +
                                             std::to_string(options.max_file_duration_ns) +
                                             " ns. Give 0 for no bound."};
  }
  return {};
}

BagMetadata empty_metadata(const WriteOptions& options) {
  BagMetadata empty;
  empty.storage_id = options.storage_id;
  empty.custom_data = options.custom_data;
  empty.ros_distro = options.ros_distro;
  if (options.compression.mode != WriteCompression::Mode::kNone) {
    const bool by_file = options.compression.mode == WriteCompression::Mode::kFile;
    empty.compression_mode = by_file ? "FILE" : "MESSAGE";
    empty.compression_format = "zstd";
  }
  return empty;
}

Result<void> make_bag_folder(const std::string& uri) {
  std::error_code error;
  if (fs::exists(fs::symlink_status(uri, error))) {
    return Error{Code::kAlreadyExists,
                 "Bag folder '" + uri +
                     "' already exists, and a recording never overwrites one. "
                     "Choose another name."};
  }
  if (!fs::create_directories(uri, error)) {
    return Error{Code::kWorld, "Bag folder '" + uri + "' cannot be made: " + error.message() +
                                   ". Choose a folder that this user may write to."};
  }
  return {};
}

/// The folder's path with a last name: without a slash at the end.
std::string named(const std::string& uri) {
  const fs::path path = fs::path(uri).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

}  // namespace

BagWriter::BagWriter(WriteOptions options, std::shared_ptr<CompressionPool> pool,
                     std::unique_ptr<BagFiles> files)
    : options_(std::move(options)), pool_(std::move(pool)), files_(std::move(files)) {}

BagWriter::~BagWriter() {
  if (!closed_) static_cast<void>(close());
}

Result<std::unique_ptr<BagWriter>> BagWriter::open(WriteOptions options) {
  options.uri = named(options.uri);
  const auto storage = find_storage(options.storage_id);
  if (!storage) return storage.error();
  if (const auto checked = check_options(options, **storage); !checked) return checked.error();
  options.settings.ros_distro = options.ros_distro;
  const auto create = (*storage)->writer(options.settings);
  if (!create) return create.error();
  if (const auto made = make_bag_folder(options.uri); !made) return made.error();
  std::shared_ptr<CompressionPool> pool;
  if (options.compression.mode != WriteCompression::Mode::kNone) {
    pool = std::make_shared<CompressionPool>(options.compression);
  }
  const bool by_file = options.compression.mode == WriteCompression::Mode::kFile;
  const auto first_note = [empty = empty_metadata(options)](const std::string& name) {
    BagMetadata with_file = empty;
    add_file(with_file, {name});
    return to_note(with_file);
  };
  auto files = BagFiles::open(options.uri, (*storage)->extension, *create, first_note,
                              by_file ? pool : nullptr);
  if (!files) {
    std::error_code ignored;
    fs::remove_all(options.uri, ignored);  // this call has made it
    return files.error();
  }
  return std::unique_ptr<BagWriter>(
      new BagWriter(std::move(options), std::move(pool), *std::move(files)));
}

Result<TopicId> BagWriter::add_topic(const Topic& topic, const Definition& definition) {
  if (const auto added = files_->current().add_topic(topic, definition); !added) {
    return added.error();
  }
  topics_.push_back({topic, definition});
  counts_.push_back(0);
  return static_cast<TopicId>(topics_.size() - 1);
}

void BagWriter::Times::add(std::int64_t received_ns) noexcept {
  start_ns = messages == 0 ? received_ns : std::min(start_ns, received_ns);
  end_ns = messages == 0 ? received_ns : std::max(end_ns, received_ns);
  ++messages;
}

/// Whether a message of that time belongs into the next file. `pending` bytes, which `times` has,
/// are to be written yet.
bool BagWriter::is_full(const Times& times, std::int64_t received_ns,
                        std::uint64_t pending) const noexcept {
  if (times.messages == 0) return false;
  const std::int64_t age = subtract_saturating(received_ns, times.start_ns);
  if (options_.max_file_duration_ns > 0 && age > options_.max_file_duration_ns) return true;
  return options_.max_file_size > 0 && files_->current().size() + pending >= options_.max_file_size;
}

Result<void> BagWriter::write_some(std::span<const BagMessage> messages, const Times& times) {
  if (messages.empty()) return {};
  std::span<const BagMessage> written = messages;
  if (options_.compression.mode == WriteCompression::Mode::kMessage) {
    const auto made = pool_->compress(messages);
    if (!made) return made.error();
    written = *made;
  }
  if (const auto done = files_->current().write(written); !done) {
    count_died();
    return done;
  }
  for (const BagMessage& message : messages) ++counts_[message.topic];
  times_ = times;
  return {};
}

Result<void> BagWriter::write(std::span<const BagMessage> messages) {
  std::size_t begin = 0;
  std::uint64_t pending = 0;
  Times times = times_;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const BagMessage& message = messages[i];
    if (is_full(times, message.received_ns, pending)) {
      const auto done = write_some(messages.subspan(begin, i - begin), times);
      if (!done) return done;
      if (const auto cut = split(); !cut) return cut;
      begin = i;
      pending = 0;
      times = times_;
    }
    for (const Bytes part : message.parts) pending += part.size();
    times.add(message.received_ns);
  }
  if (const auto done = write_some(messages.subspan(begin), times); !done) return done;
  prepare_in_time();
  tell_splits();
  return {};
}

std::int64_t BagWriter::duration(const Times& times) noexcept {
  return subtract_saturating(times.end_ns, times.start_ns);
}

/// Half of a file before it ends, the next one is made.
void BagWriter::prepare_in_time() {
  const bool by_time =
      options_.max_file_duration_ns > 0 && duration(times_) >= options_.max_file_duration_ns / 2;
  const bool by_size =
      options_.max_file_size > 0 && files_->current().size() >= options_.max_file_size / 2;
  if (by_time || by_size) files_->prepare();
}

Result<void> BagWriter::flush() {
  const auto done = flush_file();
  tell_splits();
  return done;
}

Result<void> BagWriter::flush_file() {
  const auto done = files_->current().flush();
  if (!done) count_died();
  return done;
}

void BagWriter::tell_splits() {
  for (const Split& split : files_->take_ended()) {
    if (on_split_) on_split_(split);
  }
}

bool BagWriter::is_ending_files() const noexcept { return files_->is_ending(); }

void BagWriter::wait_for_splits() {
  files_->wait_for_ended();
  tell_splits();
}

/// After an error, which a file has once: what it kept in memory is not in the bag.
void BagWriter::count_died() {
  if (!died_.empty()) return;
  const auto lost = files_->current().lost();
  for (TopicId topic = 0; topic < lost.size(); ++topic) {
    if (lost[topic] == 0) continue;
    died_[topic] = lost[topic];
    counts_[topic] -= lost[topic];
    times_.messages -= lost[topic];
  }
}

Result<void> BagWriter::split() {
  if (times_.messages == 0) return {};
  if (const auto done = flush_file(); !done) return done;  // later nobody counts what could not be
  FileInfo ended = current();
  if (const auto done = files_->next(to_note(metadata_of_file())); !done) return done;
  ended_.push_back(std::move(ended));
  counts_before_ = counts_;
  times_ = {};
  for (const Known& known : topics_) {
    const auto added = files_->current().add_topic(known.topic, known.definition);
    if (!added) return added;
  }
  return {};
}

FileInfo BagWriter::current() const {
  return {files_->final_name(), times_.start_ns, duration(times_), times_.messages};
}

/// Of the present file alone: a copy of the whole in each file would be as long as there are files.
BagMetadata BagWriter::metadata_of_file() const {
  BagMetadata part = empty_metadata(options_);
  add_file(part, current());
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    const std::uint64_t before = i < counts_before_.size() ? counts_before_[i] : 0;
    part.topics.push_back({topics_[i].topic, counts_[i] - before});
  }
  return part;
}

/// Of all messages so far.
BagMetadata BagWriter::metadata() const {
  BagMetadata whole = empty_metadata(options_);
  for (const FileInfo& file : ended_) add_file(whole, file);
  add_file(whole, current());
  for (std::size_t i = 0; i < topics_.size(); ++i) {
    whole.topics.push_back({topics_[i].topic, counts_[i]});
  }
  return whole;
}

Result<BagMetadata> BagWriter::close(const std::map<TopicId, std::uint64_t>& lost,
                                     const std::map<std::string, std::string>& custom_data) {
  if (std::exchange(closed_, true)) {
    return Error{Code::kInvalidArgument, "Bag '" + options_.uri + "' is closed already."};
  }
  for (const auto& [key, value] : custom_data) options_.custom_data[key] = value;
  const auto flushed = flush();
  say_lost(lost);
  const BagMetadata whole = metadata();
  const auto finished = files_->finish(to_note(whole));
  const auto written =
      replace_file(options_.uri + '/' + std::string(kMetadataFile), to_yaml(whole));
  if (!written) return written.error();
  tell_splits();
  if (!flushed) return flushed.error();
  if (!finished) return finished.error();
  return whole;
}

void BagWriter::say_lost(std::map<TopicId, std::uint64_t> lost) {
  for (const auto& [topic, count] : died_) lost[topic] += count;
  std::uint64_t all = 0;
  for (const auto& [topic, count] : lost) {
    if (count == 0 || topic >= topics_.size()) continue;
    const std::string key = std::string(kLostKey) + ' ' + topics_[topic].topic.name;
    options_.custom_data[key] = std::to_string(count);
    all += count;
  }
  if (all > 0) options_.custom_data[std::string(kLostKey)] = std::to_string(all);
}

}  // namespace ranvier::bag
