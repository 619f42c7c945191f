// The folder of a bag: which files it has, and what they say together.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/metadata.h"
#include "bag/storage/storages.h"

namespace ranvier::bag {

/// Where a bag lies.
struct BagFolder {
  std::string folder;
  const Storage* storage = nullptr;
  BagMetadata metadata;            ///< as metadata.yaml says; else only the storage and the paths
  bool has_metadata = false;       ///< there is a metadata.yaml
  std::vector<std::string> paths;  ///< of its files, in order
  std::vector<std::string> notes;  ///< for people: which of them metadata.yaml names otherwise
};

/// Looks for a bag. No file of messages is opened.
/// @param uri  its folder, or one file. @param storage_id  empty: by metadata.yaml, or the names.
/// Fails naming the path, if nothing there is a bag.
Result<BagFolder> find_bag(const std::string& uri, const std::string& storage_id);
/// What the folder's metadata.yaml says; `size` is left out. Fails if it is no plain file.
/// Contract: any thread.
Result<BagMetadata> metadata_in(const std::string& folder);

/// Opens a file of a bag, one that is compressed as a whole too.
Result<std::unique_ptr<FileReader>> open_bag_file(const Storage& storage, const std::string& path,
                                                  const ReadSettings& settings);

/// Adds what a file holds to the metadata of its bag: files, times, counts; custom data and the
/// rest from its note, where `metadata` has none.
void add_contents(BagMetadata& metadata, const std::string& path, const FileContents& contents);

/// Bytes of all files in a folder, as the size of a bag is counted; 0 if it is not there.
std::uint64_t folder_size(const std::string& folder);

/// Bytes of a file; 0 if it is not there.
std::uint64_t file_size(const std::string& path);

/// Replaces a file whole or not at all. Fails naming it.
Result<void> replace_file(const std::string& path, const std::string& text);

}  // namespace ranvier::bag
