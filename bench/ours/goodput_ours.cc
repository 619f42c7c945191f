// Our side of the goodput bench: a publisher that never pauses.
//
// role=both publisher=own-thread: a publishing thread beside the executor's.
// role=both publisher=timer: a zero-period timer on the subscription's executor.
// role=pub, role=sub: two processes; the publisher has a thread of its own. With
// shm=1 they meet in shared memory, or fail; with loan=1 each message is a loan.
#include <thread>

#include "bench/common/goodput.h"
#include "bench/common/placement.h"
#include "bench/ours/carriers.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

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
        loans_(args.integer("loan", 0) != 0),
        publisher_cores_(args.integers("pub_cpus")),
        subscriber_cores_(args.integers("sub_cpus")),
        node_(std::make_shared<rclcpp::Node>("goodput_" + role_)),
        log_(size_) {
    const rclcpp::QoS qos = make_qos("reliable", args.text("history"));
    if (role_ != "sub") publisher_ = node_->create_publisher<Message>("goodput", qos);
    if (role_ != "pub") {
      subscription_ = node_->create_subscription<Message>("goodput", qos, [this](const Message& message) { take(message); });
    }
    executor_.add_node(node_);
  }

  void run() {
    SessionThread control(session());
    std::thread publisher;
    if (publishes_on_own_thread()) publisher = std::thread([this] { publish_until_ended(); });
    if (role_ == "both" && !own_thread_) {
      timer_ = node_->create_wall_timer(std::chrono::nanoseconds(0), [this] { publish(); });
    }
    pin_this_thread(subscriber_cores_);
    executor_.spin();
    Findings findings = control.join();
    if (publisher.joinable()) publisher.join();
    if (role_ != "pub") log_.describe(findings);
    control.finish(findings);
  }

 private:
  bool publishes_on_own_thread() const { return role_ == "pub" || (role_ == "both" && own_thread_); }

  void publish_until_ended() {
    pin_this_thread(publisher_cores_);
    wait_until([this] { return ended_ || publisher_->get_subscription_count() > 0; }, 30);
    while (!ended_.load(std::memory_order_relaxed)) publish();
    publisher_left_ = true;
  }

  void publish() {
    if (loans_) return publish_loan();
    if (role_ == "pub") return publish_kept();
    auto message = std::make_unique<Message>();
    fill(*message, size_);
    put(*message, window_.stamp());
    publisher_->publish(std::move(message));
  }

  void publish_kept() {
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
    sink_ = sink_ + look_at(message);
    log_.record(get(message));
  }

  bool matched() const {
    const bool both = (!publisher_ || publisher_->get_subscription_count() > 0) &&
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
    if (publisher_) session.window = &window_;
    if (!subscription_) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const bool own_thread_;
  const std::size_t size_;
  const bool through_shm_;
  const bool loans_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> subscriber_cores_;
  rclcpp::Node::SharedPtr node_;
  Window window_;
  GoodputLog log_;
  std::atomic<bool> ended_{false};
  std::atomic<bool> publisher_left_{false};
  unsigned sink_ = 0;
  std::unique_ptr<Message> kept_ = std::make_unique<Message>();
  rclcpp::executors::SingleThreadedExecutor executor_;
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
    choose_shm(args.integer("shm", 0) != 0);
    const Rclcpp rclcpp;
    with_carrier(args, [&]<class Message>() {
      auto bench = std::make_unique<Goodput<Message>>(args);
      bench->run();
    });
  });
}
