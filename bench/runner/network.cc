#include "bench/runner/network.h"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

constexpr const char* kOwn = "/proc/thread-self/ns/net";
constexpr const char* kRules = "nft list chain netdev bench loss";

int open_own() {
  const int file = open(kOwn, O_RDONLY | O_CLOEXEC);
  if (file < 0) throw std::runtime_error(std::string("cannot open ") + kOwn);
  return file;
}

// The thread was there before: it cannot fail but for a fault of this file.
void return_to(int home) noexcept {
  if (setns(home, CLONE_NEWNET) != 0) std::abort();
  close(home);
}

std::string said_by(const std::string& command) {
  const std::string path = "PATH=/usr/sbin:/sbin:$PATH; ";
  const Finished done = run_to_end({"/bin/sh", "-c", path + command}, {});
  if (done.status == 0) return done.said;
  throw std::runtime_error("'" + command + "' failed with " + std::to_string(done.status) +
                           "; it said: " + done.said);
}

// As `ip` takes it for a namespace: a path, of a process that it may look into.
std::string path_of(const Namespace& there) {
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(there.file());
}

std::string own_devices() {
  std::ifstream file("/proc/thread-self/net/dev");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

Namespace::Namespace() {
  const int home = open_own();
  if (unshare(CLONE_NEWNET) != 0) {
    close(home);
    throw std::runtime_error("cannot make a network namespace: this needs root.");
  }
  file_ = open(kOwn, O_RDONLY | O_CLOEXEC);
  return_to(home);
  if (file_ < 0) throw std::runtime_error(std::string("cannot open ") + kOwn);
  const Inside inside(*this);
  said_by("ip link set lo up");
}

Namespace::~Namespace() {
  if (file_ >= 0) close(file_);
}

Inside::Inside(const Namespace& there) : home_(open_own()) {
  if (setns(there.file(), CLONE_NEWNET) == 0) return;
  close(home_);
  throw std::runtime_error("cannot enter a network namespace: this needs root.");
}

Inside::~Inside() { return_to(home_); }

std::string Network::refusal() {
  if (geteuid() != 0) return "network namespaces need root";
  for (const char* tool : {"ip", "tc", "nft"}) {
    const std::string command = std::string("command -v ") + tool;
    try {
      said_by(command);
    } catch (const std::runtime_error&) {
      return std::string("there is no ") + tool + ": apt-get install iproute2 nftables";
    }
  }
  return "";
}

Network::Network(int hosts) {
  for (int i = 0; i < hosts; ++i) hosts_.emplace_back();
  if (hosts == 1) {
    on(hosts_[0], "ip link set lo multicast on && ip route add 224.0.0.0/4 dev lo");
    return;
  }
  switch_ = std::make_unique<Namespace>();
  on(*switch_, "ip link add name br0 type bridge mcast_snooping 0 && ip link set br0 up");
  for (int i = 0; i < hosts; ++i) plug(i);
}

std::string Network::address(int host) { return "10.77.0." + std::to_string(host + 1); }

void Network::plug(int index) {
  const std::string port = "port" + std::to_string(index);
  on(*switch_, "ip link add " + port + " type veth peer name eth0 netns " + path_of(hosts_[index]) +
                   " && ip link set " + port + " master br0 up");
  on(hosts_[index], "ip addr add " + address(index) +
                        "/24 dev eth0 && ip link set eth0 multicast on up && "
                        "ip route add 224.0.0.0/4 dev eth0");
  // As ROS 2 advises: fragments of datagrams that lost one fill the queue for 30 s otherwise, and
  // until then the host drops all others.
  on(hosts_[index],
     "cd /proc/sys/net/ipv4 && echo 3 > ipfrag_time && echo 134217728 > ipfrag_high_thresh");
}

void Network::on(const Namespace& there, const std::string& command) const {
  const Inside inside(there);
  said_by(command);
}

void Network::limit(int megabits) {
  for (const Namespace& host : hosts_) {
    on(host, "tc qdisc add dev eth0 root tbf rate " + std::to_string(megabits) +
                 "mbit burst 32k latency 50ms");
  }
}

void Network::drop(int host, double share) {
  constexpr int kParts = 1'000'000;
  const auto parts = std::min(kParts - 1, static_cast<int>(std::lround(share * kParts)));
  std::string rules =
      "nft -f - <<'END'\ntable netdev bench\ndelete table netdev bench\ntable netdev bench {\n"
      "chain loss {\ntype filter hook ingress device \"eth0\" priority 0;\n"
      "meta l4proto udp counter\n";
  rules += "meta l4proto udp numgen random mod " + std::to_string(kParts) + " < " +
           std::to_string(parts) + " counter drop\n}\n}\nEND";
  on(hosts_.at(host), rules);
}

Frames Network::frames(int host) const {
  const Inside inside(hosts_.at(host));
  return frames_in(said_by(kRules));
}

double Network::bytes() const {
  double sum = 0;
  for (const Namespace& host : hosts_) {
    const Inside inside(host);
    sum += bytes_received(own_devices(), interface());
  }
  return sum;
}

Environment Network::environment() const {
  Environment environment = loopback_environment();
  std::string& uri = environment["CYCLONEDDS_URI"];
  const std::string wanted = std::string("name=\"") + interface() + "\"";
  uri.replace(uri.find("name=\"lo\""), 9, wanted);
  return environment;
}

double bytes_received(const std::string& table, const std::string& interface) {
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string name;
    double bytes = 0;
    if (std::getline(words >> std::ws, name, ':') && name == interface && words >> bytes)
      return bytes;
  }
  throw std::runtime_error("there is no interface '" + interface + "' in /proc/net/dev");
}

Frames frames_in(const std::string& rules) {
  std::istringstream words(rules);
  std::vector<double> counts;
  double count = 0;
  for (std::string word; words >> word;) {
    if (word == "packets" && words >> count) counts.push_back(count);
  }
  if (counts.size() != 2)
    throw std::runtime_error("nft has not the two counters of ours: " + rules);
  return {counts[0], counts[1]};
}

}  // namespace ranvier::bench
