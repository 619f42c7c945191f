// Files that are often found in the place of a bag's.
#pragma once

#include <optional>
#include <string>

#include "ranvier/base/result.h"

namespace ranvier::bag {

/// What a file is that is no file of a bag, and what to do; nothing, if it is not known.
/// Contract: any thread.
std::optional<Error> strange_file(const std::string& path);

/// The id of the storage whose files begin as this one; empty: none of ours.
/// Contract: any thread.
std::string storage_by_content(const std::string& path);

}  // namespace ranvier::bag
