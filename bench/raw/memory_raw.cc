// Raw side of the memory and start benches: a participant with the endpoints of
// `nodes` default nodes (bare=1: of none), waiting in a waitset.
//
// With exec_ns, the CLOCK_MONOTONIC time of the exec, it also publishes once on
// a topic and reports the time from the exec to the end of that first write.
#include <thread>

#include "bench/common/args.h"
#include "bench/common/clock.h"
#include "bench/common/session.h"
#include "bench/raw/dds.h"
#include "bench/raw/node_endpoints.h"

namespace ranvier::bench {
namespace {

void publish_first(RawParticipant& participant, Findings& findings, std::int64_t exec_ns) {
  const RawWriter writer = participant.writer("rt/chatter", "std_msgs::msg::dds_::String_", RawQos{});
  std::uint8_t hello[] = {0, 1, 0, 0, 6, 0, 0, 0, 'h', 'e', 'l', 'l', 'o', 0};
  writer.copy_and_write(hello, sizeof hello);
  findings.numbers["first_publish_ms"] = static_cast<double>(now_ns() - exec_ns) / 1e6;
}

void run(const Args& args) {
  RawParticipant participant;
  RawLoop loop(participant);
  Findings start;
  add_participant_endpoints(participant);
  for (long i = 0; i < args.integer("nodes"); ++i) {
    if (args.integer("bare") == 0) {
      add_node_endpoints(participant, args.text("name") + "_" + std::to_string(i));
    }
  }
  if (args.has("exec_ns")) publish_first(participant, start, args.integer("exec_ns"));
  Session session;
  session.end = [&] { loop.stop(); };
  SessionThread control(session);
  loop.run();
  control.join();
  control.finish(start);
}

}  // namespace
}  // namespace ranvier::bench

int main(int argc, char** argv) {
  using namespace ranvier::bench;
  return run_worker(argc, argv, [](int count, char** words) { run(Args(count, words)); });
}
