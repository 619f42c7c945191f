// One worker process, from its start to its figures.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/conductor.h"
#include "bench/common/of_process.h"
#include "bench/runner/process.h"

namespace ranvier::bench {

/// Names the program, what it was waited for, and what it wrote on stderr.
struct WorkerFailure : std::runtime_error {
  WorkerFailure(const std::string& what, bool it_ended)
      : std::runtime_error(what), ended(it_ended) {}
  bool ended;  ///< the process has; else it lives, and does not answer
};

/// A started worker; killed and reaped on destruction, and when the runner dies.
///
/// Threads: one. Errors: WorkerFailure.
class Worker final {
 public:
  /// A word such as "exec_ns=now" becomes the time just before the exec.
  Worker(const std::string& program, const std::vector<std::string>& words,
         const Environment& environment);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void expect(const std::string& line, double seconds);
  /// Its next line; `awaited` is what an error says that it did not say.
  std::string read_line(double seconds, const std::string& awaited);
  void send(const std::string& line);
  /// Reads figures until "end".
  Findings findings(double seconds);
  /// The last lines that it wrote on stderr, each after the program's name.
  [[nodiscard]] std::string last_words() const;
  /// User and system CPU that the process has used, all threads.
  [[nodiscard]] std::int64_t cpu_ns() const;
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// Sends a signal and waits for the end. @return its exit status; 128 + the number of the signal
  /// that ended it.
  int end(int signal, double seconds);

 private:
  [[noreturn]] void fail(const std::string& what) const;

  std::string program_;
  pid_t pid_ = -1;
  int to_ = -1;
  int from_ = -1;
  int errors_ = -1;  // an anonymous file that holds stderr
  std::string buffer_;
};

/// Memory of a process, in kB.
struct Memory {
  double pss = 0;
  double own = 0;  ///< private, clean and dirty
  double rss = 0;
  /// Adds what a line of smaps says, such as "Pss:  12 kB".
  void add(const std::string& line);
};
/// Reads /proc/<pid>/smaps_rollup. Throws std::runtime_error.
[[nodiscard]] Memory memory_of(pid_t pid);

/// Processes of others that map Cyclone or the core now, and so share the pages
/// that PSS divides. Those that may not be looked at are left out.
[[nodiscard]] std::vector<pid_t> foreign_users_of_the_libraries();

/// A DDS domain whose discovery port is free now, and the loopback-only
/// configuration that both sides of every bench run with; RANVIER_BENCH_RUN is a
/// word that no other run has.
[[nodiscard]] Environment loopback_environment();

/// Where the workers are: the folder of the running program, or what a ProgramFolder names.
[[nodiscard]] std::string program_folder();
/// The path of the `ranvier-trace` there.
[[nodiscard]] std::string trace_program();
/// What it says, with these words. Throws std::runtime_error, which has that,
/// if it fails or takes longer than ten minutes.
[[nodiscard]] std::string said_by_ranvier_trace(std::vector<std::string> words);

/// What benches read beside their programs: seeds, topologies, launch files, scripts. In a prefix it is
/// share/ranvier_bench, and in a build folder bench/ of the tree.
[[nodiscard]] std::string bench_folder();

/// A file of the tree, by its path there. Throws std::runtime_error where it is not, as in a prefix.
[[nodiscard]] std::string file_of_tree(const std::string& path);

/// While it lives, workers are started from another folder. One at a time.
/// Threads: that of the runner.
class ProgramFolder {
 public:
  explicit ProgramFolder(const std::string& path);
  ~ProgramFolder();
  ProgramFolder(const ProgramFolder&) = delete;
  ProgramFolder& operator=(const ProgramFolder&) = delete;
};

/// Whether there is one of that name.
[[nodiscard]] bool has_program(const std::string& name);

}  // namespace ranvier::bench
