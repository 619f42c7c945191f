// Starting a program: what workers and commands have in common.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

namespace ranvier::bench {

using Environment = std::map<std::string, std::string>;

/// Both ends close at an exec.
struct Pipe {
  int ends[2];
  /// Throws std::runtime_error.
  Pipe();
};

/// The descriptors that a program has as its stdin, stdout and stderr.
struct Streams {
  int in, out, err;
};

/// Starts `words`, whose first is a path, with `extra` over this process's environment. It is
/// killed when the runner dies. @return its id, or -1.
[[nodiscard]] pid_t start_process(std::vector<std::string> words, const Environment& extra,
                                  const Streams& streams);

/// A command that was run to its end.
struct Finished {
  std::string said;    ///< on both streams
  int status = 0;      ///< what it exited with; 128 + the number of the signal that ended it
  double wall_ms = 0;  ///< from before the fork to the end
  double cpu_ms = 0;   ///< user and system, with its children that it waited for
  double peak_mb = 0;  ///< the largest resident size
};

/// Runs `words` with nothing on stdin. Throws std::runtime_error that names them if they cannot
/// be started, or have not ended after `patience_s`.
[[nodiscard]] Finished run_to_end(const std::vector<std::string>& words,
                                  const Environment& environment, double patience_s = 60);

}  // namespace ranvier::bench
