#include "bag/storage/bag_folder.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "bag/storage/compression.h"
#include "ranvier/base/saturating.h"
#include "ranvier/node/yaml.h"

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCompressed = ".zstd";

std::string_view without_zstd(std::string_view path) {
  if (path.ends_with(kCompressed)) path.remove_suffix(kCompressed.size());
  return path;
}

/// The number of "bag_12.mcap".
std::optional<std::uint64_t> number_of(std::string_view name, std::string_view extension) {
  name = without_zstd(name);
  if (!name.ends_with(extension)) return std::nullopt;
  name.remove_suffix(extension.size());
  const auto line = name.rfind('_');
  if (line == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, error] = std::from_chars(name.data() + line + 1, end, number);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

Error no_bag(const std::string& uri, const std::string& why) {
  return {Code::kNotFound, "Bag '" + uri + "': " + why};
}

/// Old bags name files from the folder above, or from elsewhere: the name alone counts then.
std::string path_in(const std::string& folder, const std::string& relative) {
  const fs::path path = fs::path(folder) / relative;
  std::error_code ignored;
  if (fs::exists(path, ignored)) return path.string();
  return (fs::path(folder) / fs::path(relative).filename()).string();
}

Result<BagFolder> bag_of_file(const std::string& path, const std::string& storage_id) {
  BagFolder bag;
  bag.folder = fs::path(path).parent_path().string();
  if (bag.folder.empty()) bag.folder = ".";
  bag.paths = {path};
  if (storage_id.empty()) {
    bag.storage = storage_of(without_zstd(path));
    if (!bag.storage) {
      return Error{Code::kInvalidArgument,
                   "Bag file '" + path + "': its name does not tell its storage. Name it (-s)."};
    }
  } else {
    const auto storage = find_storage(storage_id);
    if (!storage) return storage.error();
    bag.storage = *storage;
  }
  bag.metadata.storage_id = bag.storage->id;
  return bag;
}

Result<BagFolder> bag_of_metadata(BagFolder bag, const std::string& storage_id) {
  auto metadata = metadata_in(bag.folder);
  if (!metadata) return metadata.error();
  bag.metadata = *std::move(metadata);
  bag.has_metadata = true;
  const auto storage = find_storage(storage_id.empty() ? bag.metadata.storage_id : storage_id);
  if (!storage) return storage.error();
  bag.storage = *storage;
  for (const std::string& relative : bag.metadata.paths) {
    bag.paths.push_back(path_in(bag.folder, relative));
  }
  bag.metadata.size = folder_size(bag.folder);
  return bag;
}

/// What the names in the folder tell.
Result<BagFolder> bag_of_names(BagFolder bag, const std::string& storage_id) {
  const auto ids = storage_id.empty() ? storage_ids() : std::vector{storage_id};
  for (const std::string& id : ids) {
    const auto storage = find_storage(id);
    if (!storage) return storage.error();
    bag.paths = numbered_files(bag.folder, (*storage)->extension);
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

}  // namespace

bool is_compressed_file(std::string_view path) noexcept { return path.ends_with(kCompressed); }

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

std::vector<std::string> numbered_files(const std::string& folder, const std::string& extension) {
  std::vector<std::pair<std::uint64_t, std::string>> found;
  std::error_code error;
  if (extension.empty()) return {};  // names do not tell which files are a plugin's
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const auto number = number_of(entry.path().filename().string(), extension);
    if (number && entry.is_regular_file(error)) found.emplace_back(*number, entry.path().string());
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  for (auto& [number, path] : found) paths.push_back(std::move(path));
  return paths;
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
  return parse_metadata(*text, origin);
}

Result<std::unique_ptr<FileReader>> open_bag_file(const Storage& storage, const std::string& path,
                                                  const ReadSettings& settings) {
  if (!is_compressed_file(path)) return storage.reader(path, settings);
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
