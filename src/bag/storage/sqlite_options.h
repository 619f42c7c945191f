// How SQLite works on a file of a bag: presets, and pragmas of a storage config file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::bag {

struct SqliteOptions {
  std::vector<std::string> read_pragmas;   ///< "cache_size = 10000"
  std::vector<std::string> write_pragmas;  ///< those of the preset first
};

/// @param preset  "", "none": fast, and a kill may damage the file; "resilient": it may not.
/// @param config  a path, or empty: maps `read` and `write`, each with a list `pragmas`.
/// Fails naming the value, or file and line.
Result<SqliteOptions> read_sqlite_options(std::string_view preset, const std::string& config);

}  // namespace ranvier::bag
