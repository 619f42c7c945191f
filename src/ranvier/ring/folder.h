// Where the segments of one user's processes lie, and what is left of dead ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/os/descriptor.h"

namespace ranvier::ring {

/// The folder "ranvier-<user id>" in `parent`: mode 0700, one file a segment.
///
/// A segment's process holds a lock on its file that the kernel drops when the
/// process ends, however it ends (an open-file-description lock, fcntl(2)); a
/// process id says nothing here. A file gets its name only once it is locked, so
/// a name without a lock is that of a dead process.
///
/// Threads: all functions from any thread.
class Folder final {
 public:
  /// Makes it if need be. Fails if it is another user's, or open to others.
  static Result<Folder> open(const std::string& parent = "/dev/shm");

  /// A locked file without a name, mode 0600, that no one else can open yet, and
  /// that takes no page. Fails also if the file system has no `room`, in bytes.
  Result<Descriptor> create(std::uint64_t room = 0) const;
  /// Gives it its name: from now on others can open it.
  Result<void> publish(const Descriptor& file, const std::string& name) const;
  /// Says with an empty file of that name that there will be no segment.
  void disclaim(const Descriptor& file, const std::string& name) const noexcept;
  /// Somebody's segment, for reading and for ringing its events. Fails on what is
  /// not a plain file of this user's, mode 0600.
  Result<Descriptor> open_segment(const std::string& name) const;
  enum class State {
    kAbsent,  ///< its process has made none yet, or is gone
    kEmpty,   ///< its process could make none, and will not (disclaim())
    kThere
  };
  State state(const std::string& name) const noexcept;
  void remove(const std::string& name) const noexcept;

  /// Removes the files of processes that are gone. @return how many.
  /// Safe at any time, from many processes at once.
  std::size_t clean() const;
  /// The segments that have a name, those of dead processes included.
  std::vector<std::string> names() const;
  const std::string& path() const noexcept { return path_; }

  /// 32 hexadecimal digits at random.
  static Result<std::string> new_name();
  static bool valid_name(const std::string& name) noexcept;
  /// Whether the process that made the segment still has it.
  static bool alive(const Descriptor& segment) noexcept;

 private:
  Folder(std::string path, Descriptor folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}
  bool remove_if_dead(const std::string& name) const;
  std::string path_;
  Descriptor folder_;
};

}  // namespace ranvier::ring
