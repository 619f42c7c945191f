// The agent as a program of its own.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "../support/fork_child.h"

namespace ranvier::micro::support {

/// Another program, killed at the end.
class Program {
 public:
  explicit Program(std::vector<std::string> words) : pid_(ranvier::support::fork_child()) {
    if (pid_ != 0) return;
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  ~Program() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Program(const Program&) = delete;

 private:
  const pid_t pid_;
};

/// Runs until it is destroyed. What it says on its start names the port or the device.
class AgentProcess {
 public:
  explicit AgentProcess(std::vector<std::string> words) {
    words.insert(words.begin(), MICRO_AGENT);
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    std::vector<char*> pointers;
    for (auto& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_ = ranvier::support::fork_child();
    if (pid_ == 0) {
      ::dup2(ends[1], 1);
      ::dup2(ends[1], 2);
      ::execv(pointers[0], pointers.data());
      ::_exit(127);
    }
    ::close(ends[1]);
    out_ = ends[0];
    std::array<char, 4096> piece{};
    while (said_.find("boards ") == std::string::npos || said_.back() != '\n') {
      const ssize_t got = ::read(out_, piece.data(), piece.size());
      if (got <= 0) return;
      said_.append(piece.data(), static_cast<std::size_t>(got));
    }
    drain_ = std::thread([this] {  // so that it never waits for a reader
      std::array<char, 4096> rest{};
      for (ssize_t got = 0; (got = ::read(out_, rest.data(), rest.size())) > 0;) {
        const std::lock_guard lock(mutex_);
        said_.append(rest.data(), static_cast<std::size_t>(got));
      }
    });
  }
  ~AgentProcess() {
    stop(SIGTERM);  // so that its nodes leave the graph at once
    if (drain_.joinable()) drain_.join();
    ::close(out_);
  }
  AgentProcess(const AgentProcess&) = delete;

  int stop(int signal) {
    if (pid_ <= 0) return status_;
    ::kill(pid_, signal);
    ::waitpid(pid_, &status_, 0);
    pid_ = -1;
    return status_;
  }
  /// The last word of what it said first: a port, or a device.
  std::string where() const {
    const std::string all = said();
    const std::string line = all.substr(0, all.find('\n', all.find("boards ")));
    return line.substr(line.rfind(' ') + 1);
  }
  std::string said() const {
    const std::lock_guard lock(mutex_);
    return said_;
  }

 private:
  pid_t pid_ = -1;
  int status_ = 0;
  int out_ = -1;
  mutable std::mutex mutex_;
  std::string said_;
  std::thread drain_;
};

}  // namespace ranvier::micro::support
