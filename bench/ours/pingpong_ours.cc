// Our side of the latency bench.
//
// role=pub, role=sub: two processes, an executor thread each. role=same-thread:
// publisher and subscription on one executor. role=same-process: an executor
// thread each, in one process. With shm=1 the pair meets in shared memory, or the
// worker fails. way=plain, way=loan, way=view: how messages are made and seen
// (ways.h). With fan=N there are N processes of role=sub, and each tells when
// every message came to it.
#include <optional>
#include <thread>

#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/ours/shared.h"
#include "bench/ours/ways.h"

namespace ranvier::bench {
namespace {

template <class Message>
class PingPong final {
 public:
  explicit PingPong(const Args& args)
      : role_(args.text("role")),
        size_(size_of_name(args.text("size"))),
        through_shm_(args.integer("shm", 0) != 0),
        way_(way_of(args, between_processes() ? Way::kPlain : Way::kUnique)),
        fan_(static_cast<std::size_t>(args.integer("fan", 1))),
        tells_each_(args.has("fan")),
        publisher_cores_(args.integers("pub_cpus")),
        subscriber_cores_(args.integers("sub_cpus")) {
    if (role_ != "pub") add_subscription(args);
    if (role_ != "sub") add_publisher(args);
  }

  void run() {
    SessionThread control(session());
    std::thread beside;
    if (two_threads()) {
      beside = std::thread([this] { spin(subscriber_executor_, subscriber_cores_); });
    }
    const bool publishes_here = role_ != "sub";
    spin(publishes_here ? publisher_executor() : subscriber_executor_,
         publishes_here ? publisher_cores_ : subscriber_cores_);
    if (beside.joinable()) beside.join();
    Findings findings = control.join();
    if (role_ != "pub") log_.describe(findings);
    if (role_ != "pub" && tells_each_) log_.tell_each(findings);
    control.finish(findings);
  }

 private:
  using Executor = rclcpp::executors::SingleThreadedExecutor;

  bool two_threads() const { return role_ == "same-process"; }
  bool between_processes() const { return role_ == "pub" || role_ == "sub"; }
  Executor& publisher_executor() {
    return role_ == "same-thread" ? subscriber_executor_ : publisher_executor_;
  }

  static void spin(Executor& executor, const std::vector<int>& cores) {
    pin_this_thread(cores);
    executor.spin();
  }

  void add_subscription(const Args& args) {
    auto node = std::make_shared<rclcpp::Node>("pingpong_1");
    rclcpp::SubscriptionOptions options;
    options.ranvier_direct = args.integer("direct", 0) != 0;
    subscription_ = subscribe<Message>(
        *node, "pingpong", make_qos(args), way_, [this](const auto& message) { take(message); },
        options);
    subscriber_executor_.add_node(node);
    subscriber_node_ = node;
  }

  void add_publisher(const Args& args) {
    publisher_node_ = std::make_shared<rclcpp::Node>("pingpong_0");
    source_.emplace(*publisher_node_, "pingpong", make_qos(args), way_, size_, Fill(args));
    const std::chrono::nanoseconds period(1'000'000'000 / args.integer("rate"));
    timer_ = publisher_node_->create_wall_timer(period, [this] { source_->publish(window_); });
    publisher_executor().add_node(publisher_node_);
  }

  template <class Seen>
  void take(const Seen& message) {
    const std::int64_t entered = now_ns();
    log_.record(get(message), entered);
    sink_ = sink_ + look_at(message);
  }

  bool matched() const {
    const bool both = (!source_ || source_->matched() >= fan_) &&
                      (!subscription_ || subscription_->get_publisher_count() > 0);
    if (both && through_shm_) expect_shm();
    return both;
  }

  void end() {
    publisher_executor_.cancel();
    subscriber_executor_.cancel();
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { end(); };
    session.fan = session.among = fan_;
    if (source_) session.window = &window_;
    if (!subscription_) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const std::size_t size_;
  const bool through_shm_;
  const Way way_;
  const std::size_t fan_;
  const bool tells_each_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> subscriber_cores_;
  Window window_;
  LatencyLog log_{2'000'000};
  unsigned sink_ = 0;
  rclcpp::Node::SharedPtr publisher_node_;
  rclcpp::Node::SharedPtr subscriber_node_;
  Executor publisher_executor_;
  Executor subscriber_executor_;
  std::optional<Source<Message>> source_;
  rclcpp::SubscriptionBase::SharedPtr subscription_;
  rclcpp::TimerBase::SharedPtr timer_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    choose_shm(args.integer("shm", 0) != 0);
    const Rclcpp rclcpp;
    with_carrier(args, [&]<class Message>() {
      auto bench = std::make_unique<PingPong<Message>>(args);
      bench->run();
    });
  });
}
