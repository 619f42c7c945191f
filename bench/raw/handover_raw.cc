// The floor of a blocking wake-up: one word, one futex, two threads or processes.
//
// A publisher thread that sleeps to an absolute clock writes a stamp and wakes
// the reader; the reader's wake-up is its callback entry. With work=fill the
// publisher also allocates and fills a payload of the size before the stamp, as
// the measured side does, and the reader touches it and frees it afterwards.
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"

namespace ranvier::bench {
namespace {

struct Mailbox {
  std::atomic<std::uint32_t> count{0};
  std::atomic<bool> ending{false};
  // Each message starts with its Stamp. A reader that is late finds the
  // messages in their slots, as a queue would keep them.
  std::array<std::atomic<std::uint8_t*>, 64> slots{};

  std::atomic<std::uint8_t*>& slot(std::uint32_t ring) { return slots[ring % slots.size()]; }
};

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  return syscall(SYS_futex, &word, operation, value, nullptr, nullptr, 0);
}

class HandOver final {
 public:
  explicit HandOver(const Args& args)
      : size_(size_of_name(args.text("size"))),
        period_ns_(1'000'000'000 / args.integer("rate")),
        publisher_cores_(args.integers("pub_cpus")),
        reader_cores_(args.integers("sub_cpus")) {}

  void run() {
    std::thread publisher([this] { publish_until_ended(); });
    std::thread reader([this] { read_until_ended(); });
    Conductor conductor;
    Findings findings = conduct(conductor, session());
    publisher.join();
    box_.ending = true;
    ring();
    reader.join();
    log_.describe(findings);
    conductor.finish(findings);
  }

 private:
  void ring() {
    box_.count.fetch_add(1, std::memory_order_release);  // pairs with the acquire in wait_ring
    futex(box_.count, FUTEX_WAKE_PRIVATE, 1);
  }

  std::uint32_t wait_ring(std::uint32_t seen) {
    for (;;) {
      const std::uint32_t count = box_.count.load(std::memory_order_acquire);
      if (count != seen) return count;
      futex(box_.count, FUTEX_WAIT_PRIVATE, seen);
    }
  }

  void publish_until_ended() {
    pin_this_thread(publisher_cores_);
    for (std::int64_t next = now_ns(); !ended_.load(); next += period_ns_) {
      sleep_until_ns(next);
      auto* message = new std::uint8_t[size_];
      std::memset(message, 'x', size_);
      const Stamp stamp = window_.stamp();
      std::memcpy(message, &stamp, sizeof stamp);
      delete[] box_.slot(box_.count.load(std::memory_order_relaxed)).exchange(message);
      ring();
    }
  }

  void read_until_ended() {
    pin_this_thread(reader_cores_);
    for (std::uint32_t seen = 0; !box_.ending;) {
      const std::uint32_t count = wait_ring(seen);
      for (; seen != count; ++seen) take(box_.slot(seen).exchange(nullptr));
    }
  }

  void take(const std::uint8_t* message) {
    const std::int64_t entered = now_ns();
    if (message == nullptr) return;  // the ring that ends, or a slot overtaken
    Stamp stamp;
    std::memcpy(&stamp, message, sizeof stamp);
    log_.record(stamp, entered);
    sink_ = sink_ + touch_pages(message, size_);
    delete[] message;
  }

  Session session() {
    Session session;
    session.window = &window_;
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    session.end = [this] { ended_ = true; };
    return session;
  }

  const std::size_t size_;
  const std::int64_t period_ns_;
  const std::vector<int> publisher_cores_;
  const std::vector<int> reader_cores_;
  Mailbox box_;
  Window window_;
  LatencyLog log_{200'000};
  std::atomic<bool> ended_{false};
  unsigned sink_ = 0;
};

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { HandOver(Args(count, words)).run(); });
}
