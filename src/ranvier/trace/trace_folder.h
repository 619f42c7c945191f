// The files of one process's trace, beside its streams.
#pragma once

#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/trace/ctf.h"

namespace ranvier::trace {

/// A folder `<program>-<pid>` of the directory, with the file `metadata` and,
/// while the process lives, a link `.buffer` to the file with its buffer.
struct TraceFolder {
  std::string path;
  std::string buffer;  ///< in memory where there is /dev/shm, else in the folder
  TraceIdentity identity;
};

/// A new trace of this process in the directory, which is there. The traces of a directory
/// share one relation of the clock to the epoch.
TraceIdentity identify(const std::string& directory, const std::string& program);

/// Makes the directory if need be, a new folder in it and its metadata.
/// Fails naming the path and the remedy.
Result<TraceFolder> make_folder(const std::string& directory);

/// Makes the folder of another trace of the same process: the path of `other`
/// with `suffix` behind it. It has no buffer. Fails naming the path and the remedy.
Result<TraceFolder> make_folder_beside(const TraceFolder& other, const std::string& suffix);

/// Copies whole packets of all streams of one trace into another, as that one's.
Result<void> copy_streams(const TraceFolder& from, const TraceFolder& to);

/// Makes the link by which a buffer is found again.
Result<void> link_buffer(const TraceFolder& folder);

/// Undoes make_folder() and link_buffer().
void remove_folder(const TraceFolder& folder) noexcept;

/// Removes link and buffer: the trace is whole.
void remove_buffer(const std::string& folder) noexcept;

/// Folders of the directory that have a buffer still. Fails (kNotFound) if it
/// cannot be read.
Result<std::vector<std::string>> folders_with_buffer(const std::string& directory);

/// The buffer that the link of a folder names.
std::string linked_buffer(const std::string& folder);

}  // namespace ranvier::trace
