// Our side of the latency bench.
//
// role=pub, role=sub: two processes, an executor thread each. role=same-thread:
// publisher and subscription on one executor. role=same-process: an executor
// thread each, in one process. With shm=1 the pair meets in shared memory, or the
// worker fails; with loan=1 each message is a loan.
#include <thread>

#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

namespace ranvier::bench {
namespace {

template <class Message>
class PingPong final {
 public:
  explicit PingPong(const Args& args)
      : role_(args.text("role")),
        size_(size_of_name(args.text("size"))),
        through_shm_(args.integer("shm", 0) != 0),
        loans_(args.integer("loan", 0) != 0),
        publisher_cores_(args.integers("pub_cpus")),
        subscriber_cores_(args.integers("sub_cpus")) {
    if (role_ != "pub") add_subscription(args);
    if (role_ != "sub") add_publisher(args);
  }

  void run() {
    SessionThread control(session());
    std::thread beside;
    if (two_threads()) beside = std::thread([this] { spin(subscriber_executor_, subscriber_cores_); });
    const bool publishes_here = role_ != "sub";
    spin(publishes_here ? publisher_executor() : subscriber_executor_,
         publishes_here ? publisher_cores_ : subscriber_cores_);
    if (beside.joinable()) beside.join();
    Findings findings = control.join();
    if (role_ != "pub") log_.describe(findings);
    control.finish(findings);
  }

 private:
  using Executor = rclcpp::executors::SingleThreadedExecutor;

  bool two_threads() const { return role_ == "same-process"; }
  bool between_processes() const { return role_ == "pub" || role_ == "sub"; }
  Executor& publisher_executor() { return role_ == "same-thread" ? subscriber_executor_ : publisher_executor_; }

  static void spin(Executor& executor, const std::vector<int>& cores) {
    pin_this_thread(cores);
    executor.spin();
  }

  void add_subscription(const Args& args) {
    auto node = std::make_shared<rclcpp::Node>("pingpong_1");
    rclcpp::SubscriptionOptions options;
    options.ranvier_direct = args.integer("direct", 0) != 0;
    subscription_ = node->create_subscription<Message>(
        "pingpong", make_qos(args.text("qos")), [this](const Message& message) { take(message); }, options);
    subscriber_executor_.add_node(node);
    subscriber_node_ = node;
  }

  void add_publisher(const Args& args) {
    publisher_node_ = std::make_shared<rclcpp::Node>("pingpong_0");
    publisher_ = publisher_node_->create_publisher<Message>("pingpong", make_qos(args.text("qos")));
    const std::chrono::nanoseconds period(1'000'000'000 / args.integer("rate"));
    timer_ = publisher_node_->create_wall_timer(period, [this] { publish(); });
    publisher_executor().add_node(publisher_node_);
  }

  void publish() {
    if (loans_) return publish_loan();
    between_processes() ? publish_reference() : publish_unique();
  }

  void publish_unique() {
    auto message = std::make_unique<Message>();
    fill(*message, size_);
    put(*message, window_.stamp());
    publisher_->publish(std::move(message));
  }

  // Between processes the message is encoded: one that is kept and filled again
  // is the plain use, as the raw side keeps and fills one buffer.
  void publish_reference() {
    fill(*kept_, size_);
    put(*kept_, window_.stamp());
    publisher_->publish(*kept_);
  }

  void publish_loan() {
    auto loan = publisher_->borrow_loaned_message();
    fill(loan.get(), size_);
    put(loan.get(), window_.stamp());
    publisher_->publish(std::move(loan));
  }

  void take(const Message& message) {
    const std::int64_t entered = now_ns();
    log_.record(get(message), entered);
    sink_ = sink_ + look_at(message);
  }

  bool matched() const {
    const bool both = (!publisher_ || publisher_->get_subscription_count() > 0) &&
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
    if (publisher_) session.window = &window_;
    if (!subscription_) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const std::size_t size_;
  const bool through_shm_;
  const bool loans_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> subscriber_cores_;
  Window window_;
  LatencyLog log_{200'000};
  unsigned sink_ = 0;
  std::unique_ptr<Message> kept_ = std::make_unique<Message>();
  rclcpp::Node::SharedPtr publisher_node_;
  rclcpp::Node::SharedPtr subscriber_node_;
  Executor publisher_executor_;
  Executor subscriber_executor_;
  typename rclcpp::Publisher<Message>::SharedPtr publisher_;
  typename rclcpp::Subscription<Message>::SharedPtr subscription_;
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
