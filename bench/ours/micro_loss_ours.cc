// What is lost between two boards of one agent whose links drop datagrams by a seed (cases a to d
// of seed 004), and what the writer is told of. It prints "<quantity> <number>" lines.
//
// case=a|b|c|d bytes=N drop=PERCENT messages=N seed=N keeps=0|1: with keeps=1 the writer keeps to
// what the links carry, with 0 it writes up to 1,000 a second and waits 2 ms for room.
#include <atomic>
#include <cstdio>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/of_process.h"
#include "bench/ours/lossy_link.h"
#include "bench/ours/micro_agent.h"
#include "bench/ours/micro_board.h"

namespace {

using ranvier::bench::Args;
using ranvier::bench::kGreeting;
using ranvier::bench::LossyLink;
using ranvier::bench::MicroAgent;
using ranvier::bench::MicroBoard;

constexpr std::int64_t kNsOfMs = 1'000'000;
constexpr std::uint32_t kPatienceMs = 30'000;  // for room, and for the rest at the end
constexpr std::uint32_t kFloodPatienceMs = 2;  // of a writer that does not keep to the links
constexpr std::int64_t kMostUnderWay = 8;      // below the depth of keep last

// Those of the two boards.
struct Links {
  LossyLink out, in;

  Links(const char* port, double drop, unsigned seed)
      : out(port, drop, seed), in(port, drop, seed + 1) {}
  void begin() {
    out.begin();
    in.begin();
  }
  std::uint64_t dropped_samples() const { return out.dropped_samples() + in.dropped_samples(); }
  double dropped_percent() const {
    return 100.0 * static_cast<double>(out.dropped() + in.dropped()) /
           static_cast<double>(out.carried() + in.carried());
  }
};

// The board that reads, on a thread of its own.
class Reader {
 public:
  Reader(xrce_transport& link, MicroBoard::Topics topics) : board_(link, 2, std::move(topics)) {
    board_.on_number = [this](std::uint32_t number) { take(number); };
    board_.wait_ready();
    thread_ = std::thread([this] {
      while (!stop_) board_.spin(20);
    });
  }
  ~Reader() {
    stop_ = true;
    thread_.join();
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  std::uint32_t greeted() const { return greeted_; }
  std::uint32_t heard() const { return heard_; }
  /// Numbers that came again, or after a later one.
  std::uint32_t disordered() const { return disordered_; }
  int logins() const { return board_.session.logins; }

 private:
  void take(std::uint32_t number) {
    if (number == kGreeting) return void(++greeted_);
    if (static_cast<std::int64_t>(number) <= last_) ++disordered_;
    last_ = number;
    ++heard_;
  }

  MicroBoard board_;
  std::int64_t last_ = -1;
  std::atomic<bool> stop_{false};
  std::atomic<std::uint32_t> greeted_{0}, heard_{0}, disordered_{0};
  std::thread thread_;
};

struct Plan {
  MicroBoard::Topics topics;
  std::size_t bytes;
  std::uint32_t messages;
  bool keeps;
};

Plan plan_of(const Args& args) {
  const std::string which = args.text("case");
  if (which.size() != 1 || which < "a" || which > "d") {
    throw std::invalid_argument("case=" + which + " is none of a, b, c, d");
  }
  Plan plan{{},
            static_cast<std::size_t>(args.integer("bytes")),
            static_cast<std::uint32_t>(args.integer("messages")),
            args.integer("keeps") != 0};
  plan.topics.reliable = which >= "c";
  plan.topics.keeps_all = plan.topics.keeps_for_late = which == "b" || which == "d";
  return plan;
}

class Test {
 public:
  Test(const Plan& plan, const MicroAgent& agent, Links& links, MicroBoard& writer, Reader& reader)
      : plan_(plan), agent_(agent), links_(links), writer_(writer), reader_(reader) {}

  void meet() {
    std::uint32_t greetings = 0;
    for (int i = 0; reader_.greeted() == 0 && i < 6'000; ++i) {
      greetings += writer_.write(kGreeting, plan_.bytes, kPatienceMs) == XRCE_OK;
      writer_.spin(10);
    }
    if (reader_.greeted() == 0) throw std::runtime_error("nothing arrived within a minute");
    // Until none of them is under way: what is dropped from here on counts.
    const std::int64_t end = xrce_posix_now_ns() + 1'000 * kNsOfMs;
    while (reader_.greeted() + links_.dropped_samples() < greetings && xrce_posix_now_ns() < end) {
      writer_.spin(1);
    }
    lost_before_ = writer_.writer.lost;
    overwritten_before_ = agent_.counted("overwritten");  // greetings, for a reader that was late
    links_.begin();
  }
  void run() {
    const std::int64_t begin = xrce_posix_now_ns();
    for (std::uint32_t i = 0; i < plan_.messages; ++i) {
      if (i == plan_.messages / 10) resident_kb_ = ranvier::bench::status_of(agent_.pid(), "VmRSS");
      wait_for_turn(begin + i * kNsOfMs);
      write(i);
    }
    drain();
    overwritten_ = agent_.counted("overwritten") - overwritten_before_;
    seconds_ = static_cast<double>(xrce_posix_now_ns() - begin) / 1e9;
    grown_kb_ = ranvier::bench::status_of(agent_.pid(), "VmRSS") - resident_kb_;
  }
  void report() const {
    const auto told = static_cast<std::uint16_t>(writer_.writer.lost - lost_before_);
    std::printf("sent %u\nrefused %u\ntold_lost %u\nreceived %u\n", plan_.messages, refused_, told,
                reader_.heard());
    // What was accepted, did not arrive, was not dropped by a link, was not counted as overwritten
    // (keep last), and nobody was told of.
    const std::int64_t silent = std::int64_t{accepted_} - told - reader_.heard() -
                                static_cast<std::int64_t>(links_.dropped_samples()) -
                                static_cast<std::int64_t>(overwritten_);
    std::printf("overwritten %llu\n", static_cast<unsigned long long>(overwritten_));
    std::printf("silent %lld\ndisordered %u\nseconds %.3f\nlogins %d\n",
                static_cast<long long>(silent), reader_.disordered(), seconds_,
                writer_.session.logins + reader_.logins());
    std::printf("per_second %.0f\nagent_kb %.0f\nagent_grown_kb %.0f\n", plan_.messages / seconds_,
                resident_kb_, grown_kb_);
    std::printf("lost_percent %.4f\ndropped_percent %.3f\n",
                100.0 * (plan_.messages - reader_.heard()) / plan_.messages,
                links_.dropped_percent());
  }

 private:
  /// What fails at once is refused; of what was accepted the writer may be told later. A writer
  /// that keeps to the links tries again.
  void write(std::uint32_t number) {
    const std::int64_t end = xrce_posix_now_ns() + kPatienceMs * kNsOfMs;
    bool accepted = try_to_write(number, plan_.keeps ? kPatienceMs : kFloodPatienceMs);
    while (!accepted && plan_.keeps && xrce_posix_now_ns() < end) {
      writer_.spin(1);
      accepted = try_to_write(number, 0);
    }
    ++(accepted ? accepted_ : refused_);
  }
  bool try_to_write(std::uint32_t number, std::uint32_t patience_ms) {
    const std::uint16_t before = writer_.writer.lost;
    if (writer_.write(number, plan_.bytes, patience_ms) == XRCE_OK) return true;
    lost_before_ = static_cast<std::uint16_t>(lost_before_ + writer_.writer.lost - before);
    return false;
  }
  std::int64_t under_way() const {
    return std::int64_t{accepted_} - reader_.heard() -
           static_cast<std::int64_t>(links_.dropped_samples());
  }
  /// A writer that keeps to the links has few under way; another one has its rate.
  void wait_for_turn(std::int64_t due) {
    if (plan_.keeps) {
      const std::int64_t end = xrce_posix_now_ns() + kPatienceMs * kNsOfMs;
      while (under_way() >= kMostUnderWay && xrce_posix_now_ns() < end) writer_.spin(1);
      return;
    }
    do {
      writer_.spin(xrce_posix_now_ns() < due ? 1 : 0);
    } while (xrce_posix_now_ns() < due);
  }
  /// Until all has arrived, or nothing has for a while.
  void drain() {
    std::uint32_t heard = reader_.heard();
    const std::int64_t quiet_ms = plan_.topics.reliable ? 5'000 : 500;
    for (std::int64_t since = xrce_posix_now_ns();
         xrce_posix_now_ns() - since < quiet_ms * kNsOfMs;) {
      if (xrce_unacknowledged(&writer_.session) == 0 && reader_.heard() == accepted_) return;
      writer_.spin(1);
      if (reader_.heard() == heard) continue;
      heard = reader_.heard();
      since = xrce_posix_now_ns();
    }
  }

  const Plan plan_;
  const MicroAgent& agent_;
  Links& links_;
  MicroBoard& writer_;
  Reader& reader_;
  std::uint32_t accepted_ = 0, refused_ = 0;
  std::uint16_t lost_before_ = 0;
  double seconds_ = 0;
  std::uint64_t overwritten_ = 0, overwritten_before_ = 0;
  double resident_kb_ = 0, grown_kb_ = 0;  // of the agent: after a tenth, and from there on
};

void measure(const Args& args) {
  const Plan plan = plan_of(args);
  const MicroAgent agent({"udp4", "-p", "0"});
  Links links(agent.port(), args.number("drop"), static_cast<unsigned>(args.integer("seed")));
  MicroBoard::Topics writes = plan.topics, reads = plan.topics;
  writes.writes = reads.reads = "/loss";
  MicroBoard writer(links.out.link(), 1, writes);
  writer.wait_ready();
  Reader reader(links.in.link(), reads);
  Test test(plan, agent, links, writer, reader);
  test.meet();
  test.run();
  test.report();
}

}  // namespace

int main(int argc, char** argv) try {
  measure(Args(argc, argv));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_micro_loss_ours: %s\n", error.what());
  return 1;
}
