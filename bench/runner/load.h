// What keeps the wire and the processors of a run busy beside it: iperf3 and stress, as published
// measurements used them.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "bench/runner/network.h"

namespace ranvier::bench {

struct LoadKind {
  int megabits = 0;     ///< a second of UDP from the first host to the second; 0: none
  bool stress = false;  ///< two workers each of cpu, io, vm (64 MB) and, in /dev/shm, hdd (16 MB)
};

/// "iperf-4", "stress", "stress-iperf-4"; empty: no load.
[[nodiscard]] std::string name_of(const LoadKind& kind);
[[nodiscard]] std::string in_words(const LoadKind& kind);
/// Why it cannot be made here, with the packages that are missing; empty: it can.
[[nodiscard]] std::string refusal_of(const LoadKind& kind);

/// From here to its end the load is there. All of it dies with this, also if the runner is killed.
///
/// Threads: that of the runner.
/// Errors: std::runtime_error.
class Load final {
 public:
  Load(const LoadKind& kind, const Network& network);
  ~Load();
  Load(const Load&) = delete;
  Load& operator=(const Load&) = delete;
  /// Throws std::runtime_error if a part of it has ended: then it was not there all the time.
  void expect_alive() const;

 private:
  struct Program {
    std::string what;
    pid_t pid;
  };
  void start(const std::string& command, const Namespace& host);
  void end() noexcept;
  std::vector<Program> programs_;
};

}  // namespace ranvier::bench
