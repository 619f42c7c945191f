// The table of storages: the formats that a file of a bag can have.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bag/storage/file_reader.h"
#include "bag/storage/file_writer.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// How files of a bag are written.
struct StorageSettings {
  std::string preset;        ///< of the storage; empty: its defaults
  std::string config;        ///< path of a file of its settings, or empty
  std::string ros_distro{};  ///< where the storage keeps it beside the metadata
};

/// Makes a file at a path that does not exist.
/// Contract: any thread.
using CreateFile = std::function<Result<std::unique_ptr<FileWriter>>(const std::string& path)>;

/// How files of a bag are read.
struct ReadSettings {
  std::string config;            ///< path of a file of settings of the storage, or empty
  std::uint64_t read_ahead = 0;  ///< bytes that are asked for before they are needed, at most
  bool loads_ahead = false;      ///< as that of ReadOptions
};

/// A row of the table.
struct Storage {
  std::string id;               ///< "mcap"
  std::string extension;        ///< ".mcap"; empty: the writer puts one behind the path itself
  std::uint64_t smallest_file;  ///< the least size in bytes at which a bag may be split
  /// Reads the settings once, before the first file. Fails naming what is wrong with them.
  std::function<Result<CreateFile>(const StorageSettings&)> writer;
  /// Opens a file. Contract: any thread.
  std::function<Result<std::unique_ptr<FileReader>>(const std::string& path, const ReadSettings&)>
      reader;
  /// Gives a file that was not ended its index; empty: files have none. @return whether it did.
  std::function<Result<bool>(const std::string& path)> mend{};
};

/// Asked once, before an id is said to be unknown and before all are listed: it may add rows.
/// Contract: any thread; of several calls the first counts.
void set_storage_finder(std::function<void()> find);
/// The row of that id, or an error that names those that there are.
/// Contract: any thread.
Result<const Storage*> find_storage(std::string_view id);
/// The row whose extension the path ends with, or null.
/// Contract: any thread.
const Storage* storage_of(std::string_view path);
/// Adds a row, as a plugin does. A row of that id that is there already stays.
/// Contract: any thread; rows stay for the life of the process.
void add_storage(Storage storage);
/// The ids in the order of the table.
std::vector<std::string> storage_ids();

}  // namespace ranvier::bag
