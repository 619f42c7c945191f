#include "bench/runner/scratch.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ranvier::bench {

ScratchFolder::ScratchFolder(const std::string& parent) {
  const bool is_there = !parent.empty() && std::filesystem::is_directory(parent);
  const auto in = is_there ? std::filesystem::path(parent) : std::filesystem::temp_directory_path();
  path_ = in / "ranvier-bench-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace ranvier::bench
