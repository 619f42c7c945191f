// The floor of the fan-out bench: its traffic without ROS and without DDS.
//
// One thread wakes at rate=, and for each of topics= topics makes a string of payload= letters and
// calls fan= functions with it.
#include <functional>
#include <string>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/clock.h"
#include "bench/common/payload.h"
#include "bench/common/session.h"

namespace ranvier::bench {
namespace {

class Functions final {
 public:
  explicit Functions(const Args& args)
      : topics_(args.integer("topics")),
        fan_(args.integer("fan")),
        payload_(static_cast<std::size_t>(args.integer("payload"))),
        period_ns_(1'000'000'000 / args.integer("rate")) {
    for (long i = 0; i < topics_ * fan_; ++i)
      subscriptions_.emplace_back([this](const std::string& text) { take(text); });
  }

  void run() {
    SessionThread control(session());
    for (std::int64_t due = now_ns(); !ended_.load(std::memory_order_relaxed); due += period_ns_) {
      sleep_until_ns(due);
      for (long topic = 0; topic < topics_; ++topic) publish(topic);
    }
    Findings findings = control.join();
    findings.numbers["received"] = static_cast<double>(received_.load());
    control.finish(findings);
  }

 private:
  void publish(long topic) {
    std::string text(payload_, 'x');
    write_letters(window_.stamp(), text.data());
    for (long i = 0; i < fan_; ++i)
      subscriptions_[static_cast<std::size_t>(topic * fan_ + i)](text);
  }
  void take(const std::string& text) {
    if (read_letters(text.data()).measured != 0) received_.fetch_add(1, std::memory_order_relaxed);
  }

  Session session() {
    Session session;
    session.window = &window_;
    session.fan = static_cast<std::uint64_t>(fan_);
    session.received = [this] { return received_.load(std::memory_order_relaxed); };
    session.end = [this] { ended_.store(true, std::memory_order_relaxed); };
    return session;
  }

  const long topics_, fan_;
  const std::size_t payload_;
  const std::int64_t period_ns_;
  std::vector<std::function<void(const std::string&)>> subscriptions_;
  Window window_;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> ended_{false};
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv,
                    [](int count, char** words) { Functions(Args(count, words)).run(); });
}
