// The yardstick of policies/isolated: a thread for each group, which sleeps by a futex of its own, and
// one that hands them messages in turn through memory that all map. Roles as ours.
#include <algorithm>
#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/session.h"
#include "bench/raw/futex.h"
#include "bench/raw/payloads.h"

namespace ranvier::bench {
namespace {

/// Lies in memory that both ends share; all zero at first. A reader that is late finds the last
/// messages in their slots, as a queue would keep them.
struct Box {
  static constexpr std::uint32_t kDepth = 16;
  std::atomic<std::uint32_t> count;
  std::array<Stamp, kDepth> slots;
};

class Isolated final {
 public:
  explicit Isolated(const Args& args)
      : role_(args.text("role")),
        groups_(static_cast<std::size_t>(args.integer("groups"))),
        spacing_ns_(1'000'000'000 / (args.integer("rate") * args.integer("groups"))),
        memory_(role_ == "both" ? "" : name_of_run(), kPage + groups_ * sizeof(Box), true),
        readers_(*reinterpret_cast<std::atomic<std::uint32_t>*>(memory_.bytes())),
        boxes_(reinterpret_cast<Box*>(memory_.bytes() + kPage)) {
    for (std::size_t i = 0; role_ != "pub" && i < groups_; ++i)
      logs_.push_back(std::make_unique<LatencyLog>(kMost));
  }

  void run() {
    SessionThread control(session());
    std::vector<std::thread> readers;
    for (std::size_t i = 0; i < logs_.size(); ++i) readers.emplace_back([this, i] { read(i); });
    publish_until_ended();
    for (std::thread& reader : readers) reader.join();
    Findings findings = control.join();
    if (!logs_.empty()) describe(findings);
    control.finish(findings);
  }

 private:
  void publish_until_ended() {
    if (role_ == "sub") return;
    std::size_t topic = 0;
    for (std::int64_t due = now_ns(); !ended_; due += spacing_ns_) {
      sleep_until_ns(due);
      Box& box = boxes_[topic];
      box.slots[box.count % Box::kDepth] = window_.stamp();
      ring(box);
      topic = (topic + 1) % groups_;
    }
  }

  static void ring(Box& box) {
    ++box.count;
    futex(box.count, FUTEX_WAKE, 1);
  }

  void read(std::size_t i) {
    Box& box = boxes_[i];
    std::uint32_t seen = box.count;
    ++readers_;
    while (!ended_) {
      futex(box.count, FUTEX_WAIT, seen);
      while (seen != box.count && !ended_) {
        const Stamp stamp = box.slots[seen++ % Box::kDepth];
        logs_[i]->record(stamp, now_ns());
      }
    }
  }

  void end() {
    ended_ = true;
    for (std::size_t i = 0; i < logs_.size(); ++i) ring(boxes_[i]);
  }

  std::uint64_t received() const {
    std::uint64_t sum = 0;
    for (const auto& log : logs_) sum += log->received();
    return sum;
  }

  Session session() {
    Session session;
    session.matched = [this] { return readers_ == groups_; };
    session.warm = [this] {
      return std::all_of(logs_.begin(), logs_.end(), [](const auto& log) { return log->warm(); });
    };
    if (role_ != "sub") session.window = &window_;
    if (role_ != "pub") session.received = [this] { return received(); };
    session.end = [this] { end(); };
    return session;
  }

  void describe(Findings& findings) const {
    for (const auto& log : logs_) {
      Findings own;
      log->describe(own);
      findings.numbers["p99_us"] += own.numbers["p99_us"] / static_cast<double>(groups_);
    }
    findings.numbers["received"] = static_cast<double>(received());
  }

  static constexpr std::size_t kMost = 5'000;
  const std::string role_;
  const std::size_t groups_;
  const std::int64_t spacing_ns_;
  SharedMemory memory_;
  std::atomic<std::uint32_t>& readers_;  // that wait
  Box* const boxes_;
  Window window_;
  std::atomic<bool> ended_{false};
  std::vector<std::unique_ptr<LatencyLog>> logs_;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    std::make_unique<Isolated>(Args(count, words))->run();
  });
}
