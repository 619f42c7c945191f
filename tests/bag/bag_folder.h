// A folder for the bags of a test, and what an exception says.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>

#include "rosbag2_storage/storage_options.hpp"

namespace bag_tests {

/// Made by the constructor, removed by the destructor.
class BagFolder {
 public:
  BagFolder() {
    std::string name = std::filesystem::temp_directory_path() / "ranvier_bags_XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~BagFolder() { std::filesystem::remove_all(path_); }
  BagFolder(const BagFolder&) = delete;

  std::string in(const std::string& name) const { return path_ + '/' + name; }
  rosbag2_storage::StorageOptions at(const std::string& name,
                                     const std::string& storage = "mcap") const {
    rosbag2_storage::StorageOptions options;
    options.uri = in(name);
    options.storage_id = storage;
    return options;
  }

 private:
  std::string path_;
};

inline std::string words_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace bag_tests
