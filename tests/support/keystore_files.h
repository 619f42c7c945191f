// What the tests of this room share: a folder, the command openssl, a keystore by it alone.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "command.h"
#include "ranvier/base/result.h"

namespace ranvier::security::testing {

namespace fs = std::filesystem;

/// A folder of a test's own, gone at its end.
class Folder final {
 public:
  Folder() {
    std::string name = "/tmp/ranvier-keystore-XXXXXX";
    path_ = ::mkdtemp(name.data());
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  fs::path operator/(const fs::path& name) const { return path_ / name; }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

inline std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void put(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

template <class T>
::testing::AssertionResult is_good(const Result<T>& result) {
  if (result) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << result.error().what;
}

/// What a command prints, with its errors. Fails the test unless it ends well.
inline std::string openssl(std::vector<std::string> words) {
  words.insert(words.begin(), {"/usr/bin/env", "openssl"});
  const auto result = support::run_command(words);
  EXPECT_EQ(result.exit_code, 0) << words[2] << ": " << result.output;
  return result.output;
}
inline bool openssl_agrees(std::vector<std::string> words) {
  words.insert(words.begin(), {"/usr/bin/env", "openssl"});
  return support::run_command(words).exit_code == 0;
}

}  // namespace ranvier::security::testing
