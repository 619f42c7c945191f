// Boards that meet a fault again and again: how long each takes to be back, and whether the graph
// is right afterwards. It prints "<quantity> <number>" lines.
//
// fault=agent|board|cable|key rounds=N lanes=N seed=N longest_ms=N: `lanes` boards, each with an
// agent of its own, share the rounds. A fault lasts up to `longest_ms`, evenly by its logarithm.
// "Back" means that a node in C++ has sent back a number that the board could write after the
// cure.
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <mutex>
#include <random>
#include <rclcpp/rclcpp.hpp>
#include <std_msgs/msg/string.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/stats.h"
#include "bench/ours/lossy_link.h"
#include "bench/ours/micro_agent.h"
#include "bench/ours/micro_board.h"

namespace {

using ranvier::bench::Args;
using ranvier::bench::LossyLink;
using ranvier::bench::MicroAgent;
using ranvier::bench::MicroBoard;
using ranvier::bench::quantile;
using std_msgs::msg::String;

constexpr std::int64_t kNsOfMs = 1'000'000;
constexpr std::int64_t kPeriodMs = 20;  // between two numbers of a board
// From the cure until the graph is looked at. Who is killed is gone for peers after DDS's lease, ten
// seconds; one more is for a busy machine.
constexpr std::int64_t kGraphMs = 11'000;
constexpr std::int64_t kPatienceMs = 30'000;  // for a board that does not come back
constexpr std::int64_t kBackMs = 2'000;
constexpr std::size_t kBytes = 64;

std::int64_t now_ms() { return xrce_posix_now_ns() / kNsOfMs; }

// The node that sends back what boards write, and sees the graph. Threads: any.
class Host {
 public:
  explicit Host(int lanes) : node_(std::make_shared<rclcpp::Node>("faults")) {
    const auto qos = rclcpp::QoS(10).reliable();
    for (int lane = 0; lane < lanes; ++lane) {
      const auto back = node_->create_publisher<String>(topic_back(lane), qos);
      heard_.push_back(node_->create_subscription<String>(
          topic(lane), qos, [back](const String& text) { back->publish(text); }));
    }
    executor_.add_node(node_);
    thread_ = std::thread([this] { executor_.spin(); });
  }
  ~Host() {
    executor_.cancel();
    thread_.join();
  }
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  static std::string topic(int lane) { return "/fault_" + std::to_string(lane); }
  static std::string topic_back(int lane) { return "/back_" + std::to_string(lane); }

  std::size_t nodes(const std::string& name) const {
    const auto names = node_->get_node_names();
    return static_cast<std::size_t>(std::count(names.begin(), names.end(), name));
  }
  /// The board's ends of its two topics: the node's own are of the other kind.
  std::size_t publishers(int lane) const { return node_->count_publishers(topic(lane)); }
  std::size_t subscriptions(int lane) const { return node_->count_subscribers(topic_back(lane)); }

 private:
  rclcpp::Node::SharedPtr node_;
  std::vector<rclcpp::Subscription<String>::SharedPtr> heard_;
  rclcpp::executors::SingleThreadedExecutor executor_;
  std::thread thread_;
};

// What the graph has of a board.
struct Seen {
  std::size_t nodes, publishers, subscriptions;

  bool is_once() const { return nodes == 1 && publishers == 1 && subscriptions == 1; }
};

// What all lanes saw. Threads: any.
class Findings {
 public:
  void add(double back_ms, const Seen& seen) {
    const std::lock_guard lock(mutex_);
    back_ms_.push_back(back_ms);
    late_ += back_ms > kBackMs;
    ghosts_ += seen.nodes > 1;
    twice_ += seen.publishers > 1 || seen.subscriptions > 1;
    missing_ += seen.nodes == 0 || seen.publishers == 0 || seen.subscriptions == 0;
    bad_ += back_ms > kBackMs || !seen.is_once();
  }
  void report() const {
    std::printf("rounds %zu\nbad %d\nlate %d\nghosts %d\ntwice %d\nmissing %d\n", back_ms_.size(),
                bad_, late_, ghosts_, twice_, missing_);
    std::printf("back_p50_ms %.1f\nback_max_ms %.1f\n", quantile(back_ms_, 0.5),
                quantile(back_ms_, 1));
  }

 private:
  std::mutex mutex_;
  std::vector<double> back_ms_;
  int bad_ = 0, late_ = 0, ghosts_ = 0, twice_ = 0, missing_ = 0;
};

// A board, its agent and the link between them. Threads: one.
class Lane {
 public:
  Lane(int number, const Args& args, Host& host)
      : number_(number),
        fault_(args.text("fault")),
        longest_ms_(static_cast<double>(args.integer("longest_ms"))),
        host_(host),
        random_(static_cast<unsigned>(args.integer("seed")) + static_cast<unsigned>(number)),
        agent_(start_agent("0")),
        port_(agent_->port()),
        link_(port_.c_str(), 0, random_()),
        board_(start_board(link_)) {}
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;
  ~Lane() { board_.reset(); }  // while there is an agent that hears it

  void meet() {
    const std::int64_t end = now_ms() + 60'000;
    while (heard_ < 0 || !seen().is_once()) {
      if (now_ms() > end) throw std::runtime_error("a board and the node did not meet");
      work(kPeriodMs);
    }
  }
  void round(Findings& to) {
    work(static_cast<std::int64_t>(random_() % 500));  // a fault comes at any time
    break_and_cure();
    const std::int64_t cure = now_ms();
    const std::int64_t first = next_;
    std::int64_t back = wait_until_back(first, cure + kGraphMs);
    work(cure + kGraphMs - now_ms());
    const Seen after = seen();
    if (heard_ < first) back = wait_until_back(first, cure + kPatienceMs);
    to.add(static_cast<double>(back - cure), after);
  }

 private:
  static std::unique_ptr<MicroAgent> start_agent(const std::string& port) {
    return std::make_unique<MicroAgent>(std::vector<std::string>{"udp4", "-p", port});
  }
  std::unique_ptr<MicroBoard> start_board(LossyLink& link) {
    MicroBoard::Topics topics;
    topics.writes = Host::topic(number_);
    topics.reads = Host::topic_back(number_);
    topics.reliable = true;
    auto board = std::make_unique<MicroBoard>(link.link(), static_cast<unsigned>(number_), topics);
    board->on_number = [this](std::uint32_t number) {
      heard_ = std::max(heard_, std::int64_t{number});
    };
    return board;
  }
  /// @return when that number, or a later one, came back; else `end`.
  std::int64_t wait_until_back(std::int64_t number, std::int64_t end) {
    while (heard_ < number && now_ms() < end) work(1);
    return std::min(now_ms(), end);
  }
  std::string name() const { return "/bench_" + std::to_string(number_); }
  Seen seen() const {
    return {host_.nodes(name()), host_.publishers(number_), host_.subscriptions(number_)};
  }
  /// The board writes and reads for so long. `twin`, if there is one, does so beside it.
  void work(std::int64_t ms, MicroBoard* twin = nullptr) {
    const std::int64_t end = now_ms() + ms;
    do {
      if (now_ms() >= due_) {
        due_ = now_ms() + kPeriodMs;
        board_->write(static_cast<std::uint32_t>(next_++), kBytes, 0);
        if (twin != nullptr) twin->write(0, kBytes, 0);
      }
      board_->spin(1);
      if (twin != nullptr) twin->spin(1);
    } while (now_ms() < end);
  }
  /// Up to the longest, and a thousandth of it at least.
  std::int64_t some_time() {
    const double share = std::uniform_real_distribution<double>(-3, 0)(random_);
    return std::lround(longest_ms_ * std::pow(10.0, share));
  }
  /// At least a second, as a hand needs.
  std::int64_t some_seconds() {
    const double share = std::uniform_real_distribution<double>(0, 1)(random_);
    return std::lround(1000 * std::pow(std::max(1.0, longest_ms_ / 1000), share));
  }
  void break_and_cure() {
    if (fault_ == "agent") {
      agent_->end(SIGKILL);
      work(some_time());
      agent_ = start_agent(port_);
    } else if (fault_ == "board") {
      link_.set_drop(100);  // it says no goodbye
      board_.reset();
      std::this_thread::sleep_for(std::chrono::milliseconds(some_time()));
      link_.set_drop(0);
      board_ = start_board(link_);
    } else if (fault_ == "cable") {
      link_.set_drop(100);
      work(some_seconds());
      link_.set_drop(0);
    } else {
      LossyLink link(port_.c_str(), 0, random_());
      const auto twin = start_board(link);
      work(some_time(), twin.get());
      link.set_drop(100);
    }
  }

  const int number_;
  const std::string fault_;
  const double longest_ms_;
  Host& host_;
  std::mt19937 random_;
  std::unique_ptr<MicroAgent> agent_;
  const std::string port_;
  LossyLink link_;
  std::unique_ptr<MicroBoard> board_;
  std::int64_t next_ = 1, heard_ = -1;  // of the numbers that go to the node and back
  std::int64_t due_ = 0;
};

// The errors of a lane's thread are kept for the end.
void run_lane(int number, const Args& args, Host& host, Findings& to, std::exception_ptr& error) {
  try {
    const long lanes = args.integer("lanes");
    Lane lane(number, args, host);
    lane.meet();
    for (long round = number; round < args.integer("rounds"); round += lanes) lane.round(to);
  } catch (...) {
    error = std::current_exception();
  }
}

void measure(const Args& args) {
  const std::string fault = args.text("fault");
  if (fault != "agent" && fault != "board" && fault != "cable" && fault != "key") {
    throw std::invalid_argument("fault=" + fault + " is none of agent, board, cable, key");
  }
  const auto lanes = static_cast<int>(args.integer("lanes"));
  Host host(lanes);
  Findings findings;
  std::vector<std::exception_ptr> errors(static_cast<std::size_t>(lanes));
  std::vector<std::thread> threads;
  for (int lane = 0; lane < lanes; ++lane) {
    threads.emplace_back(run_lane, lane, std::cref(args), std::ref(host), std::ref(findings),
                         std::ref(errors[static_cast<std::size_t>(lane)]));
  }
  for (std::thread& thread : threads) thread.join();
  findings.report();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const Args args(argc, argv);
  rclcpp::init(0, nullptr);
  measure(args);
  rclcpp::shutdown();
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_micro_faults_ours: %s\n", error.what());
  return 1;
}
