// A small file as one text.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

namespace ranvier {

/// All that the file holds; empty where it cannot be read.
/// Contract: any thread; blocks; allocates.
inline std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace ranvier
