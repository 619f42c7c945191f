// Raw side of the memory, start, footprint and growth benches: a participant with the endpoints of
// `nodes` default nodes (bare=1: of none), waiting in a waitset; nodes=0 is a process that links
// Cyclone and calls nothing of it.
//
// With exec_ns, the CLOCK_MONOTONIC time of the exec, it also publishes once on
// a topic and reports the time from the exec to the end of that first write.
// publishers=N and subscriptions=N add as many idle endpoints on topics that nobody
// else has, or, with paired=1, somebody: they are awaited then; meets=pub and
// meets=sub are the two ends of one pair more. rate=R writes on each writer, so often a second.
// heap=1: bench/common/heap.h; gathers=N: bench/common/gathering.h.
#include <algorithm>
#include <thread>

#include "bench/common/args.h"
#include "bench/common/clock.h"
#include "bench/common/gathering.h"
#include "bench/common/heap.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

constexpr const char* kString = "std_msgs::msg::dds_::String_";
constexpr std::uint8_t kHello[] = {0, 1, 0, 0, 6, 0, 0, 0, 'h', 'e', 'l', 'l', 'o', 0};

void publish_first(RawParticipant& participant, Findings& findings, std::int64_t exec_ns) {
  const RawWriter writer = participant.writer("rt/chatter", kString, RawQos{});
  writer.copy_and_write(kHello, sizeof kHello);
  findings.numbers["first_publish_ms"] = static_cast<double>(now_ns() - exec_ns) / 1e6;
}

/// Endpoints that have nothing to do, and what they have met.
class Idle final {
 public:
  Idle(RawParticipant& participant, RawLoop& loop, const Args& args)
      : meets_(args.text("meets", "")), paired_(args.integer("paired", 0) != 0) {
    for (long i = 0; i < args.integer("publishers", 0); ++i) add_writer(participant, topic(i));
    for (long i = 0; i < args.integer("subscriptions", 0); ++i) {
      add_reader(participant, loop, topic(i));
    }
    if (meets_ == "pub") add_writer(participant, "rt/meeting");
    if (meets_ == "sub") add_reader(participant, loop, "rt/meeting");
    if (!args.has("rate")) return;
    const std::int64_t period_ns = 1'000'000'000 / args.integer("rate");
    loop.add_timer(now_ns() + period_ns, period_ns, [this] { write(); });
  }

  bool met() const {
    return (meets_ != "pub" || writers_.back().matched() > 0) &&
           (meets_ != "sub" || readers_.back().matched() > 0) && (!paired_ || all_met());
  }

 private:
  static std::string topic(long i) { return "rt/idle_" + std::to_string(i); }
  bool all_met() const {
    const auto met = [](const auto& one) { return one.matched() > 0; };
    return std::all_of(writers_.begin(), writers_.end(), met) &&
           std::all_of(readers_.begin(), readers_.end(), met);
  }
  void add_writer(RawParticipant& participant, const std::string& name) {
    writers_.push_back(participant.writer(name, kString, RawQos{}));
  }
  void add_reader(RawParticipant& participant, RawLoop& loop, const std::string& name) {
    const OnSample nothing = [](const ddsi_serdata*) {};
    readers_.push_back(participant.reader(name, kString, RawQos{}, nothing, false));
    loop.add(readers_.back());
  }

  void write() {
    for (const RawWriter& writer : writers_) writer.copy_and_write(kHello, sizeof kHello);
  }

  const std::string meets_;
  const bool paired_;
  std::vector<RawWriter> writers_;
  std::vector<RawReader> readers_;
};

/// Its pair of ends among those of all processes.
class Meeting final {
 public:
  Meeting(RawParticipant& participant, RawLoop& loop, const Args& args) : gathering_(args) {
    if (!gathering_.any()) return;
    const std::string topic = std::string("rt/") + Gathering::kTopic;
    writer_ = participant.writer(topic, kString, RawQos{});
    const OnSample nothing = [](const ddsi_serdata*) {};
    reader_ = participant.reader(topic, kString, RawQos{}, nothing, false);
    loop.add(reader_);
  }
  bool met() { return !gathering_.any() || gathering_.met(reader_.matched(), writer_.matched()); }
  void count() {
    if (gathering_.any()) gathering_.count(reader_.matched(), writer_.matched());
  }
  void tell(Findings& findings) const { gathering_.tell(findings); }

 private:
  Gathering gathering_;
  RawWriter writer_;
  RawReader reader_;
};

void run_nothing() {
  SessionThread control(Session{});
  control.finish(control.join());
}

void run(const Args& args) {
  if (args.integer("nodes") == 0) return run_nothing();
  RawParticipant participant;
  RawLoop loop(participant);
  Findings start;
  add_participant_endpoints(participant);
  for (long i = 0; i < args.integer("nodes"); ++i) {
    const std::int64_t begin = now_ns();
    if (args.integer("bare") == 0) {
      add_node_endpoints(participant, args.text("name") + "_" + std::to_string(i));
    }
    start.numbers["last_node_ms"] = static_cast<double>(now_ns() - begin) / 1e6;
  }
  Idle idle(participant, loop, args);
  Meeting meeting(participant, loop, args);
  if (args.has("exec_ns")) publish_first(participant, start, args.integer("exec_ns"));
  Session session;
  session.matched = [&] { return idle.met() && meeting.met(); };
  session.going = [&] { meeting.count(); };
  session.end = [&] { loop.stop(); };
  SessionThread control(session);
  loop.run();
  control.join();
  meeting.tell(start);
  add_heap(args, start);
  control.finish(start);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
