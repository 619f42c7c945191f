// Boards on this machine: how long a sample is under way through the agent, and what the agent
// takes for many of them. It prints "<quantity> <number>" lines.
//
// what=round-trip reliable=0|1: a client writes 64 bytes and reads them back.
// what=raw: two hops of UDP to another process and back, and a message of ours in one process.
// what=clients clients=N seconds=S: N clients that write ten times a second each.
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/stats.h"
#include "ranvier_micro/session/publish.h"
#include "ranvier_micro/transport/posix.h"

namespace {

using ranvier::bench::Args;
using ranvier::bench::quantile;

constexpr int kRounds = 10'000, kBytes = 64, kHeadBytes = 12;
constexpr const char* kType = "std_msgs::msg::dds_::String_";

// The agent beside this program, on any port.
class Agent {
 public:
  Agent() {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    const std::string program =
        std::filesystem::read_symlink("/proc/self/exe").parent_path() / "ranvier-micro-agent";
    pid_ = ::fork();
    if (pid_ == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      ::dup2(ends[1], 1);
      ::dup2(ends[1], 2);
      ::execl(program.c_str(), program.c_str(), "udp4", "-p", "0", nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    const std::unique_ptr<FILE, int (*)(FILE*)> said(::fdopen(ends[0], "r"), &std::fclose);
    std::array<char, 512> line{};
    while (std::fgets(line.data(), line.size(), said.get()) != nullptr) {
      const std::string text(line.data());
      if (text.find("boards come in") == std::string::npos) continue;
      port_ = text.substr(text.rfind(' ') + 1);
      port_.pop_back();
      return;
    }
    throw std::runtime_error("'" + program + "' ended before boards could come");
  }
  ~Agent() {
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  Agent(const Agent&) = delete;

  const char* port() const { return port_.c_str(); }
  // A number of /proc/<pid>/status.
  double status(const std::string& name) const {
    std::ifstream file("/proc/" + std::to_string(pid_) + "/status");
    for (std::string word; file >> word;) {
      if (word == name + ":" && file >> word) return std::stod(word);
    }
    return 0;
  }
  // User and system CPU of all its threads.
  double cpu_ns() const {
    double all = 0;
    for (const auto& thread :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid_) + "/task")) {
      double one = 0;
      std::ifstream(thread.path() / "schedstat") >> one;
      all += one;
    }
    return all;
  }

 private:
  pid_t pid_ = -1;
  std::string port_;
};

struct Board {
  xrce_session session{};
  xrce_posix_net net{};
  xrce_entity node{}, writer{}, reader{};
  std::string name, topic;
  int heard = 0;
  std::int64_t heard_ns = 0;  // when the last one came

  Board(const char* port, int number, bool reliable, bool reads)
      : name("bench_" + std::to_string(number)), topic("/bench_" + std::to_string(number)) {
    xrce_posix_udp_init(&net, "127.0.0.1", port);
    xrce_session_init(&session, &net.link, &xrce_posix_platform,
                      0xbe0000u + static_cast<unsigned>(number));
    node.kind = XRCE_PARTICIPANT;
    node.name = name.c_str();
    node.type = "";
    writer.kind = XRCE_DATA_WRITER;
    writer.name = topic.c_str();
    writer.type = kType;
    writer.node = &node;
    writer.qos = static_cast<std::uint8_t>(XRCE_QOS_KEEP_LAST | (reliable ? XRCE_QOS_RELIABLE : 0));
    writer.depth = 10;
    reader = writer;
    reader.kind = XRCE_DATA_READER;
    reader.user = this;
    reader.take = [](xrce_entity* of, xrce_cdr*, const std::uint8_t*) {
      auto* board = static_cast<Board*>(of->user);
      ++board->heard;
      board->heard_ns = xrce_posix_now_ns();
      return true;
    };
    xrce_add(&session, &node);
    xrce_add(&session, &writer);
    if (reads) xrce_add(&session, &reader);
  }
  ~Board() { xrce_session_end(&session); }
  Board(const Board&) = delete;

  xrce_ret write() {
    std::array<std::uint8_t, kBytes> sample{};
    const std::uint32_t size = kBytes - 4;
    std::memcpy(sample.data(), &size, 4);
    std::memset(sample.data() + 4, 'x', size - 1);
    return xrce_write(&session, &writer, sample.data(), sample.size(), 1000);
  }
};

void print(const std::string& prefix, const std::vector<double>& ns) {
  std::printf("%sp50_us %.3f\n", prefix.c_str(), quantile(ns, 0.5) / 1e3);
  std::printf("%sp99_us %.3f\n", prefix.c_str(), quantile(ns, 0.99) / 1e3);
}

void round_trip(bool reliable) {
  const Agent agent;
  Board board(agent.port(), 1, reliable, true);
  if (xrce_wait_ready(&board.session, 30'000) != XRCE_OK) throw std::runtime_error("no session");
  for (int i = 0; i < 1000 && board.heard < 10; ++i) {  // until the endpoints have met
    board.write();
    xrce_spin(&board.session, 10);
  }
  while (xrce_spin(&board.session, 100) == XRCE_OK) {}
  std::vector<double> ns;
  int lost = 0;
  for (int i = 0; i < kRounds; ++i) {
    const std::int64_t begin = xrce_posix_now_ns();
    const int before = board.heard;
    if (board.write() != XRCE_OK) throw std::runtime_error("a sample was not written");
    while (board.heard == before && xrce_posix_now_ns() - begin < 1'000'000'000) {
      xrce_spin(&board.session, 100);
    }
    lost += board.heard == before;
    if (board.heard != before) ns.push_back(static_cast<double>(board.heard_ns - begin));
    while (reliable && xrce_unacknowledged(&board.session) != 0) xrce_spin(&board.session, 1);
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
  const pid_t echo = ::fork();
  while (echo == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
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
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) == 0) {
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
  }
  const Agent agent;
  std::vector<std::unique_ptr<Board>> boards;
  for (int i = 0; i < clients; ++i) {
    boards.push_back(std::make_unique<Board>(agent.port(), i, false, false));
  }
  for (auto& board : boards) {
    if (xrce_wait_ready(&board->session, 30'000) != XRCE_OK) throw std::runtime_error("no session");
  }
  const double before = agent.cpu_ns();
  long written = 0;
  const std::int64_t begin = xrce_posix_now_ns();
  for (int round = 0; round < 10 * seconds; ++round) {
    for (auto& board : boards) {
      xrce_spin(&board->session, 0);
      written += board->write() == XRCE_OK;
    }
    const std::int64_t due = begin + (round + 1) * 100'000'000LL, now = xrce_posix_now_ns();
    if (now < due) ::usleep(static_cast<useconds_t>((due - now) / 1000));
  }
  std::printf("cpu_us %.3f\n", (agent.cpu_ns() - before) / 1e3 / static_cast<double>(written));
  std::printf("memory_kb %.0f\nthreads %.0f\n", agent.status("VmRSS"), agent.status("Threads"));
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
