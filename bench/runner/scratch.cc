#include "bench/runner/scratch.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace ranvier::bench {

ScratchFolder::ScratchFolder() {
  path_ = std::filesystem::temp_directory_path() / "ranvier-bench-XXXXXX";
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace ranvier::bench
