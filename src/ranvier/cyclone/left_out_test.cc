// What is decided for a domain, and what its writers hear of it.
#include "ranvier/cyclone/left_out.h"

#include "ranvier/cyclone/leave_out_testing.h"

namespace ranvier::cyclone {
namespace {

using namespace testing;
using Kind = EndpointEvent::Kind;

class LeftOutTest : public LeaveOutTest {
 protected:
  explicit LeftOutTest(const std::string& lease = "10min") : LeaveOutTest(lease) {}

  LeftOut& left_out() { return participant->left_out(); }
  // As the route through shared memory does when it has met the reader.
  void spare(Writer& by) {
    by.spare(handle_of_beside(), beside.gid(),
             [this] { return beside.told().closing.load(); });
    by.set_elsewhere(elsewhere_is_there);
  }
  void serve(Writer& by) { by.serve(beside.gid()); }
  bool wait_left_out(std::size_t count) {
    return eventually([&] { return left_out().count() == count; });
  }
  // Tasks of the worker run one after the other.
  void wait_for_worker() {
    std::promise<void> done;
    participant->worker().run(nullptr, [&] { done.set_value(); });
    done.get_future().wait();
  }
  bool elsewhere_is_there = true;

  std::uint64_t handle_of_beside() { return heard.handle(beside.gid()); }
  int ends() {
    int count = 0;
    for (const EndpointEvent& event : events.all()) {
      count += event.kind == Kind::kMatched && event.change < 0;
    }
    return count;
  }
  void expect_one_end() {
    EXPECT_TRUE(events.wait_matched(1));
    wait_for_ends();
    wait_for_worker();
    EXPECT_EQ(ends(), 1);
    EXPECT_EQ(readers(), 1u);
  }
};

TEST_F(LeftOutTest, WhomAllSpareIsLeftOutAndNobodyHearsOfIt) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  EXPECT_EQ(writer->matched(), 1u) << "DDS writes to the other alone";
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_EQ(beside.told().messages, 0u);
  serve(*writer);
  ASSERT_TRUE(wait_left_out(0));
  EXPECT_TRUE(eventually([&] { return writer->matched() == 2; }));
  publish(100);
  EXPECT_TRUE(beside.wait_messages(100));
  EXPECT_EQ(events.matched(), 2);
  EXPECT_EQ(events.all().size(), 2u) << "two matches, and nothing since";
  EXPECT_EQ(readers(), 2u);
}

TEST_F(LeftOutTest, AWriterThatDoesNotSpareItKeepsItForAll) {
  WriterEvents others;
  auto second = *open_topic_writer(*participant, topic, others);
  EXPECT_TRUE(others.wait_matched(2));
  spare(*writer);
  wait_for_worker();
  EXPECT_EQ(left_out().count(), 0u);
  second.reset();
  EXPECT_TRUE(wait_left_out(1));
}

TEST_F(LeftOutTest, AWriterThatComesTakesItBack) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  WriterEvents others;
  const auto context = open(options);
  auto second = *open_topic_writer(*context, topic, others);
  EXPECT_TRUE(others.wait_matched(2));
  EXPECT_EQ(left_out().count(), 0u);
  spare(*second);
  EXPECT_TRUE(wait_left_out(1));
  EXPECT_EQ(others.matched(), 2);
  EXPECT_EQ(events.all().size(), 2u);
}

TEST_F(LeftOutTest, NobodyIsLeftOutWhereNothingIsGained) {
  elsewhere_is_there = false;
  spare(*writer);
  wait_for_worker();
  EXPECT_EQ(left_out().count(), 0u);
  writer->set_elsewhere(true);
  EXPECT_TRUE(wait_left_out(1));
}

TEST_F(LeftOutTest, ItsEndIsToldOnce) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  beside.told().end = true;
  expect_one_end();
}

TEST_F(LeftOutTest, AnEndBetweenTheHalvesIsToldOnce) {
  std::atomic<int> exchanges{0};
  left_out().set_between([&] {
    if (exchanges++ == 0) wait_for_end_of_beside();
  });
  spare(*writer);
  expect_one_end();
  EXPECT_EQ(exchanges, 1);
  left_out().set_between({});
}

TEST_F(LeftOutTest, AnEndBetweenTheHalvesOfTheReturnIsToldOnce) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  left_out().set_between([&] { wait_for_end_of_beside(); });
  serve(*writer);
  expect_one_end();
  left_out().set_between({});
}

// The ends of the matches are still under way when it is to take part again.
TEST_F(LeftOutTest, ItIsMatchedHoweverOftenItLeavesAndReturns) {
  std::atomic<bool> stop{false};
  std::size_t least = 2;
  std::thread looking([&] {
    while (!stop) least = std::min(least, readers());
  });
  for (int round = 0; round < 200; ++round) {
    spare(*writer);
    EXPECT_TRUE(round % 2 || wait_left_out(1));
    serve(*writer);
    EXPECT_TRUE(wait_left_out(0));
  }
  stop = true;
  looking.join();
  EXPECT_EQ(least, 2u) << "the graph lacked one for a moment";
  EXPECT_TRUE(eventually([&] { return writer->matched() == 2; }));
  publish(10);
  EXPECT_TRUE(beside.wait_messages(10));
  EXPECT_EQ(events.matched(), 2);
}

class LeftOutLeaseTest : public LeftOutTest {
 protected:
  LeftOutLeaseTest() : LeftOutTest("1s") {}
};

TEST_F(LeftOutLeaseTest, OneThatIsKilledWhileItIsLeftOutEnds) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  beside.kill();
  EXPECT_TRUE(events.wait_matched(1));
  wait_for_worker();
  EXPECT_EQ(ends(), 1);
  EXPECT_EQ(readers(), 1u);
}

TEST_F(LeftOutLeaseTest, OneThatStoodStillForLongerThanItsLeaseIsAnother) {
  spare(*writer);
  ASSERT_TRUE(wait_left_out(1));
  beside.stop();
  EXPECT_TRUE(events.wait_matched(1));
  serve(*writer);
  beside.resume();
  EXPECT_TRUE(events.wait_matched(2));
  publish(10);
  EXPECT_TRUE(beside.wait_messages(10));
  spare(*writer);
  EXPECT_TRUE(wait_left_out(1));
}

}  // namespace
}  // namespace ranvier::cyclone
