#include "bag/storage/bag_folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "bag/storage/bag_names.h"
#include "bag/storage/compression.h"
#include "bag/storage/strange_file.h"
#include "ranvier/base/saturating.h"
#include "ranvier/node/yaml.h"

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;

Error no_bag(const std::string& uri, const std::string& why) {
  return {Code::kNotFound, "Bag '" + uri + "': " + why};
}

Result<const Storage*> storage_of_file(const std::string& path) {
  if (const Storage* const known = storage_of(without_zstd(path))) return known;
  if (const std::string id = storage_by_content(path); !id.empty()) return find_storage(id);
  if (auto strange = strange_file(path)) return *std::move(strange);
  return Error{Code::kInvalidArgument,
               "Bag file '" + path + "': its name does not tell its storage. Name it (-s)."};
}

Result<BagFolder> bag_of_file(const std::string& path, const std::string& storage_id) {
  BagFolder bag;
  bag.folder = fs::path(path).parent_path().string();
  if (bag.folder.empty()) bag.folder = ".";
  bag.paths = {path};
  const auto storage = storage_id.empty() ? storage_of_file(path) : find_storage(storage_id);
  if (!storage) return storage.error();
  bag.storage = *storage;
  bag.metadata.storage_id = bag.storage->id;
  return bag;
}

/// The storage that is asked for, or that metadata.yaml names; some name none.
Result<const Storage*> storage_of_metadata(const BagFolder& bag, const std::string& storage_id) {
  if (!storage_id.empty()) return find_storage(storage_id);
  if (!bag.metadata.storage_id.empty()) return find_storage(bag.metadata.storage_id);
  for (const std::string& path : bag.metadata.paths) {
    if (const Storage* const known = storage_of(without_zstd(path))) return known;
  }
  return Error{Code::kInvalidArgument,
               "Bag '" + bag.folder +
                   "': metadata.yaml names no storage. Name it (-s), or reindex the bag."};
}

Result<BagFolder> bag_of_names(BagFolder bag, const std::string& storage_id);

/// The bag without what metadata.yaml counts: its files will be counted.
BagFolder uncounted(BagFolder bag) {
  const BagMetadata none;
  bag.metadata.messages = none.messages;
  bag.metadata.start_ns = none.start_ns;
  bag.metadata.duration_ns = none.duration_ns;
  bag.metadata.topics.clear();
  bag.metadata.files.clear();
  return bag;
}

Result<BagFolder> bag_of_metadata(BagFolder bag, const std::string& storage_id) {
  auto metadata = metadata_in(bag.folder);
  if (!metadata) return metadata.error();
  bag.metadata = *std::move(metadata);
  if (bag.metadata.paths.empty()) {  // of a recorder that was killed, or of nothing
    auto named = bag_of_names(uncounted(bag), storage_id);
    if (!named && named.error().code != Code::kNotFound) return named;
    if (named) {
      named->notes = {
          "Bag '" + bag.folder +
          "': metadata.yaml names no file, as of a recorder that was killed. Those that "
          "lie there are read. `ros2 bag reindex` makes a new one."};
      return named;
    }
  }
  const auto storage = storage_of_metadata(bag, storage_id);
  if (!storage) return storage.error();
  bag.has_metadata = true;
  bag.storage = *storage;
  NamedFiles named = named_files(bag.folder, bag.metadata.paths, bag.storage->extension);
  bag.paths = std::move(named.paths);
  bag.notes = std::move(named.notes);
  bag.metadata.size = folder_size(bag.folder);
  return bag;
}

/// What the names in the folder tell.
Result<BagFolder> bag_of_names(BagFolder bag, const std::string& storage_id) {
  const auto ids = storage_id.empty() ? storage_ids() : std::vector{storage_id};
  for (const std::string& id : ids) {
    const auto storage = find_storage(id);
    if (!storage) return storage.error();
    auto paths = unnamed_files(bag.folder, (*storage)->extension);
    if (!paths) return paths.error();
    bag.paths = *std::move(paths);
    bag.storage = *storage;
    bag.metadata.storage_id = id;
    if (!bag.paths.empty()) return bag;
  }
  return no_bag(bag.folder,
                "the folder has no metadata.yaml and no files of messages. Check the "
                "path, or name the storage (-s).");
}

/// A folder that is removed at once when what lies in it is open.
class Unpacked final {
 public:
  Unpacked() {
    std::error_code error;
    std::string name = fs::temp_directory_path(error) / "ranvier_bag_XXXXXX";
    if (!error && ::mkdtemp(name.data())) folder_ = name;
  }
  ~Unpacked() {
    std::error_code ignored;
    if (!folder_.empty()) fs::remove_all(folder_, ignored);
  }
  Unpacked(const Unpacked&) = delete;
  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }

 private:
  std::string folder_;
};

Result<std::unique_ptr<FileReader>> open_unpacked(const Storage& storage, const std::string& path,
                                                  const ReadSettings& settings) {
  const Unpacked place;
  const fs::path name = fs::path(without_zstd(path)).filename();
  const std::string plain = (fs::path(place.folder()) / name).string();
  if (place.folder().empty()) {
    return Error{Code::kWorld, "Bag file '" + path +
                                   "': there is no folder for temporary files, "
                                   "which it is decompressed into. Set TMPDIR."};
  }
  if (const auto done = decompress_file(path, plain); !done) return done.error();
  return storage.reader(plain, settings);
}

}  // namespace

std::uint64_t folder_size(const std::string& folder) {
  std::uint64_t size = 0;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    if (std::error_code other; file->is_regular_file(other)) size += file_size(file->path());
  }
  return size;
}

std::uint64_t file_size(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : size;
}

Result<BagFolder> find_bag(const std::string& uri, const std::string& storage_id) {
  std::error_code error;
  const auto status = fs::status(uri, error);
  if (!fs::exists(status)) return no_bag(uri, "there is no such file or folder. Check the path.");
  if (!fs::is_directory(status)) return bag_of_file(uri, storage_id);
  BagFolder bag;
  bag.folder = uri;
  if (fs::exists(fs::path(uri) / kMetadataFile, error)) {
    return bag_of_metadata(std::move(bag), storage_id);
  }
  return bag_of_names(std::move(bag), storage_id);
}

Result<BagMetadata> metadata_in(const std::string& folder) {
  const std::string path = (fs::path(folder) / kMetadataFile).string();
  std::error_code error;
  const auto status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {  // a pipe would be waited for
    return Error{Code::kInvalidArgument,
                 "'" + path + "' is no plain file. Remove it, and reindex."};
  }
  const std::string origin = "metadata of bag '" + folder + "'";
  const auto text = read_text(path, origin);
  if (!text) return text.error();
  auto parsed = parse_metadata(*text, origin);
  if (parsed) return parsed;
  return strange_file(path).value_or(parsed.error());
}

Result<std::unique_ptr<FileReader>> open_bag_file(const Storage& storage, const std::string& path,
                                                  const ReadSettings& settings) {
  auto opened = is_compressed_file(path) ? open_unpacked(storage, path, settings)
                                         : storage.reader(path, settings);
  if (opened || opened.error().code != Code::kInvalidArgument) return opened;
  return strange_file(path).value_or(opened.error());
}

void add_contents(BagMetadata& metadata, const std::string& path, const FileContents& contents) {
  add_file(metadata, {fs::path(path).filename().string(), contents.start_ns,
                      subtract_saturating(contents.end_ns, contents.start_ns), contents.messages});
  metadata.size += file_size(path);
  if (is_compressed_file(path)) {
    metadata.compression_format = "zstd";
    metadata.compression_mode = "FILE";
  }
  for (const TopicCount& counted : contents.topics) {
    const auto known =
        std::find_if(metadata.topics.begin(), metadata.topics.end(), [&](const TopicCount& each) {
          return each.topic.name == counted.topic.name && each.topic.type == counted.topic.type;
        });
    if (known != metadata.topics.end()) {
      known->messages += counted.messages;
    } else {
      metadata.topics.push_back(counted);
    }
  }
  if (!contents.note) return;
  auto noted = parse_metadata(*contents.note, path);
  if (!noted) return;
  for (auto& [key, value] : noted->custom_data) metadata.custom_data.insert_or_assign(key, value);
  if (metadata.ros_distro.empty()) metadata.ros_distro = noted->ros_distro;
  if (metadata.compression_mode.empty()) {
    metadata.compression_mode = noted->compression_mode;
    metadata.compression_format = noted->compression_format;
  }
}

Result<void> replace_file(const std::string& path, const std::string& text) {
  const std::string beside = path + ".new";
  std::error_code error;
  {
    std::ofstream file(beside, std::ios::binary);
    file << text;
    file.flush();
    if (!file) {
      fs::remove(beside, error);
      return Error{Code::kWorld,
                   "'" + path + "' cannot be written. Is the disk full, or the folder read-only?"};
    }
  }
  fs::rename(beside, path, error);
  if (!error) return {};
  const std::string why = error.message();
  fs::remove(beside, error);
  return Error{Code::kWorld, "'" + path + "' cannot be written: " + why +
                                 ". Remove what has its name, or choose another folder."};
}

}  // namespace ranvier::bag
