// Another program of a test, run to its end.
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "fork_child.h"

namespace ranvier::support {

struct CommandResult {
  int exit_code = -1;  ///< -1: it could not be run, or was killed
  std::string output;
};

/// @param complaints  a file for what it writes to stderr; empty: among the output.
inline CommandResult run_command(std::vector<std::string> words,
                                 const std::string& complaints = {}) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t pid = fork_child();
  if (pid == 0) {
    constexpr int kNew = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
    const int errors = complaints.empty() ? ends[1] : ::open(complaints.c_str(), kNew, 0600);
    ::dup2(ends[1], 1);
    ::dup2(errors, 2);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ::close(ends[1]);
  CommandResult result;
  std::array<char, 65536> piece{};
  for (ssize_t got = 1; got > 0;) {
    got = ::read(ends[0], piece.data(), piece.size());
    if (got > 0) result.output.append(piece.data(), static_cast<std::size_t>(got));
  }
  ::close(ends[0]);
  int status = 0;
  if (pid > 0) ::waitpid(pid, &status, 0);
  if (pid > 0 && WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  return result;
}

}  // namespace ranvier::support
