// Requests and responses, from the callback that sends to the one that hears.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/trace_model/chains.h"
#include "analysis/trace_model/culprits.h"
#include "analysis/trace_model/services.h"
#include "story.h"

namespace ranvier::trace_model {
namespace {

using support::kCraftedEpoch;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::uint64_t kFar = 0xabcdef0123456789;  // a client of the network
constexpr ChainQuery kThroughCalls{ChainQuery::What::kWhole, {}, true};

// /caller's timer publishes /start; /worker gets it, asks /add of /adder, and publishes /done
// when it hears; /sink gets that.
class CallsTest : public StoryTest {
 protected:
  CallsTest() {
    process(1).node(0x10, "caller");
    process(1).publisher(0x20, 0x10, "/start", 7);
    process(1).node(0x30, "worker");
    process(1).subscription(0x40, 0x30, "/start");
    process(1).client(0x50, 0x30, "/add");
    process(1).publisher(0x60, 0x30, "/done", 8);
    process(1).node(0x70, "sink");
    process(1).subscription(0x80, 0x70, "/done");
    process(2).node(0x10, "adder");
    process(2).service(0x50, 0x10, "/add");
  }
  /// Once, from `ns` on, over the network.
  void go_round(std::int64_t ns, std::int64_t number, std::int64_t service_takes) {
    process(1).publish(ns, 1, 0x20, 0x500);
    process(1).deliver(ns + 20, 1, 0x40, 0x500, ns, 7);
    process(1).take(ns + 100, 1, 0x40, 0x500, ns, true, 50);
    process(1).request(ns + 120, 1, 0x50, kFar, number);
    process(2).serve(ns + 200, 9, 0x50, kFar, number, service_takes);
    process(1).hear(ns + 300 + service_takes, 1, 0x50, kFar, number, 60);
    process(1).publish(ns + 320 + service_takes, 1, 0x60, 0x600);
    process(1).deliver(ns + 340 + service_takes, 1, 0x80, 0x600, ns + 1, 8);
    process(1).take(ns + 400 + service_takes, 1, 0x80, 0x600, ns + 1, true, 30);
  }
};

TEST_F(CallsTest, BothEndsOfARequestAndItsResponseAreOneCall) {
  go_round(1'000, 1, 40);
  const Model m = model();
  EXPECT_THAT(m.findings, IsEmpty());
  ASSERT_THAT(m.calls, SizeIs(1));
  const Call& call = m.calls[0];
  EXPECT_EQ(m.clients.at(call.client).service, "/add");
  EXPECT_EQ(m.services.at(call.service).name, "/add");
  EXPECT_EQ(m.describe(m.runs.at(call.caller).callback), "/start of /worker");
  EXPECT_EQ(m.describe(m.runs.at(call.served).callback), "service /add of /adder");
  EXPECT_EQ(m.describe(m.runs.at(call.heard).callback), "answer of /add of /worker");
  EXPECT_EQ(call.sent, kCraftedEpoch + 1'120);
  EXPECT_EQ(call.taken, kCraftedEpoch + 1'200);
  EXPECT_EQ(call.answered, kCraftedEpoch + 1'242);
  EXPECT_EQ(call.returned, kCraftedEpoch + 1'340);
}

TEST_F(CallsTest, AChainGoesThroughAServiceWithStagesThatAddUp) {
  go_round(1'000, 1, 40);
  go_round(5'000, 2, 90);
  const Model m = model();
  const auto chains = find_chains(m, kThroughCalls);
  ASSERT_THAT(chains, SizeIs(1));
  const Chain& chain = chains[0];
  EXPECT_EQ(describe(m, chain),
            "/caller -> /start -> /worker -> /add request -> /adder -> "
            "/add response -> /worker -> /done -> /sink");
  ASSERT_EQ(chain.count(), 2u);
  EXPECT_EQ(chain.totals(), (std::vector<Nanoseconds>{477, 527}));
  EXPECT_EQ(chain.ways[0][0], (Stages{10, 0, 10, 0, 80, 7, 13}));  // until the request
  EXPECT_EQ(chain.ways[0][1], (Stages{0, 0, 80, 0, 0, 5, 37}));    // until the answer
  EXPECT_EQ(chain.ways[0][2], (Stages{0, 0, 98, 0, 0, 5, 15}));    // until publish()
  EXPECT_EQ(chain.ways[1][1][static_cast<std::size_t>(Stage::kCallback)], 87);
  for (std::size_t way = 0; way < chain.count(); ++way) {
    Nanoseconds sum = 0;
    for (const Stages& link : chain.ways[way]) {
      for (const Nanoseconds stage : link) sum += stage;
    }
    EXPECT_EQ(sum, chain.totals()[way]);
  }
}

TEST_F(CallsTest, WhoDoesNotAskForCallsHasChainsThatEndAtThem) {
  go_round(1'000, 1, 40);
  const Model m = model();
  const auto chains = find_chains(m, {});
  ASSERT_THAT(chains, SizeIs(2));
  EXPECT_EQ(describe(m, chains[0]), "/caller -> /start -> /worker");
  EXPECT_EQ(describe(m, chains[1]), "/worker -> /done -> /sink");
}

TEST_F(CallsTest, AChainMayBeNamedByTheService) {
  go_round(1'000, 1, 40);
  const Model m = model();
  const auto part = find_chains(m, {ChainQuery::What::kNamed, {"/add", "/worker"}, true});
  ASSERT_THAT(part, SizeIs(1));
  EXPECT_EQ(describe(m, part[0]), "/adder -> /add response -> /worker");
  const auto hops = find_chains(m, {ChainQuery::What::kHops, {}, true});
  EXPECT_THAT(hops, SizeIs(4));
}

TEST_F(CallsTest, OfAChainWithCallsNoCulpritIsNamedAndNothingBreaks) {
  for (int i = 0; i < 5; ++i) go_round(1'000 + 10'000 * i, i + 1, i == 4 ? 8'000 : 40);
  const Model m = model();
  const auto chains = find_chains(m, kThroughCalls);
  const auto found = find_culprits(m, chains, {.floor = 100});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].all, IsEmpty());
}

TEST_F(CallsTest, ARequestThatWasTakenBeforeItsSenderSaysSoIsTheSame) {
  process(2).serve(900, 9, 0x50, kFar, 1, 40);  // by a clock that is ahead
  process(1).request(1'000, 1, 0x50, kFar, 1);
  process(1).hear(1'300, 1, 0x50, kFar, 1, 60);
  const Model m = model();
  ASSERT_THAT(m.calls, SizeIs(1));
  EXPECT_NE(m.calls[0].client, kNone);
  EXPECT_NE(m.calls[0].served, kNone);
  const auto chains = find_chains(m, kThroughCalls);
  ASSERT_THAT(chains, SizeIs(1));
  EXPECT_EQ(describe(m, chains[0]),
            "/worker -> /add request -> /adder -> "
            "/add response -> /worker");
}

TEST_F(CallsTest, SmallNumbersOfTwoProcessesAreTwoClients) {
  process(2).client(0x90, 0x10, "/add");
  process(1).service(0xa0, 0x10, "/add");
  process(1).request(1'000, 1, 0x50, 1, 1);
  process(2).request(1'010, 1, 0x90, 1, 1);
  process(1).serve(1'100, 1, 0xa0, 1, 1, 40);
  process(2).serve(1'300, 9, 0x50, 1, 1, 40);
  const Model m = model();
  ASSERT_THAT(m.calls, SizeIs(2));
  EXPECT_EQ(m.clients[m.calls[0].client].process, m.services[m.calls[0].service].process);
  EXPECT_EQ(m.clients[m.calls[1].client].process, m.services[m.calls[1].service].process);
}

TEST_F(CallsTest, AnAnswerThatComesLaterIsStillOfItsRequest) {
  process(1).request(1'000, 1, 0x50, kFar, 1);
  process(2).at(1'100, 9, Event::ranvier_request_take, {0x50, kFar, 1});
  process(2).call(1'105, 9, 0x52, false, 20);
  process(2).at(3'000, 8, Event::ranvier_response_send, {0x50, kFar, 1});  // another thread
  process(1).hear(3'100, 1, 0x50, kFar, 1, 60);
  const Model m = model();
  const auto chains = find_chains(m, kThroughCalls);
  ASSERT_THAT(chains, SizeIs(1));
  EXPECT_EQ(chains[0].ways[0][0], (Stages{0, 0, 100, 0, 0, 5, 1'895}));
  EXPECT_EQ(chains[0].totals()[0], 2'165);
}

TEST_F(CallsTest, ServicesHaveTheirRoundTripsAndTheirPart) {
  go_round(1'000, 1, 40);
  go_round(5'000, 2, 90);
  process(1).request(9'000, 1, 0x50, kFar, 3);  // nobody answers
  const Model m = model();
  const auto all = service_traffic(m);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(name_of(m, all[0]), "/add");
  EXPECT_EQ(all[0].calls, 3u);
  EXPECT_EQ(all[0].unanswered, 1u);
  EXPECT_EQ(all[0].round_trip.count, 2u);
  EXPECT_EQ(all[0].round_trip.least, 220);
  EXPECT_EQ(all[0].there.p50, 80);
  EXPECT_EQ(all[0].service_part.most, 92);
  EXPECT_EQ(all[0].back.p50, 98);
}

TEST_F(CallsTest, AnUntracedClientLeavesTheServicesPart) {
  process(2).serve(900, 9, 0x50, kFar, 1, 40);
  const Model m = model();
  const auto all = service_traffic(m);
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(all[0].client, kNone);
  EXPECT_EQ(all[0].service_part.p50, 42);
  EXPECT_EQ(all[0].round_trip.count, 0u);
  EXPECT_THAT(find_chains(m, kThroughCalls), IsEmpty());
}

TEST_F(CallsTest, GoalsHaveTheirDurationsByActionAndStatus) {
  const auto goal = [&](std::int64_t ns, std::uint64_t id, std::int64_t took, int status) {
    process(1).at(ns, 1, Event::ranvier_goal_accept, {CraftedField::gid(id), "/count"});
    process(1).at(ns, 1, Event::ranvier_goal_status, {CraftedField::gid(id), 2});
    if (status == 0) return;
    process(1).at(ns + took, 1, Event::ranvier_goal_status, {CraftedField::gid(id), status});
  };
  goal(1'000, 1, 500, 4);
  goal(1'100, 2, 700, 4);
  goal(1'200, 3, 100, 6);
  goal(1'300, 4, 0, 0);
  const auto all = goal_traffic(model());
  ASSERT_THAT(all, SizeIs(3));
  EXPECT_STREQ(goal_status_name(all[0].status), "executing");
  EXPECT_EQ(all[0].goals, 1u);
  EXPECT_EQ(all[0].durations.count, 0u);
  EXPECT_STREQ(goal_status_name(all[1].status), "succeeded");
  EXPECT_EQ(all[1].action, "/count");
  EXPECT_EQ(all[1].durations.p50, 500);
  EXPECT_EQ(all[1].durations.most, 700);
  EXPECT_STREQ(goal_status_name(all[2].status), "aborted");
  EXPECT_EQ(all[2].durations.p50, 100);
}

}  // namespace
}  // namespace ranvier::trace_model
