// Where a bag lies, and how its files are written.
#ifndef ROSBAG2_STORAGE__STORAGE_OPTIONS_HPP_
#define ROSBAG2_STORAGE__STORAGE_OPTIONS_HPP_

#include <cstdint>
#include <string>
#include <unordered_map>

namespace rosbag2_storage
{

/// Threads: as a struct.
struct StorageOptions
{
  std::string uri;  ///< The folder of the bag, or one file of it.
  std::string storage_id = "";  ///< "mcap", "sqlite3"; empty: the default, or what the bag says.
  uint64_t max_bagfile_size = 0;  ///< Bytes at which a file is ended; 0: no bound.
  uint64_t max_bagfile_duration = 0;  ///< Seconds in one file; 0: no bound.
  /// Bytes of messages that may wait to be written; 0: who gives one waits until it is.
  uint64_t max_cache_size = 0;
  std::string storage_preset_profile = "";  ///< A preset of the storage.
  std::string storage_config_uri = "";  ///< A file with settings of the storage.
  bool snapshot_mode = false;  ///< Messages are written when a snapshot is asked for.
  int64_t start_time_ns = -1;  ///< Messages before it are left out, ns since the epoch; -1: none.
  int64_t end_time_ns = -1;  ///< Messages after it are left out; -1: none.
  std::unordered_map<std::string, std::string> custom_data{};  ///< Goes into the metadata.
};

}  // namespace rosbag2_storage

#endif  // ROSBAG2_STORAGE__STORAGE_OPTIONS_HPP_
