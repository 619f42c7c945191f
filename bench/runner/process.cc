#include "bench/runner/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

#include "bench/common/clock.h"
#include "tests/support/fork_child.h"

namespace ranvier::bench {
namespace {

std::vector<std::string> merged_environment(const Environment& extra) {
  std::vector<std::string> words;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string word = *entry;
    if (extra.count(word.substr(0, word.find('='))) == 0) words.push_back(word);
  }
  for (const auto& [key, value] : extra) words.push_back(key + "=" + value);
  return words;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (auto& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

// Runs between fork and exec: async-signal-safe calls only.
[[noreturn]] void become(const Streams& streams, char* const* words, char* const* environment) {
  signal(SIGPIPE, SIG_DFL);  // ours may be ignored
  dup2(streams.in, STDIN_FILENO);
  dup2(streams.out, STDOUT_FILENO);
  dup2(streams.err, STDERR_FILENO);
  execve(words[0], words, environment);
  _exit(127);
}

std::string line_of(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
  return line;
}

// Until its end is closed. False if that takes too long.
bool read_all(int from, std::int64_t deadline, std::string& text) {
  for (;;) {
    pollfd ready{from, POLLIN, 0};
    const auto left_ms = (deadline - now_ns()) / 1'000'000;
    if (left_ms <= 0 || poll(&ready, 1, static_cast<int>(left_ms)) == 0) return false;
    char bytes[4096];
    const ssize_t got = read(from, bytes, sizeof bytes);
    if (got <= 0) return true;
    text.append(bytes, static_cast<std::size_t>(got));
  }
}

double milliseconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
}

}  // namespace

Pipe::Pipe() {
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("the runner cannot open a pipe");
}

pid_t start_process(std::vector<std::string> words, const Environment& extra,
                    const Streams& streams) {
  std::vector<std::string> variables = merged_environment(extra);
  const auto variable_pointers = pointers(variables);
  const auto word_pointers = pointers(words);
  const pid_t pid = support::fork_child();
  if (pid == 0) become(streams, word_pointers.data(), variable_pointers.data());
  return pid;
}

Finished run_to_end(const std::vector<std::string>& words, const Environment& environment,
                    double patience_s) {
  Finished finished;
  Pipe out;
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const std::int64_t begin = now_ns();
  const pid_t pid = start_process(words, environment, {nothing, out.ends[1], out.ends[1]});
  close(out.ends[1]);
  close(nothing);
  const auto patience_ns = static_cast<std::int64_t>(patience_s * 1e9);
  const bool ended = pid > 0 && read_all(out.ends[0], begin + patience_ns, finished.said);
  close(out.ends[0]);
  if (pid > 0 && !ended) kill(pid, SIGKILL);
  int status = 0;
  rusage used{};
  if (pid < 0 || wait4(pid, &status, 0, &used) != pid) {
    throw std::runtime_error("cannot be started: " + line_of(words));
  }
  finished.wall_ms = static_cast<double>(now_ns() - begin) / 1e6;
  if (!ended) {
    throw std::runtime_error("did not end in time: " + line_of(words) + "; it said:\n" +
                             finished.said);
  }
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  finished.cpu_ms = milliseconds(used.ru_utime) + milliseconds(used.ru_stime);
  finished.peak_mb = static_cast<double>(used.ru_maxrss) * 1024 / 1e6;
  return finished;
}

}  // namespace ranvier::bench
