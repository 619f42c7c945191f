// The floor of a blocking wake-up: one word, one futex, two threads or processes.
//
// role=pub, role=sub: two processes, which meet in shared memory; else two threads
// of one. A publisher that sleeps to an absolute clock fills a payload of the size,
// stamps it and wakes the reader; the reader's wake-up is its callback entry. It
// then touches a byte of every page. Between threads each payload is allocated and
// freed, as the measured side does; between processes it lies in shared memory.
//
// With copy=1 the reader also copies each payload out, after its entry, and tells
// what a copy costs: both buffers beyond every cache, the source written by the
// other end, all pages mapped.
#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/fill.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/futex.h"
#include "bench/raw/payloads.h"

namespace ranvier::bench {
namespace {

/// Lies in memory that both ends share; all zero at first.
struct Mailbox {
  std::atomic<std::uint32_t> count;
  std::atomic<bool> ending;
  std::atomic<bool> publisher_came;
  std::atomic<bool> reader_came;
  // Each message starts with its Stamp. A reader that is late finds the
  // messages in their slots, as a queue would keep them.
  std::array<std::atomic<Payloads::Handle>, 64> slots;

  std::atomic<Payloads::Handle>& slot(std::uint32_t ring) { return slots[ring % slots.size()]; }
};
static_assert(sizeof(Mailbox) <= kPage);

/// How long a payload's copies take, each to another place than the last ones.
class Copier final {
 public:
  Copier(std::size_t size, std::size_t places) : size_(size), to_(size * places) {}
  void copy(const std::uint8_t* from) {
    std::uint8_t* const to = to_.data() + copied_++ * size_ % to_.size();
    const std::int64_t start = now_ns();
    std::memcpy(to, from, size_);
    nanoseconds_.push_back(static_cast<double>(now_ns() - start));
  }
  double median_us() const { return median(nanoseconds_) / 1e3; }

 private:
  const std::size_t size_;
  std::vector<std::uint8_t> to_;
  std::size_t copied_ = 0;
  std::vector<double> nanoseconds_;
};

/// As many payloads as exceed the caches of today's cores, if copies are to do so.
std::size_t payloads_of(std::size_t size, bool copies) {
  constexpr std::size_t kFew = 12;  // what keep last 10 holds, and one at each end
  constexpr std::size_t kBeyondCaches = 128'000'000;
  return copies ? std::max(kFew, kBeyondCaches / std::max(size, kPage)) : kFew;
}

class HandOver final {
 public:
  explicit HandOver(const Args& args)
      : role_(args.text("role", "")),
        between_processes_(role_ == "pub" || role_ == "sub"),
        size_(size_of_name(args.text("size"))),
        period_ns_(1'000'000'000 / args.integer("rate")),
        copies_(args.integer("copy", 0) != 0),
        fill_(args),
        publisher_cores_(args.integers("pub_cpus")),
        reader_cores_(args.integers("sub_cpus")),
        memory_(between_processes_ ? name_of_run() : "", kPage + pool_bytes(), copies_),
        box_(*reinterpret_cast<Mailbox*>(memory_.bytes())) {
    if (between_processes_) {
      payloads_ = std::make_unique<SharedPayloads>(memory_.bytes() + kPage, size_,
                                                   payloads_of(size_, copies_), copies_);
    } else {
      payloads_ = std::make_unique<HeapPayloads>(size_);
    }
    if (publishes()) box_.publisher_came = true;
    if (reads()) box_.reader_came = true;
    if (reads() && copies_) copier_ = std::make_unique<Copier>(size_, payloads_of(size_, true));
  }

  void run() {
    std::thread publisher;
    std::thread reader;
    if (publishes()) publisher = std::thread([this] { publish_until_ended(); });
    if (reads()) reader = std::thread([this] { read_until_ended(); });
    Conductor conductor;
    Findings findings = conduct(conductor, session());
    if (publishes()) publisher.join();
    if (reads()) {
      box_.ending = true;
      ring();
      reader.join();
      log_.describe(findings);
    }
    if (copier_) findings.numbers["memcpy_us"] = copier_->median_us();
    conductor.finish(findings);
  }

 private:
  bool publishes() const { return role_ != "sub"; }
  bool reads() const { return role_ != "pub"; }
  std::size_t pool_bytes() const {
    return between_processes_ ? SharedPayloads::bytes(size_, payloads_of(size_, copies_)) : 0;
  }

  /// A futex of one process costs less, and does not wake another.
  int alike(int operation) const {
    return between_processes_ ? operation : operation | FUTEX_PRIVATE_FLAG;
  }

  void ring() {
    box_.count.fetch_add(1, std::memory_order_release);  // pairs with the acquire in wait_ring
    futex(box_.count, alike(FUTEX_WAKE), 1);
  }

  std::uint32_t wait_ring(std::uint32_t seen) {
    for (;;) {
      const std::uint32_t count = box_.count.load(std::memory_order_acquire);
      if (count != seen) return count;
      futex(box_.count, alike(FUTEX_WAIT), seen);
    }
  }

  void publish_until_ended() {
    pin_this_thread(publisher_cores_);
    for (std::int64_t next = now_ns(); !ended_.load(); next += period_ns_) {
      sleep_until_ns(next);
      publish(payloads_->take());
    }
  }

  // Without a free payload the reader is as far behind as a queue goes back.
  void publish(Payloads::Handle payload) {
    if (payload == 0) return void(window_.stamp());
    std::uint8_t* const message = payloads_->at(payload);
    fill_(message, size_);
    const Stamp stamp = window_.stamp();
    std::memcpy(message, &stamp, sizeof stamp);
    payloads_->give_back(box_.slot(box_.count.load(std::memory_order_relaxed)).exchange(payload));
    ring();
  }

  void read_until_ended() {
    pin_this_thread(reader_cores_);
    for (std::uint32_t seen = 0; !box_.ending;) {
      const std::uint32_t count = wait_ring(seen);
      for (; seen != count; ++seen) take(box_.slot(seen).exchange(0));
    }
  }

  void take(Payloads::Handle payload) {
    const std::int64_t entered = now_ns();
    if (payload == 0) return;  // the ring that ends, or a slot overtaken
    const std::uint8_t* const message = payloads_->at(payload);
    Stamp stamp;
    std::memcpy(&stamp, message, sizeof stamp);
    log_.record(stamp, entered);
    if (copier_) copier_->copy(message);
    sink_ = sink_ + touch_pages(message, size_);
    payloads_->give_back(payload);
  }

  bool matched() {
    if (!box_.publisher_came || !box_.reader_came) return false;
    memory_.forget();
    return true;
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { ended_ = true; };
    if (publishes()) session.window = &window_;
    if (!reads()) return session;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const std::string role_;
  const bool between_processes_;
  const std::size_t size_;
  const std::int64_t period_ns_;
  const bool copies_;
  const Fill fill_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> reader_cores_;
  SharedMemory memory_;
  Mailbox& box_;
  std::unique_ptr<Payloads> payloads_;
  std::unique_ptr<Copier> copier_;
  Window window_;
  LatencyLog log_{200'000};
  std::atomic<bool> ended_{false};
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    pin_this_thread(args.integers("cpus"));
    HandOver(args).run();
  });
}
