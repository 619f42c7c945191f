// Gives an MCAP file that was not ended the index that it lacks.
#pragma once

#include <string>

#include "ranvier/base/result.h"

namespace ranvier::bag::mcap {

/// Writes a summary behind the last whole record of a file, and ends it. Messages that lie behind
/// the last chunk, or in one that is cut, go into a chunk with an index. What was not written whole
/// is cut off; all else stays where it is.
///
/// @return whether the file has changed: one with a complete summary is left as it is, and so is one
/// that is damaged before its end, or has messages between its chunks.
/// Contract: nobody writes the file; any thread; blocks on the disk. A process that is killed
/// meanwhile may leave the last chunk damaged. Fails naming the file.
Result<bool> mend(const std::string& path);

}  // namespace ranvier::bag::mcap
