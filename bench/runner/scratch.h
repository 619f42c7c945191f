// A folder of a run.
#pragma once

#include <string>

namespace ranvier::bench {

/// An empty folder, gone at the end with all that is in it.
class ScratchFolder final {
 public:
  /// In the folder of temporary files, or, if it is there, in `parent`.
  /// Throws std::runtime_error.
  explicit ScratchFolder(const std::string& parent = "");
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ranvier::bench
