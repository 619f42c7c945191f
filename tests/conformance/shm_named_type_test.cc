// A reader that knows its type by name alone, as the agent of microcontrollers does.
#include "endpoints.h"
#include "grid_type.h"
#include "shm_net.h"

namespace ranvier::conformance {
namespace {

using namespace support;

// The writer shares such objects as they lie in memory with who knows the type.
TEST(ShmNamedTypeTest, AReaderThatKnowsNoHashIsSentEncodedSamples) {
  const ShmFolder folder;
  const auto near = join_with_shm(folder.open_host(), loopback(0));
  const auto far_runtime = folder.open_host();
  const auto far = join_with_shm(far_runtime, loopback(100));
  static TypeInfo named = grid_type();
  named.hash = "";
  Endpoint grids = endpoint(keep_last(10)), blobs = grids;
  grids.type = &grid_type();
  blobs.type = &named;
  WriterEvents events;
  Collector knows, knows_not;
  const auto out = open_writer(*near, grids, events);
  const auto in = open_reader(*far, grids, knows);
  const auto in_blobs = open_reader(*far, blobs, knows_not);
  ASSERT_TRUE(events.wait_matched(2));
  ASSERT_TRUE(knows.wait_matched(1));
  ASSERT_TRUE(knows_not.wait_matched(1));
  Grid grid;
  fill(grid, 7);
  ASSERT_TRUE(out->write_copy(grid_type(), &grid, {}));
  ASSERT_TRUE(knows.wait_count(1));
  ASSERT_TRUE(knows_not.wait_count(1));
  EXPECT_EQ(far_runtime->taken(), 1u) << "through shared memory, for the one that knows";
  const Bytes bytes = knows_not.messages()[0]->bytes();
  ASSERT_EQ(bytes.size, 4 + sizeof(Grid)) << "an encapsulation header and the sample";
  EXPECT_EQ(std::memcmp(bytes.data + 4, &grid, sizeof grid), 0);
}

}  // namespace
}  // namespace ranvier::conformance
