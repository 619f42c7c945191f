// Room for a trace of gigabytes, which is given back whatever happens.
#pragma once

#include <sys/types.h>

#include <string>

namespace ranvier::bench {

/// A directory for traces: on the disk of /tmp, or in memory where the disk is too slow
/// or too full, and memory has the room. It is removed at the end, and by a process of its own if this one is killed.
///
/// Threads: made and ended by one, while the process has no other.
/// Errors:  std::runtime_error.
class StreamRoom final {
 public:
  /// @param bytes_per_s  that the disk must take to be chosen.
  /// @param bytes        that must fit.
  StreamRoom(double bytes_per_s, double bytes);
  ~StreamRoom();
  StreamRoom(const StreamRoom&) = delete;
  StreamRoom& operator=(const StreamRoom&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Bytes that may be put there: half of what is free.
  [[nodiscard]] double bytes() const;
  [[nodiscard]] bool in_memory() const { return in_memory_; }
  /// What the disk took, a quarter of a gigabyte with all of it written.
  [[nodiscard]] double disk_bytes_per_s() const { return disk_bytes_per_s_; }

 private:
  void make(const std::string& parent);
  void start_cleaner();

  std::string path_;
  bool in_memory_ = false;
  double disk_bytes_per_s_ = 0;
  int to_cleaner_ = -1;
  pid_t cleaner_ = -1;
};

}  // namespace ranvier::bench
