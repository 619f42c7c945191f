// A folder of a run.
#pragma once

#include <string>

namespace ranvier::bench {

/// An empty folder in that of temporary files, gone at the end with all that is in it.
class ScratchFolder final {
 public:
  /// Throws std::runtime_error.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace ranvier::bench
