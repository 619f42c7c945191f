#include "bench/runner/worker.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/common/clock.h"

namespace ranvier::bench {
namespace {

std::string content_of(int file) {
  std::string text(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), 0);
  const ssize_t got = pread(file, text.data(), text.size(), 0);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

// Looks without reaping: the destructor still does that. False while it lives.
bool has_ended(pid_t pid, siginfo_t& info) {
  info = {};
  const auto id = static_cast<id_t>(pid);
  return waitid(P_PID, id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

std::string how_it_ended(pid_t pid) {
  siginfo_t info{};
  usleep(20'000);  // its pipe closes before it is a zombie
  if (!has_ended(pid, info)) return "";
  if (info.si_code == CLD_EXITED) return " (exit code " + std::to_string(info.si_status) + ")";
  return " (killed by signal " + std::to_string(info.si_status) + ")";
}

std::filesystem::path folder_of_this_program() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

std::string& other_folder() {
  static std::string path;
  return path;
}

bool discovery_port_is_free(int domain) {
  const int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(7400 + 250 * domain));
  const bool free = bind(file, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  close(file);
  return free;
}

}  // namespace

Worker::Worker(const std::string& program, const std::vector<std::string>& words,
               const Environment& environment)
    : program_(program), errors_(memfd_create("stderr", MFD_CLOEXEC)) {
  if (access(program.c_str(), X_OK) != 0) {
    throw std::runtime_error("worker program '" + program +
                             "' is missing: benches run where they were built. In Ranvier's tree, "
                             "run `make build`, and then build/bin/ranvier");
  }
  Pipe in;
  Pipe out;
  std::vector<std::string> arguments{program};
  for (const auto& word : words) {
    const bool asks_when = word.ends_with("_ns=now");
    arguments.push_back(asks_when ? word.substr(0, word.size() - 3) + std::to_string(now_ns())
                                  : word);
  }
  pid_ = start_process(std::move(arguments), environment, {in.ends[0], out.ends[1], errors_});
  close(in.ends[0]);
  close(out.ends[1]);
  to_ = in.ends[1];
  from_ = out.ends[0];
  if (pid_ < 0) fail("cannot be started");
}

Worker::~Worker() {
  close(to_);
  close(from_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(errors_);
}

void Worker::fail(const std::string& what) const {
  const std::string said = content_of(errors_);
  const std::string end = how_it_ended(pid_);
  throw WorkerFailure(program_ + " " + what + end + (said.empty() ? "." : "; it said:\n" + said),
                      !end.empty());
}

std::string Worker::last_words() const {
  constexpr std::size_t kLines = 5;
  std::istringstream said(content_of(errors_));
  std::deque<std::string> lines;
  for (std::string line; std::getline(said, line);) {
    lines.push_back(std::move(line));
    if (lines.size() > kLines) lines.pop_front();
  }
  std::string words;
  for (const std::string& line : lines) {
    words += std::filesystem::path(program_).filename().string() + ": " + line + "\n";
  }
  return words;
}

std::string Worker::read_line(double seconds, const std::string& awaited) {
  const std::int64_t deadline = now_ns() + static_cast<std::int64_t>(seconds * 1e9);
  for (;;) {
    const auto end = buffer_.find('\n');
    if (end != std::string::npos) {
      const std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    pollfd ready{from_, POLLIN, 0};
    const auto left_ms = (deadline - now_ns()) / 1'000'000;
    if (left_ms <= 0 || poll(&ready, 1, static_cast<int>(left_ms)) == 0) {
      fail("did not say '" + awaited + "' in time");
    }
    char bytes[4096];
    const ssize_t got = read(from_, bytes, sizeof bytes);
    if (got <= 0) fail("ended before it said '" + awaited + "'");
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
}

void Worker::expect(const std::string& line, double seconds) {
  const std::string got = read_line(seconds, line);
  if (got != line) fail("said '" + got + "' instead of '" + line + "'");
}

void Worker::send(const std::string& line) {
  const std::string text = line + "\n";
  if (write(to_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    fail("ended before it could be told '" + line + "'");
  }
}

Findings Worker::findings(double seconds) {
  Findings findings;
  for (;;) {
    const std::string line = read_line(seconds, "end");
    if (line == "end") return findings;
    if (line.rfind("line ", 0) == 0) {
      findings.lines.push_back(line.substr(5));
    } else if (const auto equals = line.find('='); equals != std::string::npos) {
      findings.numbers[line.substr(0, equals)] = std::strtod(line.c_str() + equals + 1, nullptr);
    } else {
      fail("said '" + line + "', which is not a figure");
    }
  }
}

std::int64_t Worker::cpu_ns() const {
  siginfo_t info{};
  if (has_ended(pid_, info)) fail("ended inside the measured window");
  return cpu_ns_of(pid_);
}

int Worker::end(int signal, double seconds) {
  kill(pid_, signal);
  siginfo_t info{};
  if (!wait_until([&] { return has_ended(pid_, info); }, seconds)) fail("did not end in time");
  return info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

void Memory::add(const std::string& line) {
  const auto colon = line.find(':');
  if (colon == std::string::npos) return;
  const std::string key = line.substr(0, colon);
  const double kilobytes = std::strtod(line.c_str() + colon + 1, nullptr);
  if (key == "Pss") pss += kilobytes;
  if (key == "Rss") rss += kilobytes;
  if (key == "Private_Clean" || key == "Private_Dirty") own += kilobytes;
}

Memory memory_of(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/smaps_rollup";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path + ": is the process still alive?");
  Memory memory;
  for (std::string line; std::getline(file, line);) memory.add(line);
  return memory;
}

std::vector<pid_t> foreign_users_of_the_libraries() {
  std::vector<pid_t> users;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    if (pid <= 0) continue;
    std::ifstream maps(entry.path() / "maps");
    for (std::string line; std::getline(maps, line);) {
      if (line.find("/libddsc.so") == std::string::npos &&
          line.find("/libranvier.so") == std::string::npos) {
        continue;
      }
      users.push_back(pid);
      break;
    }
  }
  return users;
}

// Another program may sit on the same domain (its tests, a bench in another
// tree): the tag keeps participants of this run to themselves all the same.
Environment loopback_environment() {
  static int next = getpid();
  int domain = 0;
  for (int tries = 0; tries < 100; ++tries) {
    domain = 1 + next++ % 100;
    if (discovery_port_is_free(domain)) break;
  }
  const std::string tag = "bench-" + std::to_string(getpid()) + "-" + std::to_string(now_ns());
  return {{"ROS_DOMAIN_ID", std::to_string(domain)},
          {"RANVIER_BENCH_RUN", tag},
          {"CYCLONEDDS_URI",
           "<CycloneDDS><Domain><General><Interfaces>"
           "<NetworkInterface name=\"lo\" multicast=\"true\"/></Interfaces></General>"
           "<Discovery><Tag>" +
               tag + "</Tag></Discovery></Domain></CycloneDDS>"}};
}

ProgramFolder::ProgramFolder(const std::string& path) { other_folder() = path; }
ProgramFolder::~ProgramFolder() { other_folder().clear(); }

std::string program_folder() {
  if (!other_folder().empty()) return other_folder();
  return folder_of_this_program();
}

std::string trace_program() { return program_folder() + "/ranvier-trace"; }

std::string said_by_ranvier_trace(std::vector<std::string> words) {
  constexpr double kPatience = 600;  // seconds: it may read a long trace
  const std::string command = words.front();
  words.insert(words.begin(), trace_program());
  Finished finished = run_to_end(words, {}, kPatience);
  if (finished.status != 0)
    throw std::runtime_error("ranvier-trace " + command + " failed: " + finished.said);
  return std::move(finished.said);
}

std::string bench_folder() {
  return std::filesystem::weakly_canonical(folder_of_this_program() / "../share/ranvier_bench");
}

std::string file_of_tree(const std::string& path) {
  const auto file = std::filesystem::path(bench_folder()).parent_path() / path;
  if (std::filesystem::exists(file)) return file;
  throw std::runtime_error("'" + path +
                           "' is in the tree of Ranvier alone, not in a prefix. Run this "
                           "there: make build, then build/bin/ranvier");
}

bool has_program(const std::string& name) {
  return access((program_folder() + "/" + name).c_str(), X_OK) == 0;
}

}  // namespace ranvier::bench
