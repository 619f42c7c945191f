// The agent of microcontrollers, as a program beside that of a bench.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace ranvier::bench {

/// Runs until it is ended or destroyed, or the thread that started it ends.
/// Errors: std::runtime_error if it ends before boards can come.
class MicroAgent {
 public:
  /// @param words  its command line. @param lines  devices that it opens one after the other.
  explicit MicroAgent(std::vector<std::string> words, std::size_t lines = 1);
  ~MicroAgent();
  MicroAgent(const MicroAgent&) = delete;
  MicroAgent& operator=(const MicroAgent&) = delete;

  /// The port, or the device that it opened last.
  const char* port() const { return where_.c_str(); }
  /// -1 after end().
  pid_t pid() const { return pid_; }
  /// Ends it now, by a signal.
  void end(int signal);
  /// What it has counted under that name. Errors: std::runtime_error if it does not say.
  std::uint64_t counted(const std::string& name) const;

 private:
  bool read_line(std::string& line) const;

  pid_t pid_ = -1;
  int said_ = -1;  // stays open, for what it logs later
  std::string where_;
};

}  // namespace ranvier::bench
