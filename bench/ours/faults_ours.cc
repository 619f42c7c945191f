// One process of the bench of faults: a publisher or a subscriber of two topics
// through shared memory, which may be killed at any moment.
//
// On one topic messages of any size are published, on the other loans, which are
// held for a moment. A subscriber holds the last few messages, and looks at each
// twice. It says "ready" when its endpoints exist; then, for each line
//
//   await <publisher> <count>
//
// it answers with its figures when so many more messages of that publisher have
// gone out, or have come in, on each topic.
#include <bench_interfaces/msg/array10kb.hpp>
#include <deque>
#include <iostream>
#include <random>
#include <sensor_msgs/msg/image.hpp>
#include <sstream>
#include <thread>

#include "bench/ours/content.h"
#include "bench/ours/options.h"
#include "bench/ours/shared.h"

namespace ranvier::bench {
namespace {

using Plain = sensor_msgs::msg::Image;
using Fixed = bench_interfaces::msg::Array10kb;
using Random = std::mt19937;

constexpr int kTopics = 2;

std::string topic_name(int topic) { return "faults_" + std::to_string(topic); }
rclcpp::QoS qos() { return make_qos("reliable", "keep-all"); }
std::size_t below(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}
void pause(Random& random, std::size_t most_us) {
  std::this_thread::sleep_for(std::chrono::microseconds(below(random, most_us + 1)));
}

/// Publishes on both topics from a thread of its own, from its start to its end.
class Source final {
 public:
  Source(rclcpp::Node& node, std::uint64_t id, unsigned seed)
      : id_(id),
        random_(seed),
        plain_(node.create_publisher<Plain>(topic_name(0), qos())),
        loans_(node.create_publisher<Fixed>(topic_name(1), qos())),
        thread_([this] { publish_until_ended(); }) {}
  ~Source() {
    ended_ = true;
    thread_.join();
  }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  std::uint64_t sent() const { return sent_.load(std::memory_order_relaxed); }

 private:
  void publish_until_ended() {
    while (!ended_.load(std::memory_order_relaxed)) {
      publish_plain();
      publish_loan();
      ++sent_;
      pause(random_, 200);
    }
  }
  void publish_plain() {
    const bool large = below(random_, 50) == 0;
    message_.data.resize(sizeof(ContentHead) + below(random_, large ? 1'000'000 : 30'000));
    write_content({id_, sent(), message_.data.size()}, message_.data.data());
    plain_->publish(message_);
  }
  void publish_loan() {
    auto loan = loans_->borrow_loaned_message();
    auto& data = loan.get().data;
    write_content({id_, sent(), data.size()}, data.data());
    if (below(random_, 4) == 0) pause(random_, 300);
    loans_->publish(std::move(loan));
  }

  const std::uint64_t id_;
  Random random_;
  Plain message_;
  const rclcpp::Publisher<Plain>::SharedPtr plain_;
  const rclcpp::Publisher<Fixed>::SharedPtr loans_;
  std::atomic<std::uint64_t> sent_{0};
  std::atomic<bool> ended_{false};
  std::thread thread_;
};

/// Checks what comes on one topic, and what it holds of it once more.
template <class Message>
class Sink final {
 public:
  Sink(rclcpp::Node& node, int topic, Ledger& ledger)
      : topic_(topic),
        ledger_(ledger),
        subscription_(node.create_subscription<Message>(
            topic_name(topic), qos(),
            [this](std::shared_ptr<const Message> message) { take(std::move(message)); })) {}

 private:
  static std::optional<ContentHead> read(const Message& message) {
    return read_content(message.data.data(), message.data.size());
  }
  void take(std::shared_ptr<const Message> message) {
    const auto head = read(*message);
    head ? ledger_.heard(topic_, *head) : ledger_.wrong();
    held_.push_back(std::move(message));
    if (held_.size() <= 3) return;
    if (!read(*held_.front())) ledger_.wrong();
    held_.pop_front();
  }

  const int topic_;
  Ledger& ledger_;
  std::deque<std::shared_ptr<const Message>> held_;
  const typename rclcpp::Subscription<Message>::SharedPtr subscription_;
};

// Whoever waits too long for the answer kills us.
void await_more(const std::function<std::uint64_t()>& count, std::uint64_t more) {
  const std::uint64_t until = count() + more;
  while (count() < until) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

/// Answers each "await" until the runner closes its end.
void answer(Conductor& conductor, const std::function<std::uint64_t(std::uint64_t)>& count,
            const Ledger& ledger) {
  conductor.ready_and_wait_go();
  for (std::string line; std::getline(std::cin, line);) {
    std::string word;
    std::uint64_t publisher = 0, more = 0;
    std::istringstream(line) >> word >> publisher >> more;
    if (word != "await") throw std::runtime_error("the runner said '" + line + "'");
    const std::int64_t asked = now_ns();
    await_more([&] { return count(publisher); }, more);
    expect_shm();
    Findings findings;
    findings.numbers["us"] = static_cast<double>(now_ns() - asked) / 1e3;
    findings.numbers["wrong"] = static_cast<double>(ledger.wrong_bytes());
    findings.numbers["gaps"] = static_cast<double>(ledger.gaps());
    conductor.finish(findings);
  }
}

void publish(const Args& args, Conductor& conductor) {
  rclcpp::Node node("faults_publisher", node_options(true));
  const Source source(node, static_cast<std::uint64_t>(args.integer("id")),
                      static_cast<unsigned>(args.integer("seed")));
  answer(conductor, [&](std::uint64_t) { return source.sent(); }, Ledger());
}

void subscribe(Conductor& conductor) {
  Ledger ledger;
  auto node = std::make_shared<rclcpp::Node>("faults_subscriber", node_options(true));
  const Sink<Plain> plain(*node, 0, ledger);
  const Sink<Fixed> loans(*node, 1, ledger);
  rclcpp::executors::SingleThreadedExecutor executor;
  executor.add_node(node);
  std::thread spinner([&] { executor.spin(); });
  answer(
      conductor,
      [&](std::uint64_t publisher) {
        std::uint64_t least = ~0ULL;
        for (int topic = 0; topic < kTopics; ++topic) {
          least = std::min(least, ledger.heard_of(topic, publisher));
        }
        return least;
      },
      ledger);
  executor.cancel();
  spinner.join();
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    choose_shm(true);
    const Rclcpp rclcpp;
    Conductor conductor;
    args.text("role") == "pub" ? publish(args, conductor) : subscribe(conductor);
  });
}
