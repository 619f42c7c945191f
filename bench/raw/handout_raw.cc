// The floor of a fan-out between processes: one publisher, `fan` processes that read.
//
// role=pub fills and stamps a payload in memory that all map, and rings; role=sub
// sleeps until it is rung for, and touches a byte of every page. With words=each
// every reader sleeps on a word of its own, and each ring is a system call: so it
// must be if a process hears of several publishers, or publishers have not the same
// readers. With words=one all sleep on the same word, and one call wakes them all.
#include <algorithm>
#include <array>
#include <climits>
#include <stdexcept>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/futex.h"
#include "bench/raw/payloads.h"

namespace ranvier::bench {
namespace {

constexpr std::uint32_t kPayloads = 64;  // a reader that is further behind has lost some
constexpr std::uint32_t kMostReaders = 32;

struct alignas(64) Word {
  std::atomic<std::uint32_t> rings;
};

/// Lies in memory that all share; all zero at first. The payloads lie behind it.
struct Board {
  std::atomic<std::uint32_t> published;
  std::atomic<std::uint32_t> readers;  // that have come
  std::atomic<bool> publisher_came;
  std::array<Word, kMostReaders> words;
};
static_assert(sizeof(Board) <= kPage);

std::size_t whole_pages(std::size_t size) { return (size + kPage - 1) / kPage * kPage; }

class HandOut final {
 public:
  explicit HandOut(const Args& args)
      : publishes_(args.text("role") == "pub"),
        fan_(static_cast<std::uint32_t>(args.integer("fan"))),
        one_word_(args.text("words") == "one"),
        size_(size_of_name(args.text("size"))),
        period_ns_(1'000'000'000 / args.integer("rate")),
        memory_(name_of_run(), kPage + kPayloads * whole_pages(size_), true),
        board_(*reinterpret_cast<Board*>(memory_.bytes())) {
    if (fan_ > kMostReaders) throw std::invalid_argument("fan: at most 32 processes");
    if (publishes_) board_.publisher_came = true;
    else own_ = join();
  }

  void run() {
    std::thread worker([this] { publishes_ ? publish_until_ended() : read_until_ended(); });
    Conductor conductor;
    Findings findings = conduct(conductor, session());
    worker.join();
    if (!publishes_) {
      log_.describe(findings);
      log_.tell_each(findings);
    }
    conductor.finish(findings);
  }

 private:
  /// @return the word to sleep on.
  std::uint32_t join() {
    const std::uint32_t reader = board_.readers.fetch_add(1);
    return one_word_ ? 0 : reader;
  }
  std::uint8_t* payload(std::uint32_t number) const {
    return memory_.bytes() + kPage + number % kPayloads * whole_pages(size_);
  }

  void ring(std::uint32_t word) {
    // Pairs with the acquire in wait_ring(); a word of everybody's wakes everybody.
    board_.words[word].rings.fetch_add(1, std::memory_order_release);
    futex(board_.words[word].rings, FUTEX_WAKE, one_word_ ? INT_MAX : 1);
  }
  void notify_all() {
    for (std::uint32_t word = 0; word < (one_word_ ? 1 : fan_); ++word) ring(word);
  }
  std::uint32_t wait_ring(std::uint32_t seen) {
    for (;;) {
      const std::uint32_t rings = board_.words[own_].rings.load(std::memory_order_acquire);
      if (rings != seen) return rings;
      futex(board_.words[own_].rings, FUTEX_WAIT, seen);
    }
  }

  void publish_until_ended() {
    for (std::int64_t next = now_ns(); !ended_.load(); next += period_ns_) {
      sleep_until_ns(next);
      publish();
    }
  }
  void publish() {
    const std::uint32_t number = board_.published.load(std::memory_order_relaxed);
    std::memset(payload(number), 'x', size_);
    const Stamp stamp = window_.stamp();
    std::memcpy(payload(number), &stamp, sizeof stamp);
    board_.published.store(number + 1, std::memory_order_release);  // pairs with read_until_ended()
    notify_all();
  }

  void read_until_ended() {
    std::uint32_t next = board_.published.load(std::memory_order_acquire);
    for (std::uint32_t seen = 0; !ended_.load();) {
      seen = wait_ring(seen);
      const std::uint32_t published = board_.published.load(std::memory_order_acquire);
      next = std::max(next, published - std::min(published, kPayloads - 1));
      for (; next != published; ++next) take(payload(next));
    }
  }
  void take(const std::uint8_t* message) {
    const std::int64_t entered = now_ns();
    Stamp stamp;
    std::memcpy(&stamp, message, sizeof stamp);
    log_.record(stamp, entered);
    sink_ = sink_ + touch_pages(message, size_);
  }

  bool matched() {
    if (!publishes_) return board_.publisher_came;
    if (board_.readers < fan_) return false;
    memory_.forget();
    return true;
  }
  void end() {
    ended_ = true;
    if (!publishes_) ring(own_);  // wakes our own thread; others find nothing new
  }

  Session session() {
    Session session;
    session.matched = [this] { return matched(); };
    session.end = [this] { end(); };
    session.fan = session.among = fan_;
    if (publishes_) {
      session.window = &window_;
      return session;
    }
    session.warm = [this] { return log_.warm(); };
    session.received = [this] { return log_.received(); };
    return session;
  }

  const bool publishes_;
  const std::uint32_t fan_;
  const bool one_word_;
  const std::size_t size_;
  const std::int64_t period_ns_;
  SharedMemory memory_;
  Board& board_;
  std::uint32_t own_ = 0;
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
    HandOut(args).run();
  });
}
