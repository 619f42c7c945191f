// Boards on this machine: how long a sample is under way through the agent, and what the agent
// takes for many of them. It prints "<quantity> <number>" lines.
//
// what=round-trip reliable=0|1: a client writes 64 bytes and reads them back.
// what=raw: two hops of UDP to another process and back, and a message of ours in one process.
// what=clients clients=N seconds=S: N clients that write ten times a second each.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/crowd.h"
#include "bench/common/stats.h"
#include "bench/ours/micro_agent.h"
#include "bench/ours/micro_board.h"
#include "tests/support/fork_child.h"

namespace {

using ranvier::bench::Args;
using ranvier::bench::MicroAgent;
using ranvier::bench::MicroBoard;
using ranvier::bench::quantile;
using ranvier::support::fork_child;

constexpr int kRounds = 10'000, kBytes = 64, kHeadBytes = 12;

// A board over UDP on loopback, which writes to its own topic and may read it back.
struct Board {
  xrce_posix_net net{};
  MicroBoard of;

  Board(const char* port, unsigned number, bool reliable, bool reads)
      : of(link(port), number, topics("/bench_" + std::to_string(number), reliable, reads)) {}

  xrce_ret write() { return of.write(0, kBytes, 1000); }

 private:
  xrce_transport& link(const char* port) {
    xrce_posix_udp_init(&net, "127.0.0.1", port);
    return net.link;
  }
  static MicroBoard::Topics topics(const std::string& topic, bool reliable, bool reads) {
    MicroBoard::Topics made;
    made.writes = topic;
    if (reads) made.reads = topic;
    made.reliable = reliable;
    return made;
  }
};

void print(const std::string& prefix, const std::vector<double>& ns) {
  std::printf("%sp50_us %.3f\n", prefix.c_str(), quantile(ns, 0.5) / 1e3);
  std::printf("%sp99_us %.3f\n", prefix.c_str(), quantile(ns, 0.99) / 1e3);
}

void round_trip(bool reliable) {
  const MicroAgent agent({"udp4", "-p", "0"});
  Board board(agent.port(), 1, reliable, true);
  xrce_session* session = &board.of.session;
  int heard = 0;
  std::int64_t heard_ns = 0;
  board.of.on_number = [&](std::uint32_t) {
    ++heard;
    heard_ns = xrce_posix_now_ns();
  };
  board.of.wait_ready();
  for (int i = 0; i < 1000 && heard < 10; ++i) {  // until the endpoints have met
    board.write();
    xrce_spin(session, 10);
  }
  while (xrce_spin(session, 100) == XRCE_OK) {}
  std::vector<double> ns;
  int lost = 0;
  for (int i = 0; i < kRounds; ++i) {
    const std::int64_t begin = xrce_posix_now_ns();
    const int before = heard;
    if (board.write() != XRCE_OK) throw std::runtime_error("a sample was not written");
    while (heard == before && xrce_posix_now_ns() - begin < 1'000'000'000) {
      xrce_spin(session, 100);
    }
    lost += heard == before;
    if (heard != before) ns.push_back(static_cast<double>(heard_ns - begin));
    while (reliable && xrce_unacknowledged(session) != 0) xrce_spin(session, 1);
  }
  print("", ns);
  std::printf("lost %d\n", lost);
}

// To another process and back, with what a message of DDS-XRCE has before its 64 bytes.
std::vector<double> udp_hops() {
  const int here = ::socket(AF_INET, SOCK_DGRAM, 0), there = ::socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in at{};
  socklen_t size = sizeof at;
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  auto* address = reinterpret_cast<sockaddr*>(&at);
  if (::bind(there, address, size) != 0 || ::getsockname(there, address, &size) != 0 ||
      ::connect(here, address, size) != 0) {
    throw std::runtime_error("no UDP on loopback");
  }
  std::array<char, kBytes + kHeadBytes> bytes{};
  const pid_t echo = fork_child();
  while (echo == 0) {
    sockaddr_in from{};
    socklen_t from_size = sizeof from;
    auto* sender = reinterpret_cast<sockaddr*>(&from);
    pollfd wanted{there, POLLIN, 0};
    ::poll(&wanted, 1, -1);
    const ssize_t got =
        ::recvfrom(there, bytes.data(), bytes.size(), MSG_DONTWAIT, sender, &from_size);
    if (got > 0) ::sendto(there, bytes.data(), static_cast<std::size_t>(got), 0, sender, from_size);
  }
  std::vector<double> ns;
  for (int i = 0; i < kRounds; ++i) {
    const std::int64_t begin = xrce_posix_now_ns();
    if (::send(here, bytes.data(), bytes.size(), 0) < 0) continue;
    pollfd wanted{here, POLLIN, 0};
    if (::poll(&wanted, 1, 1000) != 1) continue;
    if (::recv(here, bytes.data(), bytes.size(), 0) < 0) continue;
    ns.push_back(static_cast<double>(xrce_posix_now_ns() - begin));
  }
  ::kill(echo, SIGKILL);
  ::waitpid(echo, nullptr, 0);
  ::close(here);
  ::close(there);
  return ns;
}

// From a publisher of ours to a subscription in the same process and thread.
std::vector<double> own_messages() {
  rclcpp::init(0, nullptr);
  const auto node = std::make_shared<rclcpp::Node>("bench_micro");
  int heard = 0;
  const auto subscription = node->create_subscription<std_msgs::msg::String>(
      "own", 10, [&](const std_msgs::msg::String&) { ++heard; });
  const auto publisher = node->create_publisher<std_msgs::msg::String>("own", 10);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  std_msgs::msg::String message;
  message.data.assign(kBytes - 5, 'x');
  std::vector<double> ns;
  for (int i = 0; i < kRounds; ++i) {
    const std::int64_t begin = xrce_posix_now_ns();
    const int before = heard;
    publisher->publish(message);
    while (heard == before) executor.spin_some();
    ns.push_back(static_cast<double>(xrce_posix_now_ns() - begin));
  }
  rclcpp::shutdown();
  return ns;
}

void raw() {
  const std::vector<double> hops = udp_hops(), own = own_messages();
  for (const double q : {0.5, 0.99}) {
    std::printf("p%d_us %.3f\n", static_cast<int>(q * 100),
                (quantile(hops, q) + quantile(own, q)) / 1e3);
  }
  std::printf("hops_us %.3f\nown_us %.3f\n", quantile(hops, 0.5) / 1e3, quantile(own, 0.5) / 1e3);
}

void many(int clients, int seconds) {
  ranvier::bench::allow_many_files();
  const MicroAgent agent({"udp4", "-p", "0"});
  ranvier::bench::Upkeep upkeep(agent.pid(), clients);
  std::vector<std::unique_ptr<Board>> boards;
  for (int i = 0; i < clients; ++i) {
    boards.push_back(std::make_unique<Board>(agent.port(), static_cast<unsigned>(i), false, false));
  }
  boards.front()->of.wait_ready();  // the agent has joined DDS then
  upkeep.one_is_there();
  for (auto& board : boards) board->of.wait_ready();
  upkeep.all_are_there();
  long written = 0;
  ranvier::bench::ten_times_a_second(seconds, [&] {
    for (auto& board : boards) {
      board->of.spin(0);
      written += board->write() == XRCE_OK;
    }
  });
  upkeep.print_cpu(written);
  upkeep.print_memory();
}

}  // namespace

int main(int argc, char** argv) try {
  const Args args(argc, argv);
  const std::string what = args.text("what");
  if (what == "round-trip") round_trip(args.integer("reliable") != 0);
  if (what == "raw") raw();
  if (what == "clients") {
    many(static_cast<int>(args.integer("clients")), static_cast<int>(args.integer("seconds")));
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_micro_ours: %s\n", error.what());
  return 1;
}
