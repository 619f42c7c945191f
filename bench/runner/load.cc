#include "bench/runner/load.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <stdexcept>

namespace ranvier::bench {
namespace {

bool is_there(const std::string& tool) {
  return run_to_end({"/bin/sh", "-c", "command -v " + tool}, {}).status == 0;
}

}  // namespace

std::string name_of(const LoadKind& kind) {
  std::string name = kind.stress ? "stress" : "";
  if (kind.megabits == 0) return name;
  return name + (name.empty() ? "" : "-") + "iperf-" + std::to_string(kind.megabits);
}

std::string in_words(const LoadKind& kind) {
  std::string words;
  if (kind.megabits != 0)
    words = "iperf3 sends " + std::to_string(kind.megabits) + " Mb/s of UDP the same way";
  if (!kind.stress) return words;
  return words + (words.empty() ? "" : ", and ") +
         "stress has two workers each of cpu, io, vm and hdd";
}

std::string refusal_of(const LoadKind& kind) {
  if (kind.megabits != 0 && !is_there("iperf3"))
    return "there is no iperf3: apt-get install iperf3";
  if (kind.stress && !is_there("stress")) return "there is no stress: apt-get install stress";
  return is_there("/usr/bin/unshare") ? "" : "there is no unshare: apt-get install util-linux";
}

Load::Load(const LoadKind& kind, const Network& network) {
  const std::string server = Network::address(1);
  try {
    if (kind.megabits != 0) {
      start("exec iperf3 -s -1 -B " + server, network.host(1));
      // The server may not listen yet: then the client ends at once.
      start("for try in $(seq 100); do iperf3 -c " + server + " -u -b " +
                std::to_string(kind.megabits) + "M -t 86400 && exit; sleep 0.05; done",
            network.host(0));
    }
    if (kind.stress) {
      start(
          "cd /dev/shm && exec stress --cpu 2 --io 2 --vm 2 --vm-bytes 64M --hdd 2 --hdd-bytes 16M",
          network.host(0));
    }
  } catch (...) {
    end();
    throw;
  }
}

Load::~Load() { end(); }

// In a process namespace of its own: what it starts ends with it, however that ends.
void Load::start(const std::string& command, const Namespace& host) {
  const Inside inside(host);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  const pid_t pid =
      start_process({"/usr/bin/unshare", "-p", "-f", "--kill-child", "/bin/sh", "-c", command}, {},
                    {null, null, null});
  if (null >= 0) close(null);
  if (pid < 0) throw std::runtime_error("cannot start '" + command + "'");
  programs_.push_back({command, pid});
}

void Load::expect_alive() const {
  for (const Program& one : programs_) {
    siginfo_t info{};
    const bool known =
        waitid(P_PID, static_cast<id_t>(one.pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0;
    if (known && info.si_pid == 0) continue;
    throw std::runtime_error("the load ended before the run: '" + one.what + "'");
  }
}

void Load::end() noexcept {
  for (const Program& one : programs_) {
    kill(one.pid, SIGKILL);
    waitpid(one.pid, nullptr, 0);
  }
  programs_.clear();
}

}  // namespace ranvier::bench
