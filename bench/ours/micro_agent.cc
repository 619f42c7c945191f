#include "bench/ours/micro_agent.h"
#include "tests/support/fork_child.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace ranvier::bench {
namespace {

// Runs between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(char* const* words, int out) {
  ::dup2(out, 1);
  ::dup2(out, 2);
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

MicroAgent::MicroAgent(std::vector<std::string> words, std::size_t lines) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  const std::string program =
      std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ranvier-micro-agent";
  words.insert(words.begin(), program);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_ = support::fork_child();
  if (pid_ == 0) become(pointers.data(), ends[1]);
  ::close(ends[1]);
  said_ = ends[0];
  for (std::string line; read_line(line);) {
    const bool comes_in = line.find("boards come in") != std::string::npos;
    if (comes_in) where_ = line.substr(line.rfind(' ') + 1);
    if (comes_in && --lines == 0) return;
  }
  throw std::runtime_error("'" + program + "' ended before boards could come");
}

MicroAgent::~MicroAgent() {
  end(SIGTERM);
  ::close(said_);
}

void MicroAgent::end(int signal) {
  if (pid_ <= 0) return;
  ::kill(pid_, signal);
  ::waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

bool MicroAgent::read_line(std::string& line) const {
  line.clear();
  for (char byte = 0; ::read(said_, &byte, 1) == 1; line += byte) {
    if (byte == '\n') return true;
  }
  return false;
}

std::uint64_t MicroAgent::counted(const std::string& name) const {
  if (pid_ <= 0) throw std::runtime_error("the agent has ended");
  ::kill(pid_, SIGUSR1);
  for (std::string line; read_line(line);) {
    if (line.find("clients ") == std::string::npos) continue;
    const std::size_t at = line.find(name + " ");
    if (at == std::string::npos) break;
    return std::stoull(line.substr(at + name.size() + 1));
  }
  throw std::runtime_error("the agent did not say '" + name + "'");
}

}  // namespace ranvier::bench
