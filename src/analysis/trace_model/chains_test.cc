#include "analysis/trace_model/chains.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "story.h"

namespace ranvier::trace_model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// /camera publishes /image from a timer, /detector answers it with /boxes, which
// /planner and /screen get; each in a process of its own, but /screen beside /planner.
class ChainsTest : public StoryTest {
 protected:
  ChainsTest() {
    process(1).node(0x10, "camera");
    process(1).publisher(0x20, 0x10, "/image", 1);
    process(1).timer(0x50, 0x10, 1'000);
    process(2).node(0x10, "detector");
    process(2).subscription(0x40, 0x10, "/image");
    process(2).publisher(0x20, 0x10, "/boxes", 2);
    process(3).node(0x10, "planner");
    process(3).subscription(0x40, 0x10, "/boxes");
    process(3).node(0x11, "screen");
    process(3).subscription(0x60, 0x11, "/boxes");
  }
  /// One image, from `ns` on: 1000 ns until /planner is called, 1100 until it has ended.
  void image(std::int64_t ns, std::int64_t stamp, bool planner_gets_it = true) {
    process(1).call(ns - 5, 1, 0x52, false, 100);
    process(1).publish_far(ns, 1, 0x20, 0x500, stamp);
    process(2).deliver(ns + 200, 5, 0x40, 0x500, stamp, 1);
    process(2).take(ns + 250, 6, 0x40, 0x500, stamp, false, 300);  // called at 257
    process(2).publish_far(ns + 400, 6, 0x20, 0x600, stamp);
    process(3).deliver(ns + 800, 5, 0x60, 0x700, stamp, 2);
    process(3).take(ns + 813, 6, 0x60, 0x700, stamp, false, 50);  // called at 820
    if (!planner_gets_it) return;
    process(3).deliver(ns + 900, 5, 0x40, 0x700, stamp, 2);
    process(3).take(ns + 993, 6, 0x40, 0x700, stamp, false, 100);
  }
};

TEST_F(ChainsTest, AWholeChainLeadsFromTheFirstPublisherToTheLastCallback) {
  image(10'000, 1);
  image(20'000, 2);
  image(30'000, 3, false);
  const Model m = model();
  const auto chains = find_chains(m, {});
  ASSERT_THAT(chains, SizeIs(2));
  EXPECT_EQ(describe(m, chains[0]), "/camera -> /image -> /detector -> /boxes -> /screen");
  EXPECT_EQ(chains[0].count(), 3u);
  EXPECT_EQ(describe(m, chains[1]), "/camera -> /image -> /detector -> /boxes -> /planner");
  EXPECT_THAT(chains[1].latencies(), ElementsAre(1'000, 1'000));
  EXPECT_THAT(chains[1].totals(), ElementsAre(1'100, 1'100));
}

TEST_F(ChainsTest, TheStagesOfAllLinksAddUpToTheTotal) {
  image(10'000, 1);
  const Model m = model();
  for (const Chain& chain : find_chains(m, {})) {
    Nanoseconds sum = 0;
    for (std::size_t s = 0; s < kStageCount; ++s) sum += chain.stage(static_cast<Stage>(s)).at(0);
    EXPECT_EQ(sum, chain.totals().at(0)) << describe(m, chain);
  }
  const Chain planner = find_chains(m, {ChainQuery::What::kNamed, {"/camera", "/planner"}}).at(0);
  EXPECT_THAT(planner.ways.at(0),
              ElementsAre(Stages{20, 10, 170, 0, 50, 7, 143}, Stages{20, 10, 470, 0, 93, 7, 100}));
  EXPECT_THAT(planner.stage(1, Stage::kTransport), ElementsAre(470));
  EXPECT_THAT(planner.stage(Stage::kTransport), ElementsAre(640));
}

TEST_F(ChainsTest, ANamedChainLeadsFromTheFirstNameToTheLast) {
  image(10'000, 1);
  const Model m = model();
  const auto named = [&](std::vector<std::string> names) {
    std::vector<std::string> found;
    for (const Chain& chain : find_chains(m, {ChainQuery::What::kNamed, std::move(names)})) {
      found.push_back(describe(m, chain));
    }
    return found;
  };
  EXPECT_THAT(named({"/image", "/detector"}), ElementsAre("/camera -> /image -> /detector"));
  EXPECT_THAT(named({"/image"}), ElementsAre("/camera -> /image -> /detector"));
  EXPECT_THAT(named({"/detector", "/planner"}), ElementsAre("/detector -> /boxes -> /planner"));
  EXPECT_THAT(named({"/camera", "/boxes"}), SizeIs(2));
  EXPECT_THAT(named({"/image", "/boxes", "/screen"}),
              ElementsAre("/camera -> /image -> /detector -> /boxes -> /screen"));
  EXPECT_THAT(named({"/planner", "/camera"}), IsEmpty());
  EXPECT_THAT(named({"/boxes", "/image"}), IsEmpty());
  EXPECT_THAT(named({"/nobody"}), IsEmpty());
}

TEST_F(ChainsTest, AHopIsOnePublisherAndOneSubscription) {
  image(10'000, 1);
  const Model m = model();
  const auto hops = find_chains(m, {ChainQuery::What::kHops, {}});
  ASSERT_THAT(hops, SizeIs(3));
  for (const Chain& hop : hops) EXPECT_THAT(hop.links, SizeIs(1)) << describe(m, hop);
}

TEST_F(ChainsTest, ALoopEndsWhereItCameFrom) {
  process(4).node(0x10, "left");
  process(4).subscription(0x40, 0x10, "/pong");
  process(4).publisher(0x20, 0x10, "/ping", 3);
  process(5).node(0x10, "right");
  process(5).subscription(0x40, 0x10, "/ping");
  process(5).publisher(0x20, 0x10, "/pong", 4);
  for (std::int64_t i = 0; i < 200; ++i) {
    const std::int64_t ns = 1'000 + i * 1'000;
    process(4).publish_far(ns, 1, 0x20, 0x500, i);
    process(5).deliver(ns + 100, 1, 0x40, 0x500, i, 3);
    process(5).take(ns + 200, 1, 0x40, 0x500, i, false, 100);
    process(5).publish_far(ns + 250, 1, 0x20, 0x500, i);
    process(4).deliver(ns + 500, 1, 0x40, 0x500, i, 4);
    process(4).take(ns + 600, 1, 0x40, 0x500, i, false, 500);  // it publishes the next ping
  }
  const Model m = model();
  EXPECT_THAT(find_chains(m, {}), IsEmpty());  // every callback goes on
  const auto hops = find_chains(m, {ChainQuery::What::kHops, {}});
  ASSERT_THAT(hops, SizeIs(2));
  EXPECT_EQ(hops[0].count(), 200u);
  const auto round = find_chains(m, {ChainQuery::What::kNamed, {"/ping", "/pong"}});
  ASSERT_THAT(round, SizeIs(1));
  EXPECT_EQ(round[0].count(), 200u);
  EXPECT_EQ(round[0].latencies().at(0), 607);
}

TEST(StatisticsTest, QuantilesAreDurationsThatOccurred) {
  std::vector<Nanoseconds> all;
  for (Nanoseconds i = 200; i > 0; --i) all.push_back(i);
  const Statistics s = statistics(all);
  EXPECT_EQ(s.count, 200u);
  EXPECT_EQ(s.least, 1);
  EXPECT_EQ(s.p50, 100);
  EXPECT_EQ(s.p99, 198);
  EXPECT_EQ(s.most, 200);
  EXPECT_DOUBLE_EQ(s.mean, 100.5);
  EXPECT_EQ(statistics({7}).p99, 7);
  EXPECT_EQ(statistics({}).count, 0u);
}

}  // namespace
}  // namespace ranvier::trace_model
