// What a context that has asked about the graph keeps of endpoints that are gone.
#include "eventually.h"
#include "heap.h"
#include "ranvier/cyclone/testing.h"

namespace ranvier::cyclone::testing {
namespace {

/// Keeps nothing, so that the heap tells of Cyclone alone.
class Deaf final : public MessageSink {
 public:
  void on_event(const EndpointEvent&) noexcept override {}
  bool has_room() noexcept override { return true; }
  void deliver(MessagePtr) noexcept override {}
};

/// Opens and closes writers in one context, each once a reader of the other has matched it.
class GraphMemoryTest : public ::testing::Test {
 protected:
  void come_and_go(int writers) {
    for (int i = 0; i < writers; ++i) {
      WriterEvents events;
      const auto writer = open_writer(*theirs_, endpoint(), events);
      ASSERT_TRUE(events.wait_matched(1));
    }
  }

  std::unique_ptr<Route> ours_ = open_context(loopback(0));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
  Deaf sink_;
  std::unique_ptr<Reader> in_ = open_reader(*ours_, endpoint(), sink_);
};

// What is allowed is Cyclone's: the writer cache of its discovery (dds_whc.c, 0.10.2) keeps the
// key of each endpoint that the process has closed. A program of DDS alone shows it.
TEST_F(GraphMemoryTest, WhoAskedOnceKeepsNothingOfEndpointsThatCameAndWent) {
  constexpr int kWriters = 300;
  constexpr std::size_t kMostOfEach = 800;
  (void)ours_->graph()->endpoints(Graph::Names::kRos);
  come_and_go(kWriters);
  const std::size_t before = support::heap_bytes();
  come_and_go(kWriters);
  EXPECT_TRUE(support::eventually([&] {
    return support::heap_bytes() < before + kWriters * kMostOfEach;
  })) << (support::heap_bytes() - before) / kWriters
      << " bytes for each";
}

}  // namespace
}  // namespace ranvier::cyclone::testing
