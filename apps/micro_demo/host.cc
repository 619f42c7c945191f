// The host of the micro demo: hears the IMU of a board, and sends numbers to boards that send
// them back.
//
// usage: micro_demo_host <seconds> <name of an echo>...
//
// Prints "<name> <value>" lines for who runs the demo: what was sent and lost, and how long
// a number was under way and back, in microseconds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <rclcpp/rclcpp.hpp>
#include <sensor_msgs/msg/imu.hpp>
#include <std_msgs/msg/int32.hpp>
#include <string>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;
using std_msgs::msg::Int32;

void tell(const std::string& name, long long value) {
  std::printf("%s %lld\n", name.c_str(), value);
}

// A board that sends back each number.
class Echo {
 public:
  Echo(rclcpp::Node& node, std::string name)
      : name_(std::move(name)),
        out_(node.create_publisher<Int32>("/" + name_ + "_ping", 10)),
        in_(node.create_subscription<Int32>("/" + name_ + "_pong", 10,
                                            [this](const Int32& back) { receive(back.data); })) {}

  /// Whether the way is open and empty. Until a number has come back, calls send some that do not
  /// count, down from -1; then the last of them is waited for, which no queue overwrites.
  bool meet() {
    if (last_back_ != 0) return last_back_ == greeted_;
    if (Clock::now() < greet_at_) return false;
    greet_at_ = Clock::now() + std::chrono::milliseconds(100);
    publish(--greeted_);
    return false;
  }
  void ping() {
    if (sent_at_.size() - took_.size() >= kMostUnderWay) return;
    sent_at_.push_back(Clock::now());
    publish(static_cast<std::int32_t>(sent_at_.size()) - 1);
  }
  bool all_back() const { return took_.size() == sent_at_.size(); }
  std::size_t back() const { return took_.size(); }
  void report() {
    tell(name_ + ".sent", static_cast<long long>(sent_at_.size()));
    tell(name_ + ".lost", static_cast<long long>(sent_at_.size() - took_.size()));
    if (took_.empty()) return;
    std::sort(took_.begin(), took_.end());
    for (const auto& [part, percent] : {std::pair{".p50", 50u}, {".p90", 90u}, {".p99", 99u}}) {
      tell(name_ + part, took_[took_.size() * percent / 100]);
    }
    tell(name_ + ".max", took_.back());
  }

 private:
  void publish(std::int32_t number) {
    Int32 message;
    message.data = number;
    out_->publish(message);
  }
  void receive(std::int32_t number) {
    last_back_ = std::min(last_back_, number);
    if (number < 0 || static_cast<std::size_t>(number) >= sent_at_.size()) return;
    const auto took = Clock::now() - sent_at_[static_cast<std::size_t>(number)];
    took_.push_back(std::chrono::duration_cast<std::chrono::microseconds>(took).count());
  }

  // No more than every queue on the way has room for: each then must come back.
  static constexpr std::size_t kMostUnderWay = 8;

  const std::string name_;
  std::int32_t greeted_ = 0, last_back_ = 0;  // the last number that does not count, and that back
  Clock::time_point greet_at_;
  std::vector<Clock::time_point> sent_at_;
  std::vector<long long> took_;
  rclcpp::Publisher<Int32>::SharedPtr out_;
  rclcpp::Subscription<Int32>::SharedPtr in_;  // last: it calls into the rest
};

// The board's numbers count up: a gap is what was lost.
class Imu {
 public:
  explicit Imu(rclcpp::Node& node)
      : in_(node.create_subscription<sensor_msgs::msg::Imu>(
            "/imu", 100, [this](const sensor_msgs::msg::Imu& imu) { receive(imu); })) {}

  bool answered() const { return came_ != 0; }
  void begin() {
    came_ = 0;
    lost_ = 0;
  }
  void report() const {
    tell("imu.sent", came_ + lost_);
    tell("imu.lost", lost_);
  }

 private:
  void receive(const sensor_msgs::msg::Imu& imu) {
    const long long number = imu.header.stamp.nanosec;
    if (last_ >= 0) lost_ += number - last_ - 1;
    last_ = number;
    ++came_;
  }

  long long last_ = -1, came_ = 0, lost_ = 0;
  rclcpp::Subscription<sensor_msgs::msg::Imu>::SharedPtr in_;
};

class DemoHost {
 public:
  explicit DemoHost(const std::vector<std::string>& names)
      : node_(std::make_shared<rclcpp::Node>("host")), imu_(*node_) {
    for (const std::string& name : names) {
      echoes_.push_back(std::make_unique<Echo>(*node_, name));
    }
    executor_.add_node(node_);
  }

  /// Sends up to 100 numbers a second to each. @return false if a board did not show up.
  bool run(std::chrono::seconds seconds) {
    if (!spin_until(std::chrono::seconds(90), [&] { return meet_all(); })) return false;
    imu_.begin();
    spin_until(seconds, [&] {
      for (const auto& echo : echoes_) echo->ping();
      return false;
    });
    while (!all_back()) {
      const std::size_t before = back();
      spin_until(kGrace, [&] { return all_back(); });
      if (back() == before) break;
    }
    return true;
  }
  /// Makes the IMU slower. @return whether it says that it is.
  bool set_rate() {
    executor_.remove_node(node_);  // the client has an executor of its own
    rclcpp::SyncParametersClient parameters(node_, "/boards/imu");
    if (!parameters.wait_for_service(std::chrono::seconds(10))) return false;
    const std::vector<rclcpp::Parameter> wanted{{"rate", kRate}};
    const auto results = parameters.set_parameters(wanted, std::chrono::seconds(20));
    if (results.size() != 1 || !results[0].successful) return false;
    const auto read = parameters.get_parameters({"rate"}, std::chrono::seconds(20));
    if (read.size() != 1) return false;
    tell("imu.rate", read[0].as_int());
    return read[0].as_int() == kRate;
  }
  void report() {
    imu_.report();
    for (const auto& echo : echoes_) echo->report();
    for (const std::string& name : node_->get_node_names()) std::printf("node %s\n", name.c_str());
  }

 private:
  bool meet_all() {
    bool all = imu_.answered();
    for (const auto& echo : echoes_) all = echo->meet() && all;
    return all;
  }
  bool all_back() const {
    return std::all_of(echoes_.begin(), echoes_.end(),
                       [](const auto& echo) { return echo->all_back(); });
  }
  std::size_t back() const {
    std::size_t sum = 0;
    for (const auto& echo : echoes_) sum += echo->back();
    return sum;
  }
  /// Asks every 10 ms. @return whether it became true in time.
  template <class Done>
  bool spin_until(std::chrono::seconds most, Done done) {
    const auto end = Clock::now() + most;
    for (auto next = Clock::now(); next < end; next += std::chrono::milliseconds(10)) {
      if (done()) return true;
      do {
        const auto left = std::max(next - Clock::now(), Clock::duration::zero());
        executor_.spin_once(left);
      } while (rclcpp::ok() && Clock::now() < next);
      if (!rclcpp::ok()) return false;
    }
    return done();
  }

  static constexpr std::int64_t kRate = 20;
  // So long without one that comes back, and the others are lost: a line that loses frames under
  // a machine without a CPU has needed more than ten seconds for one.
  static constexpr std::chrono::seconds kGrace{30};

  rclcpp::Node::SharedPtr node_;
  Imu imu_;
  std::vector<std::unique_ptr<Echo>> echoes_;
  rclcpp::executors::SingleThreadedExecutor executor_;
};

}  // namespace

int main(int argc, char** argv) {
  const int seconds = argc < 2 ? 0 : std::atoi(argv[1]);
  if (seconds < 1) {
    std::fprintf(stderr, "usage: %s <seconds, from 1> <name of an echo>...\n", argv[0]);
    return 2;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // who runs the demo reads while it runs
  rclcpp::init(0, nullptr);
  DemoHost host(std::vector<std::string>(argv + 2, argv + argc));
  const bool answered = host.run(std::chrono::seconds(seconds));
  if (!answered) std::fprintf(stderr, "micro_demo_host: after 90 s a board has not answered yet\n");
  const bool is_set = answered && host.set_rate();
  if (answered && !is_set) std::fprintf(stderr, "micro_demo_host: the IMU did not take its rate\n");
  host.report();
  rclcpp::shutdown();
  return is_set ? 0 : 1;
}
