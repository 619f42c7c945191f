// Raw side of the fan-out bench: the traffic of seed 003 on Cyclone's C API.
//
// role=both is one thread that serves timers and readers; role=pub and role=sub
// are the two halves as processes. listener=1 takes samples inside the listener. With
// topics=0 there is a timer for each node, and nothing to publish: "ticks" says how often they ran.
#include <thread>

#include "bench/common/args.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

constexpr const char* kString = "std_msgs::msg::dds_::String_";
constexpr RawQos kQos{.reliable = false, .transient_local = true, .depth = 10};

class Fanout final {
 public:
  explicit Fanout(const Args& args)
      : topics_(args.integer("topics")),
        fan_(args.integer("fan")),
        payload_(args.integer("payload")),
        listener_(args.integer("listener", 0) != 0),
        spread_(args.text("pattern") == "spread"),
        period_ns_(1'000'000'000 / args.integer("rate")) {
    add_participant_endpoints(participant_);
    for (long i = 0; i < args.integer("nodes"); ++i) {
      add_node_endpoints(participant_, "fanout_" + std::to_string(i));
      if (topics_ == 0) loop_.add_timer(now_ns() + period_ns_, period_ns_, [this] { ++ticks_; });
    }
    const std::string role = args.text("role");
    if (role != "sub" && topics_ > 0) add_writers();
    if (role != "pub") add_readers();
  }

  void run() {
    SessionThread control(session());
    loop_.run();
    Findings findings = control.join();
    findings.numbers["received"] = static_cast<double>(received_.load());
    findings.numbers["ticks"] = static_cast<double>(ticks_);
    control.finish(findings);
  }

 private:
  static std::string topic(long i) { return "rt/fanout_" + std::to_string(i); }

  void add_writers() {
    bytes_.assign(wire_size(carrier_of(payload_), payload_), 'x');
    bytes_.back() = 0;
    const auto length = static_cast<std::uint32_t>(payload_ + 1);
    std::memcpy(&bytes_[4], &length, sizeof length);
    for (long i = 0; i < topics_; ++i)
      writers_.push_back(participant_.writer(topic(i), kString, kQos));
    const std::int64_t start = now_ns() + period_ns_;
    if (!spread_) return loop_.add_timer(start, period_ns_, [this] { publish_all(); });
    for (long i = 0; i < topics_; ++i) {
      loop_.add_timer(start + i * 1'000'000, period_ns_, [this, i] { publish(writers_[i]); });
    }
  }

  void add_readers() {
    for (long i = 0; i < topics_ * fan_; ++i) {
      readers_.push_back(participant_.reader(
          topic(i / fan_), kString, kQos, [this](const ddsi_serdata* s) { take(s); }, listener_));
      if (!listener_) loop_.add(readers_.back());
    }
  }

  void publish(const RawWriter& writer) {
    write_letters(window_.stamp(), reinterpret_cast<char*>(&bytes_[8]));
    writer.copy_and_write(bytes_.data(), bytes_.size());
  }

  void publish_all() {
    for (const auto& writer : writers_) publish(writer);
  }

  // The decoder's bulk copy, then the callback's look at its message.
  void take(const ddsi_serdata* sample) {
    const std::string text(reinterpret_cast<const char*>(blob_bytes(sample)) + 8,
                           blob_size(sample) - 9);
    warm_.store(true, std::memory_order_relaxed);
    if (read_letters(text.data()).measured != 0) received_.fetch_add(1, std::memory_order_relaxed);
  }

  bool matched() const {
    for (const auto& writer : writers_) {
      if (writer.matched() < static_cast<std::size_t>(fan_)) return false;
    }
    for (const auto& reader : readers_) {
      if (reader.matched() == 0) return false;
    }
    return true;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { loop_.stop(); };
    session.fan = static_cast<std::uint64_t>(fan_);
    if (!writers_.empty()) session.window = &window_;
    if (readers_.empty()) return session;
    session.warm = [this] { return warm_.load(std::memory_order_relaxed); };
    session.received = [this] { return received_.load(std::memory_order_relaxed); };
    return session;
  }

  const long topics_;
  const long fan_;
  const std::size_t payload_;
  const bool listener_;
  const bool spread_;
  const std::int64_t period_ns_;
  std::uint64_t ticks_ = 0;
  RawParticipant participant_;
  RawLoop loop_{participant_};
  Window window_;
  std::vector<std::uint8_t> bytes_;
  std::vector<RawWriter> writers_;
  std::vector<RawReader> readers_;
  std::atomic<std::uint64_t> received_{0};
  std::atomic<bool> warm_{false};
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    Fanout(args).run();
  });
}
