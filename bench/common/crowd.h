// Many senders on this machine, and what the process takes that serves all of them.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "bench/common/clock.h"

namespace ranvier::bench {

/// As many files as the system allows: each sender has a socket.
void allow_many_files();

/// Calls `round` ten times a second for so many seconds, and returns at the end of the last.
template <class Round>
void ten_times_a_second(int seconds, Round&& round) {
  const std::int64_t begin = now_ns();
  for (int i = 1; i <= 10 * seconds; ++i) {
    round();
    sleep_until_ns(begin + i * 100'000'000LL);
  }
}

/// What a process takes that serves some clients. It prints "<quantity> <number>" lines.
class Upkeep {
 public:
  Upkeep(pid_t of, int clients) : pid_(of), clients_(clients) {}

  /// One client is served: what comes is for the others.
  void one_is_there();
  /// All are, and send nothing yet.
  void all_are_there();
  /// They have sent so many messages since.
  void print_cpu(long messages) const;
  void print_memory() const;

 private:
  const pid_t pid_;
  const int clients_;
  double one_kb_ = 0;
  std::int64_t cpu_before_ns_ = 0;
};

}  // namespace ranvier::bench
