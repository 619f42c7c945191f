// Our side of the goodput bench: a publisher that never pauses.
//
// role=both publisher=own-thread: a publishing thread beside the executor's.
// role=both publisher=timer: a zero-period timer on the subscription's executor.
// role=pub, role=sub: two processes; the publisher has a thread of its own. With
// shm=1 they meet in shared memory, or fail. way=plain, way=loan, way=view: how
// messages are made and seen (ways.h).
#include <optional>
#include <thread>

#include "bench/common/goodput.h"
#include "bench/common/placement.h"
#include "bench/ours/shared.h"
#include "bench/ours/ways.h"

namespace ranvier::bench {
namespace {

template <class Message>
class Goodput final {
 public:
  explicit Goodput(const Args& args)
      : role_(args.text("role")),
        own_thread_(args.text("publisher") == "own-thread"),
        size_(size_of_name(args.text("size"))),
        through_shm_(args.integer("shm", 0) != 0),
        publisher_cores_(args.integers("pub_cpus")),
        subscriber_cores_(args.integers("sub_cpus")),
        node_(std::make_shared<rclcpp::Node>("goodput_" + role_)),
        log_(size_) {
    const rclcpp::QoS qos = make_qos("reliable", args.text("history"));
    const Way way = way_of(args, role_ == "pub" ? Way::kPlain : Way::kUnique);
    if (role_ != "sub") source_.emplace(*node_, "goodput", qos, way, size_);
    if (role_ != "pub") {
      subscription_ = subscribe<Message>(*node_, "goodput", qos, way,
                                         [this](const auto& message) { take(message); });
    }
    executor_.add_node(node_);
  }

  void run() {
    SessionThread control(session());
    std::thread publisher;
    if (publishes_on_own_thread()) publisher = std::thread([this] { publish_until_ended(); });
    if (role_ == "both" && !own_thread_) {
      timer_ = node_->create_wall_timer(std::chrono::nanoseconds(0),
                                        [this] { source_->publish(window_); });
    }
    pin_this_thread(subscriber_cores_);
    executor_.spin();
    Findings findings = control.join();
    if (publisher.joinable()) publisher.join();
    if (role_ != "pub") log_.describe(findings);
    control.finish(findings);
  }

 private:
  bool publishes_on_own_thread() const {
    return role_ == "pub" || (role_ == "both" && own_thread_);
  }

  void publish_until_ended() {
    pin_this_thread(publisher_cores_);
    wait_until([this] { return ended_ || source_->matched() > 0; }, 30);
    while (!ended_.load(std::memory_order_relaxed)) source_->publish(window_);
    publisher_left_ = true;
  }

  template <class Seen>
  void take(const Seen& message) {
    sink_ = sink_ + look_at(message);
    log_.record(get(message));
  }

  bool matched() const {
    const bool both = (!source_ || source_->matched() > 0) &&
                      (!subscription_ || subscription_->get_publisher_count() > 0);
    if (both && through_shm_) expect_shm();
    return both;
  }

  // A publisher that waits for room of keep all needs the reader to go on.
  void end() {
    ended_ = true;
    if (publishes_on_own_thread()) wait_until([this] { return publisher_left_.load(); }, 10);
    executor_.cancel();
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { end(); };
    if (source_) session.window = &window_;
    if (!subscription_) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const bool own_thread_;
  const std::size_t size_;
  const bool through_shm_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> subscriber_cores_;
  rclcpp::Node::SharedPtr node_;
  Window window_;
  GoodputLog log_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> publisher_left_{false};
  unsigned sink_ = 0;
  rclcpp::executors::SingleThreadedExecutor executor_;
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
    choose_shm(args.integer("shm", 0) != 0);
    const Rclcpp rclcpp;
    with_carrier(args, [&]<class Message>() {
      auto bench = std::make_unique<Goodput<Message>>(args);
      bench->run();
    });
  });
}
