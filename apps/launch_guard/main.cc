// launch_guard NAME=VALUE: ends what a launch leaves behind.
//
// The launch holds the other end of the pipe that is this program's standard input, and writes
// lines to it: "+<group> <seconds to SIGTERM> <seconds to SIGKILL>" for a process that it
// started in a group of its own, "-<group>" when the group is empty. When the launch has ended,
// for whatever reason, the pipe closes. The processes that are left are then asked to end by
// SIGINT, SIGTERM and SIGKILL: those of the groups, those below them, and those that have
// NAME=VALUE in their environment.

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGKILL};
constexpr double kPatienceAfterSigkill = 5;

struct Times {
  double to_sigterm = 0;
  double to_sigkill = 0;
};

// How far a process has been asked to end.
struct Ending {
  std::size_t following = 0;  // in kSignals
  Clock::time_point when;
};

struct Process {
  pid_t id = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  uint64_t start = 0;  // in ticks since the machine started
  char state = '?';

  [[nodiscard]] bool lives() const { return state != 'Z' && state != '?'; }
};

// Empty if it cannot be read: a process may end while its file is open.
std::string read_file(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 4096> part;
  for (ssize_t size = 0; (size = read(file, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(size));
  }
  close(file);
  return text;
}

// From /proc/<id>/stat; a process that has ended meanwhile has the state '?'.
Process read_process(pid_t id) {
  Process process;
  process.id = id;
  const std::string stat = read_file("/proc/" + std::to_string(id) + "/stat");
  const auto end_of_name = stat.rfind(')');
  if (end_of_name == std::string::npos) return process;
  std::istringstream fields(stat.substr(end_of_name + 1));
  fields >> process.state >> process.parent >> process.group >> process.session;
  std::string other;
  for (int field = 7; field < 22; ++field) fields >> other;
  fields >> process.start;
  return process;
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) return processes;
  while (const dirent* entry = readdir(folder)) {
    const pid_t id = std::atoi(entry->d_name);
    if (id > 0 && id != getpid()) processes.push_back(read_process(id));
  }
  closedir(folder);
  return processes;
}

enum class Mark { no, yes, unknown };

// Unknown: it has no environment that can be read, as a process that is just being executed.
Mark mark_of(pid_t id, const std::string& mark) {
  const std::string environment = read_file("/proc/" + std::to_string(id) + "/environ");
  if (environment.empty()) return Mark::unknown;
  const bool found = ('\0' + environment).find('\0' + mark + '\0') != std::string::npos;
  return found ? Mark::yes : Mark::no;
}

class Guard {
 public:
  Guard(std::string mark, pid_t session) : mark_(std::move(mark)), session_(session) {}

  void hear(const std::string& line) {
    std::istringstream words(line);
    char what = 0;
    pid_t group = 0;
    Times times;
    words >> what >> group >> times.to_sigterm >> times.to_sigkill;
    if (group <= 1) return;
    if (what == '-') {
      groups_.erase(group);
    } else if (what == '+') {
      groups_[group] = times;
      longest_.to_sigterm = std::max(longest_.to_sigterm, times.to_sigterm);
      longest_.to_sigkill = std::max(longest_.to_sigkill, times.to_sigkill);
    }
  }

  void end_what_is_left() const {
    std::map<pid_t, Ending> endings;
    while (true) {
      const auto processes = known_left();
      for (const auto& process : processes) go_on(endings[process.id], process);
      const auto is_given_up = [&](const Process& process) {
        const auto& ending = endings[process.id];
        return ending.following == kSignals.size() && Clock::now() > ending.when;
      };
      if (std::all_of(processes.begin(), processes.end(), is_given_up)) return;  // or none is left
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  // A number that is a group of another session is not one of the launch any more.
  [[nodiscard]] bool is_member(const Process& process) const {
    return process.session == session_ && groups_.count(process.group) != 0;
  }

  // What is left, when it is known of each process whether it is; but for one of which it is
  // never known: it may have no environment.
  [[nodiscard]] std::vector<Process> known_left() const {
    auto [processes, is_known] = left();
    for (int tries = 0; !is_known && processes.empty() && tries < 50; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::tie(processes, is_known) = left();
    }
    return processes;
  }

  // Gives the processes, and whether it is known of each other one that it is none of them.
  [[nodiscard]] std::pair<std::vector<Process>, bool> left() const {
    const auto processes = all_processes();
    std::set<pid_t> found;
    bool is_known = true;
    for (const auto& process : processes) {
      if (!process.lives() || process.start < start_) continue;
      const Mark mark = is_member(process) ? Mark::yes : mark_of(process.id, mark_);
      if (mark == Mark::yes) found.insert(process.id);
      is_known &= mark != Mark::unknown;
    }
    for (bool more = true; more;) {
      more = false;
      for (const auto& process : processes) {
        if (found.count(process.parent) != 0) more |= found.insert(process.id).second;
      }
    }
    std::vector<Process> living;
    for (const auto& process : processes) {
      if (process.lives() && found.count(process.id) != 0) living.push_back(process);
    }
    return {living, is_known};
  }

  // Sends the next signal when its time has come.
  void go_on(Ending& ending, const Process& process) const {
    if (Clock::now() < ending.when || ending.following == kSignals.size()) return;
    const auto group = groups_.find(process.group);
    const Times times = group == groups_.end() ? longest_ : group->second;
    const double seconds[] = {times.to_sigterm, times.to_sigkill, kPatienceAfterSigkill};
    kill(process.id, kSignals[ending.following]);
    kill(process.id, SIGCONT);
    ending.when = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(seconds[ending.following]));
    ++ending.following;
  }

  std::string mark_;
  pid_t session_;
  uint64_t start_ = read_process(getpid()).start;  // what is older is none of the launch's
  std::map<pid_t, Times> groups_;
  Times longest_;
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 2 || std::string(arguments[1]).find('=') == std::string::npos) {
    std::fputs(
        "usage: launch_guard NAME=VALUE\n"
        "launch starts it, and writes to its standard input; see docs/launch.md\n",
        stderr);
    return 2;
  }
  for (const int signum : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) signal(signum, SIG_IGN);
  Guard guard(arguments[1], getsid(getppid()));
  for (std::string line; std::getline(std::cin, line);) guard.hear(line);
  guard.end_what_is_left();
  return 0;
}
