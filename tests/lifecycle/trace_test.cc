// The trace events of a managed node, which analyses rely on.
#include "ranvier/trace/trace.h"
#include "managed.hpp"

namespace managed {
namespace {

using TraceEvent = ranvier::trace::Event;

/// The labels of transitions, and which state machine they are of.
struct Recorder final : ranvier::trace::Sink {
  Recorder() { ranvier::trace::set_sink(this); }
  ~Recorder() { ranvier::trace::set_sink(nullptr); }
  void record(TraceEvent event, std::span<const ranvier::trace::Value> fields) noexcept override {
    if (event == TraceEvent::rcl_lifecycle_state_machine_init)
      machines.push_back(fields[1].pointer);
    if (event != TraceEvent::rcl_lifecycle_transition) return;
    machines.push_back(fields[0].pointer);
    steps.push_back(std::string(fields[1].text) + ">" + fields[2].text);
  }
  std::vector<const void*> machines;
  std::vector<std::string> steps;
};

using Trace = Managed;

TEST_F(Trace, HasEveryTransitionOfAManagedNode) {
  init();
  Recorder recorder;
  auto node = managed("traced");
  node->configure();
  EXPECT_THAT(recorder.steps,
              testing::ElementsAre("unconfigured>configuring", "configuring>inactive"));
  ASSERT_EQ(recorder.machines.size(), 3u);
  EXPECT_THAT(recorder.machines, testing::Each(recorder.machines[0]));
}

}  // namespace
}  // namespace managed
