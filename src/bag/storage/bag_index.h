// The metadata of a bag: read, or made again from its files.
#pragma once

#include <string>
#include <vector>

#include "bag/storage/metadata.h"
#include "ranvier/base/result.h"

namespace ranvier::bag {

/// What metadata.yaml says; without it, what the files say. Where there is one, no file of messages
/// is opened.
/// @param storage_id  empty: as the bag says.
/// Fails naming the path.
Result<BagMetadata> read_bag_metadata(const std::string& uri, const std::string& storage_id);

/// Writes metadata.yaml from the files in the folder, and the index of files that were not ended. An old one gives what the files do not have:
/// custom data, the distribution.
/// @return what was written. Fails naming the folder, if there are no files in it.
Result<BagMetadata> reindex(const std::string& folder, const std::string& storage_id);

}  // namespace ranvier::bag
