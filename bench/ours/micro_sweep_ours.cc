// The ping-pong of seed 004 (Tables 21 and 22): a node sends numbers at a rate, a board sends each
// back. It prints "<quantity> <number>" lines; a latency is half of a round trip, as there.
//
// link=serial|udp peer=micro|cpp bytes=N hz=N count=N: `peer` is what sends. A serial line is a
// pseudo terminal.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <numeric>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>

#include "bench/common/args.h"
#include "bench/common/stats.h"
#include "bench/ours/micro_agent.h"
#include "bench/ours/micro_board.h"
#include "tests/support/fork_child.h"

namespace {

using ranvier::bench::Args;
using ranvier::bench::kGreeting;
using ranvier::bench::MicroAgent;
using ranvier::bench::MicroBoard;
using ranvier::bench::quantile;
using ranvier::support::fork_child;
using std_msgs::msg::String;

constexpr std::int64_t kNsOfMs = 1'000'000;
constexpr std::int64_t kGraceNs = 5'000 * kNsOfMs;

// A board's end of a serial line.
class Line {
 public:
  Line() : file_(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    if (file_ < 0 || ::grantpt(file_) != 0 || ::unlockpt(file_) != 0) {
      throw std::runtime_error("no pseudo terminal");
    }
    device_ = ::ptsname(file_);
    bytes_.of.open = [](xrce_bytes*) { return true; };
    bytes_.of.close = [](xrce_bytes*) {};
    bytes_.of.write = [](xrce_bytes* of, const std::uint8_t* from, std::size_t size) {
      return reinterpret_cast<Bytes*>(of)->line->write(from, size);
    };
    bytes_.of.read = [](xrce_bytes* of, std::uint8_t* to, std::size_t size, int timeout_ms) {
      return reinterpret_cast<Bytes*>(of)->line->read(to, size, timeout_ms);
    };
    bytes_.line = this;
    xrce_framed_init(&framed_, &bytes_.of, &xrce_posix_platform, 1);
  }
  ~Line() { ::close(file_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  const std::string& device() const { return device_; }
  xrce_transport& link() { return framed_.link; }

 private:
  struct Bytes {
    xrce_bytes of{};
    Line* line = nullptr;
  };

  bool wait(short what, int timeout_ms) const {
    pollfd wanted{file_, what, 0};
    return ::poll(&wanted, 1, timeout_ms) == 1;
  }
  bool write(const std::uint8_t* from, std::size_t size) {
    while (size != 0) {
      const ssize_t sent = ::write(file_, from, size);
      if (sent < 0 && errno != EAGAIN) return false;
      if (sent < 0 && !wait(POLLOUT, 1000)) return false;
      if (sent < 0) continue;
      from += sent;
      size -= static_cast<std::size_t>(sent);
    }
    return true;
  }
  std::size_t read(std::uint8_t* to, std::size_t size, int timeout_ms) {
    ssize_t got = ::read(file_, to, size);
    if (got < 0 && timeout_ms != 0 && wait(POLLIN, timeout_ms)) got = ::read(file_, to, size);
    return got < 0 ? 0 : static_cast<std::size_t>(got);
  }

  const int file_;
  std::string device_;
  Bytes bytes_;
  xrce_framed framed_{};
};

// The agent, and the links of two boards to it.
class Links {
 public:
  explicit Links(bool serial) {
    if (serial) {
      agent_ = std::make_unique<MicroAgent>(
          std::vector<std::string>{"multiserial", "--devs", lines_[0].device(), lines_[1].device()},
          2);
    } else {
      agent_ = std::make_unique<MicroAgent>(std::vector<std::string>{"udp4", "-p", "0"});
      for (auto& net : nets_) xrce_posix_udp_init(&net, "127.0.0.1", agent_->port());
    }
    for (int i = 0; i < 2; ++i) links_[i] = serial ? &lines_[i].link() : &nets_[i].link;
  }
  xrce_transport& at(int i) { return *links_[i]; }

 private:
  std::array<Line, 2> lines_;
  std::array<xrce_posix_net, 2> nets_{};
  std::array<xrce_transport*, 2> links_{};
  std::unique_ptr<MicroAgent> agent_;  // goes first: it has the lines
};

// A process that is the board that sends back.
class Echo {
 public:
  Echo(xrce_transport& link, std::size_t bytes) : pid_(fork_child()) {
    if (pid_ != 0) return;
    MicroBoard board(link, 2, {.writes = "/sweep_pong", .reads = "/sweep_ping"});
    board.on_number = [&](std::uint32_t number) { board.write(number, bytes, 0); };
    for (;;) board.spin(1000);
  }
  ~Echo() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Echo(const Echo&) = delete;
  Echo& operator=(const Echo&) = delete;

 private:
  const pid_t pid_;
};

// What sends, and hears what comes back.
class Pinger {
 public:
  virtual ~Pinger() = default;
  virtual void send(std::uint32_t number) = 0;
  /// Waits so long for something that comes back.
  virtual void wait(std::int64_t ns) = 0;

  std::function<void(std::uint32_t)> on_back;
};

class MicroPinger final : public Pinger {
 public:
  MicroPinger(xrce_transport& link, std::size_t bytes)
      : bytes_(bytes), board_(link, 1, {.writes = "/sweep_ping", .reads = "/sweep_pong"}) {
    board_.on_number = [this](std::uint32_t number) { on_back(number); };
    board_.wait_ready();
  }
  void send(std::uint32_t number) override {
    if (board_.write(number, bytes_, 0) != XRCE_OK) throw std::runtime_error("not written");
  }
  void wait(std::int64_t ns) override {
    board_.spin(static_cast<std::uint32_t>((ns + kNsOfMs - 1) / kNsOfMs));
  }

 private:
  const std::size_t bytes_;
  MicroBoard board_;
};

class CppPinger final : public Pinger {
 public:
  static rclcpp::QoS qos() { return rclcpp::QoS(10).best_effort(); }  // the seed's
  explicit CppPinger(std::size_t bytes)
      : bytes_(bytes),
        node_(std::make_shared<rclcpp::Node>("sweep")),
        out_(node_->create_publisher<String>("/sweep_ping", qos())),
        in_(node_->create_subscription<String>("/sweep_pong", qos(), [this](const String& text) {
          if (text.data.size() >= ranvier::bench::kDigits) {
            on_back(ranvier::bench::number_of(text.data.c_str()));
          }
        })) {
    executor_.add_node(node_);
  }
  void send(std::uint32_t number) override {
    String text;
    text.data = ranvier::bench::numbered(number, bytes_);
    out_->publish(text);
  }
  void wait(std::int64_t ns) override { executor_.spin_once(std::chrono::nanoseconds(ns)); }

 private:
  const std::size_t bytes_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  rclcpp::Node::SharedPtr node_;
  rclcpp::Publisher<String>::SharedPtr out_;
  rclcpp::Subscription<String>::SharedPtr in_;
};

// Sends `count` numbers at that rate from the moment at which both know each other.
class Run {
 public:
  Run(Pinger& pinger, std::size_t count) : pinger_(pinger), sent_ns_(count) {
    pinger_.on_back = [this](std::uint32_t number) { take(number); };
  }
  void go(std::int64_t period_ns) {
    for (int i = 0; !met_ && i < 6'000; ++i) {
      pinger_.send(kGreeting);
      pinger_.wait(10 * kNsOfMs);
    }
    if (!met_) throw std::runtime_error("nothing came back within a minute");
    const std::int64_t begin = xrce_posix_now_ns() + 100 * kNsOfMs;
    for (std::size_t i = 0; i < sent_ns_.size(); ++i) {
      wait_until(begin + static_cast<std::int64_t>(i) * period_ns, false);
      sent_ns_[i] = xrce_posix_now_ns();
      pinger_.send(static_cast<std::uint32_t>(i));
    }
    wait_until(xrce_posix_now_ns() + kGraceNs, true);
  }
  void report() const {
    std::printf("sent %zu\nlost %zu\n", sent_ns_.size(), sent_ns_.size() - half_ms_.size());
    if (half_ms_.empty()) return;
    const double sum = std::accumulate(half_ms_.begin(), half_ms_.end(), 0.0);
    std::printf("mean_ms %.4f\np50_ms %.4f\np99_ms %.4f\n",
                sum / static_cast<double>(half_ms_.size()), quantile(half_ms_, 0.5),
                quantile(half_ms_, 0.99));
  }

 private:
  void take(std::uint32_t number) {
    met_ = true;
    if (number >= sent_ns_.size() || sent_ns_[number] == 0) return;
    half_ms_.push_back(static_cast<double>(xrce_posix_now_ns() - sent_ns_[number]) / 2e6);
    sent_ns_[number] = 0;  // what is doubled counts once
  }
  void wait_until(std::int64_t when, bool for_all) {
    for (std::int64_t now; (now = xrce_posix_now_ns()) < when;) {
      if (for_all && half_ms_.size() == sent_ns_.size()) return;
      pinger_.wait(when - now);
    }
  }

  Pinger& pinger_;
  std::vector<std::int64_t> sent_ns_;
  std::vector<double> half_ms_;
  bool met_ = false;
};

void sweep(const Args& args) {
  const auto bytes = static_cast<std::size_t>(args.integer("bytes"));
  Links links(args.text("link") == "serial");
  const Echo echo(links.at(1), bytes);
  std::unique_ptr<Pinger> pinger;
  const bool cpp = args.text("peer") == "cpp";
  if (cpp) {
    rclcpp::init(0, nullptr);
    pinger = std::make_unique<CppPinger>(bytes);
  } else {
    pinger = std::make_unique<MicroPinger>(links.at(0), bytes);
  }
  Run run(*pinger, static_cast<std::size_t>(args.integer("count")));
  run.go(1'000'000'000 / args.integer("hz"));
  run.report();
  pinger.reset();
  if (cpp) rclcpp::shutdown();
}

}  // namespace

int main(int argc, char** argv) try {
  sweep(Args(argc, argv));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_micro_sweep_ours: %s\n", error.what());
  return 1;
}
