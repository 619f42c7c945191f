#include "bag/storage/bag_index.h"

#include <filesystem>
#include <optional>

#include "bag/storage/bag_folder.h"
#include "bag/storage/bag_names.h"
#include "bag/storage/compression.h"

namespace ranvier::bag {
namespace {

/// Whether messages are compressed by themselves: metadata.yaml alone says so, and its first one.
bool has_packed_messages(FileReader& file) {
  const auto first = file.next();
  if (!first || !*first || !is_zstd_frame((*first)->data)) return false;
  return file.contents().topics[(*first)->topic].topic.format == "cdr";
}

/// What the files say. One that cannot be read is left out, unless none can.
Result<BagMetadata> metadata_of_files(const BagFolder& bag) {
  BagMetadata whole;
  whole.storage_id = bag.storage->id;
  std::optional<Error> first;
  for (const std::string& path : bag.paths) {
    const auto file = open_bag_file(*bag.storage, path, {});
    if (file) {
      add_contents(whole, path, (*file)->contents());
      if (whole.compression_mode.empty() && has_packed_messages(**file)) {
        whole.compression_mode = "MESSAGE";
        whole.compression_format = "zstd";
      }
    } else if (!first) {
      first = file.error();
    }
  }
  if (whole.files.empty() && first) return *first;
  return whole;
}

/// Gives files the index that they lack; one that is no file of the storage is left.
Result<void> mend_files(const BagFolder& bag) {
  for (const std::string& path : bag.paths) {
    if (!bag.storage->mend || !path.ends_with(bag.storage->extension)) continue;
    const auto mended = bag.storage->mend(path);
    if (!mended && mended.error().code == Code::kWorld) return mended.error();
  }
  return {};
}

/// The folder without its metadata.yaml: its files by their names, where these tell enough.
Result<BagFolder> files_of(const std::string& folder, const std::string& storage_id) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    return Error{Code::kInvalidArgument,
                 "'" + folder + "' is no folder. Must specify a bag directory."};
  }
  const auto ids = storage_id.empty() ? storage_ids() : std::vector{storage_id};
  for (const std::string& id : ids) {
    const auto storage = find_storage(id);
    if (!storage) return storage.error();
    BagFolder bag;
    bag.folder = folder;
    bag.storage = *storage;
    auto paths = unnamed_files(folder, (*storage)->extension);
    if (!paths) {
      auto told = find_bag(folder, storage_id);
      if (told && told->has_metadata) return told;  // it says which of them they are
      return paths.error();
    }
    bag.paths = *std::move(paths);
    if (!bag.paths.empty()) return bag;
  }
  return Error{Code::kNotFound, "Bag '" + folder +
                                    "': there are no files to index, as bag_0.mcap. "
                                    "Check the path, or name the storage (-s)."};
}

}  // namespace

Result<BagMetadata> read_bag_metadata(const std::string& uri, const std::string& storage_id) {
  const auto bag = find_bag(uri, storage_id);
  if (!bag) return bag.error();
  if (bag->has_metadata) return bag->metadata;
  return metadata_of_files(*bag);
}

Result<BagMetadata> reindex(const std::string& folder, const std::string& storage_id) {
  const auto bag = files_of(folder, storage_id);
  if (!bag) return bag.error();
  if (const auto mended = mend_files(*bag); !mended) return mended.error();
  auto whole = metadata_of_files(*bag);
  if (!whole) return whole;
  const auto before = find_bag(folder, storage_id);
  if (before) {
    for (const auto& [key, value] : before->metadata.custom_data) {
      whole->custom_data.try_emplace(key, value);
    }
    if (whole->ros_distro.empty()) whole->ros_distro = before->metadata.ros_distro;
  }
  const std::string path = (std::filesystem::path(folder) / kMetadataFile).string();
  if (const auto written = replace_file(path, to_yaml(*whole)); !written) return written.error();
  return whole;
}

}  // namespace ranvier::bag
