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

namespace
{

struct Times
{
  double to_sigterm = 5;
  double to_sigkill = 5;
};

struct Process
{
  pid_t id = 0;
  pid_t parent = 0;
  pid_t group = 0;
  pid_t session = 0;
  char state = '?';
};

std::string read_file(const std::string & path)
{
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// From /proc/<id>/stat; a process that has ended meanwhile has the state '?'.
Process read_process(pid_t id)
{
  Process process;
  process.id = id;
  const std::string stat = read_file("/proc/" + std::to_string(id) + "/stat");
  const auto end_of_name = stat.rfind(')');
  if (end_of_name == std::string::npos) {return process;}
  std::istringstream fields(stat.substr(end_of_name + 1));
  fields >> process.state >> process.parent >> process.group >> process.session;
  return process;
}

std::vector<Process> all_processes()
{
  std::vector<Process> processes;
  DIR * folder = opendir("/proc");
  if (folder == nullptr) {return processes;}
  while (const dirent * entry = readdir(folder)) {
    const pid_t id = std::atoi(entry->d_name);
    if (id > 0 && id != getpid()) {processes.push_back(read_process(id));}
  }
  closedir(folder);
  return processes;
}

bool has_mark(pid_t id, const std::string & mark)
{
  const std::string environment = '\0' + read_file("/proc/" + std::to_string(id) + "/environ");
  return environment.find('\0' + mark + '\0') != std::string::npos;
}

class Guard
{
public:
  Guard(std::string mark, pid_t session)
  : mark_(std::move(mark)), session_(session) {}

  void hear(const std::string & line)
  {
    std::istringstream words(line);
    char what = 0;
    pid_t group = 0;
    words >> what >> group;
    if (group <= 1) {return;}
    if (what == '-') {
      groups_.erase(group);
    } else if (what == '+') {
      Times times;
      words >> times.to_sigterm >> times.to_sigkill;
      groups_[group] = times;
    }
  }

  void end_what_is_left() const
  {
    Times times = groups_.empty() ? Times() : Times{0, 0};
    for (const auto & [group, of_group] : groups_) {
      times.to_sigterm = std::max(times.to_sigterm, of_group.to_sigterm);
      times.to_sigkill = std::max(times.to_sigkill, of_group.to_sigkill);
    }
    if (ended(SIGINT, times.to_sigterm) || ended(SIGTERM, times.to_sigkill)) {return;}
    ended(SIGKILL, 5);
  }

private:
  // A number that is a group of another session is not one of the launch any more.
  bool is_member(const Process & process) const
  {
    return process.session == session_ && groups_.count(process.group) != 0;
  }

  std::set<pid_t> left() const
  {
    const auto processes = all_processes();
    std::set<pid_t> found;
    for (const auto & process : processes) {
      if (is_member(process) || has_mark(process.id, mark_)) {found.insert(process.id);}
    }
    for (bool more = true; more; ) {
      more = false;
      for (const auto & process : processes) {
        if (found.count(process.parent) != 0) {more |= found.insert(process.id).second;}
      }
    }
    for (const auto & process : processes) {
      if (process.state == 'Z' || process.state == '?') {found.erase(process.id);}
    }
    return found;
  }

  // Sends a signal to each process that is left, and to those that appear while it waits.
  bool ended(int signum, double seconds) const
  {
    using std::chrono::steady_clock;
    const auto end = steady_clock::now() + std::chrono::duration<double>(seconds);
    std::set<pid_t> told;
    while (true) {
      const auto processes = left();
      if (processes.empty()) {return true;}
      for (const pid_t id : processes) {
        if (!told.insert(id).second) {continue;}
        kill(id, signum);
        kill(id, SIGCONT);
      }
      if (steady_clock::now() >= end) {return false;}
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::string mark_;
  pid_t session_;
  std::map<pid_t, Times> groups_;
};

}  // namespace

int main(int count, char ** arguments)
{
  if (count != 2 || std::string(arguments[1]).find('=') == std::string::npos) {
    std::fputs(
      "usage: launch_guard NAME=VALUE\n"
      "launch starts it, and writes to its standard input; see docs/launch.md\n", stderr);
    return 2;
  }
  for (const int signum : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE}) {signal(signum, SIG_IGN);}
  Guard guard(arguments[1], getsid(getppid()));
  for (std::string line; std::getline(std::cin, line); ) {guard.hear(line);}
  guard.end_what_is_left();
  return 0;
}
