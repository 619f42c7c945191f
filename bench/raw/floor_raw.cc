// What the machine gives at best: a futex hand-over, a sleep and a plain copy.
//
// mode=threads, mode=processes: a stamp handed over through one word; mode=sleep:
// a thread that wakes `rate` times a second and does nothing; mode=memcpy: copies
// between buffers that exceed every cache of today's machines.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <new>
#include <stdexcept>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/latency.h"
#include "bench/common/placement.h"
#include "bench/common/session.h"
#include "bench/raw/futex.h"
#include "tests/support/fork_child.h"

namespace ranvier::bench {
namespace {

/// Lies in memory that both ends share; no pointers.
struct Mailbox {
  std::atomic<std::uint32_t> count{0};
  std::atomic<bool> ended{false};
  std::array<Stamp, 64> stamps{};  // a late reader finds them as a queue would keep them

  Stamp& stamp(std::uint32_t ring) { return stamps[ring % stamps.size()]; }
};

void ring(Mailbox& box) {
  box.count.fetch_add(1, std::memory_order_release);  // pairs with the acquire in read_all
  futex(box.count, FUTEX_WAKE, 1);
}

Mailbox* make_mailbox() {
  void* memory =
      mmap(nullptr, sizeof(Mailbox), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory for the mailbox");
  return new (memory) Mailbox;
}

void publish_all(Mailbox& box, Window& window, std::int64_t period_ns) {
  for (std::int64_t next = now_ns(); !box.ended; next += period_ns) {
    sleep_until_ns(next);
    box.stamp(box.count.load(std::memory_order_relaxed)) = window.stamp();
    ring(box);
  }
  ring(box);
}

void read_all(Mailbox& box, LatencyLog& log) {
  for (std::uint32_t seen = 0; !box.ended;) {
    const std::uint32_t count = box.count.load(std::memory_order_acquire);
    if (count == seen) {
      futex(box.count, FUTEX_WAIT, seen);
      continue;
    }
    for (; seen != count && !box.ended; ++seen) log.record(box.stamp(seen), now_ns());
  }
}

// The writing end: a thread, or a process that shares the mailbox and a window.
class Writer final {
 public:
  Writer(Mailbox& box, Window& window, const Args& args) {
    const auto body = [&box, &window, args] {
      pin_this_thread(args.integers("pub_cpus"));
      publish_all(box, window, 1'000'000'000 / args.integer("rate"));
    };
    if (args.text("mode") == "threads") {
      thread_ = std::thread(body);
    } else if ((child_ = support::fork_child()) == 0) {
      body();
      _exit(0);
    }
  }
  ~Writer() {
    if (thread_.joinable()) thread_.join();
    if (child_ > 0) waitpid(child_, nullptr, 0);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

 private:
  std::thread thread_;
  pid_t child_ = -1;
};

Window* make_shared_window() {
  void* memory =
      mmap(nullptr, sizeof(Window), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory for the window");
  return new (memory) Window;
}

void hand_over(const Args& args, Conductor& conductor) {
  Mailbox& box = *make_mailbox();
  Window& window = *make_shared_window();
  LatencyLog log(200'000);
  const Writer writer(box, window, args);
  Session session;
  session.window = &window;
  session.warm = [&] { return log.warm(); };
  session.received = [&] { return log.received(); };
  session.end = [&] { box.ended = true; };
  std::thread reader([&] {
    pin_this_thread(args.integers("sub_cpus"));
    read_all(box, log);
  });
  Findings findings = conduct(conductor, session);
  reader.join();
  log.describe(findings);
  conductor.finish(findings);
}

void sleep(const Args& args, Conductor& conductor) {
  Window window;
  std::atomic<bool> ended{false};
  std::thread sleeper([&] {
    const std::int64_t period_ns = 1'000'000'000 / args.integer("rate");
    for (std::int64_t next = now_ns(); !ended; next += period_ns) {
      sleep_until_ns(next);
      (void)window.stamp();
    }
  });
  Session session;
  session.window = &window;
  session.end = [&] { ended = true; };
  Findings findings = conduct(conductor, session);
  sleeper.join();
  conductor.finish(findings);
}

void copy(const Args& args, Conductor& conductor) {
  pin_this_thread(args.integers("pub_cpus"));
  const std::size_t size = size_of_name(args.text("size"));
  const std::vector<std::uint8_t> from(size, 'x');
  std::vector<std::uint8_t> to(size);
  Findings findings = conduct(conductor, Session{});
  std::vector<double> rates;
  for (int i = 0; i < 10; ++i) {
    const std::int64_t start = now_ns();
    std::memcpy(to.data(), from.data(), size);
    if (to[size / 2] != 'x') throw std::runtime_error("memcpy lost a byte");
    rates.push_back(static_cast<double>(size) / static_cast<double>(now_ns() - start));
  }
  findings.numbers["copy_GBps"] = median(rates);
  conductor.finish(findings);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) {
    const Args args(count, words);
    Conductor conductor;
    const std::string mode = args.text("mode");
    if (mode == "memcpy") return copy(args, conductor);
    if (mode == "sleep") return sleep(args, conductor);
    hand_over(args, conductor);
  });
}
