// launch_guard NAME=VALUE: ends what a launch leaves behind.
//
// The launch holds the other end of the pipe that is this program's standard input, and writes
// lines to it: "+<group> <seconds to SIGTERM> <seconds to SIGKILL>" for a process that it
// started in a group of its own, "-<group>" when the group is empty. When the launch has ended,
// for whatever reason, the pipe closes. The processes that are left are then asked to end by
// SIGINT, SIGTERM and SIGKILL: those of the groups, those below them, and those that have
// NAME=VALUE in their environment.

#include <dirent.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Times {
  double to_sigterm = 5;
  double to_sigkill = 5;
};

using Clock = std::chrono::steady_clock;

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGKILL};
constexpr double kPatienceAfterSigkill = 5;

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
  char state = '?';
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// From /proc/<id>/stat; a process that has ended meanwhile has the state '?'.
Process read_process(pid_t id) {
  Process process;
  process.id = id;
  const std::string stat = read_file("/proc/" + std::to_string(id) + "/stat");
  const auto end_of_name = stat.rfind(')');
  if (end_of_name == std::string::npos) {
    return process;
  }
  std::istringstream fields(stat.substr(end_of_name + 1));
  fields >> process.state >> process.parent >> process.group >> process.session;
  return process;
}

std::vector<Process> all_processes() {
  std::vector<Process> processes;
  DIR* folder = opendir("/proc");
  if (folder == nullptr) {
    return processes;
  }
  while (const dirent* entry = readdir(folder)) {
    const pid_t id = std::atoi(entry->d_name);
    if (id > 0 && id != getpid()) {
      processes.push_back(read_process(id));
    }
  }
  closedir(folder);
  return processes;
}

bool has_mark(pid_t id, const std::string& mark) {
  const std::string environment = '\0' + read_file("/proc/" + std::to_string(id) + "/environ");
  return environment.find('\0' + mark + '\0') != std::string::npos;
}

class Guard {
 public:
  Guard(std::string mark, pid_t session) : mark_(std::move(mark)), session_(session) {}

  void hear(const std::string& line) {
    std::istringstream words(line);
    char what = 0;
    pid_t group = 0;
    words >> what >> group;
    if (group <= 1) {
      return;
    }
    if (what == '-') {
      groups_.erase(group);
    } else if (what == '+') {
      Times times;
      words >> times.to_sigterm >> times.to_sigkill;
      groups_[group] = times;
    }
  }

  void end_what_is_left() const {
    std::map<pid_t, Ending> endings;
    while (true) {
      const auto processes = left();
      for (const auto& process : processes) {
        go_on(endings[process.id], process);
      }
      const bool is_killed = std::all_of(processes.begin(), processes.end(), [&](const auto& one) {
        return endings[one.id].following == kSignals.size() && Clock::now() > endings[one.id].when;
      });
      if (is_killed) {
        return;
      }  // or there is none left
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

 private:
  // A number that is a group of another session is not one of the launch any more.
  bool is_member(const Process& process) const {
    return process.session == session_ && groups_.count(process.group) != 0;
  }

  std::vector<Process> left() const {
    const auto processes = all_processes();
    std::set<pid_t> found;
    for (const auto& process : processes) {
      if (is_member(process) || has_mark(process.id, mark_)) {
        found.insert(process.id);
      }
    }
    for (bool more = true; more;) {
      more = false;
      for (const auto& process : processes) {
        if (found.count(process.parent) != 0) {
          more |= found.insert(process.id).second;
        }
      }
    }
    std::vector<Process> living;
    for (const auto& process : processes) {
      const bool lives = process.state != 'Z' && process.state != '?';
      if (lives && found.count(process.id) != 0) {
        living.push_back(process);
      }
    }
    return living;
  }

  // Sends the next signal when its time has come.
  void go_on(Ending& ending, const Process& process) const {
    if (Clock::now() < ending.when || ending.following == kSignals.size()) {
      return;
    }
    const auto found = groups_.find(process.group);
    const Times times = found == groups_.end() ? Times() : found->second;
    const double seconds[] = {times.to_sigterm, times.to_sigkill, kPatienceAfterSigkill};
    kill(process.id, kSignals[ending.following]);
    kill(process.id, SIGCONT);
    ending.when = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(seconds[ending.following]));
    ++ending.following;
  }

  std::string mark_;
  pid_t session_;
  std::map<pid_t, Times> groups_;
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
  for (const int signum : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {
    signal(signum, SIG_IGN);
  }
  Guard guard(arguments[1], getsid(getppid()));
  for (std::string line; std::getline(std::cin, line);) {
    guard.hear(line);
  }
  guard.end_what_is_left();
  return 0;
}
