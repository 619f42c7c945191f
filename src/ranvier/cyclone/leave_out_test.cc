// What leaving out a reader rests on (docs/decisions/0031): another process's
// reader that was left out, beside one that was not.
#include "ranvier/cyclone/leave_out.h"

#include <dlfcn.h>
#include <sys/socket.h>

#include "ranvier/cyclone/leave_out_testing.h"

namespace ranvier::cyclone::testing {

std::atomic<std::uint64_t>& bulk_packets() {
  static std::atomic<std::uint64_t> count{0};
  return count;
}

}  // namespace ranvier::cyclone::testing

// Cyclone's sockets receive through this one: counts what carries bulk data.
extern "C" ssize_t recvmsg(int socket, msghdr* message, int flags) {
  constexpr ssize_t kBulk = 1000;  // bytes: discovery and acknowledgements are smaller
  static const auto next = reinterpret_cast<ssize_t (*)(int, msghdr*, int)>(
      ::dlsym(RTLD_NEXT, "recvmsg"));
  const ssize_t size = next(socket, message, flags);
  if (size >= kBulk) ranvier::cyclone::testing::bulk_packets().fetch_add(1);
  return size;
}

namespace ranvier::cyclone {
namespace {

using namespace testing;

TEST_F(LeaveOutTest, AReaderThatIsLeftOutReceivesAndAcknowledgesNothing) {
  publish(10);
  ASSERT_TRUE(beside.wait_messages(10));
  leave_out_beside();
  const std::uint64_t bulk = beside.told().bulk;
  EXPECT_GE(bulk, 10u);  // the counter counts
  publish(300);
  EXPECT_TRUE(elsewhere.wait_messages(310));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
  EXPECT_EQ(beside.told().messages, 10u);
  EXPECT_EQ(beside.told().bulk, bulk);
  EXPECT_EQ(beside.told().matched, 1) << "it hears nothing of this";
}

TEST_F(LeaveOutTest, AWriterThatWaitsForAReaderGoesOnOnceThatIsLeftOut) {
  beside.stop();
  publish(1);
  std::thread publisher([&] { publish(399); });
  // It never acknowledges: until it is left out, DDS takes a few, and no more.
  EXPECT_FALSE(writer->wait_for_all_acked(std::chrono::milliseconds(300)));
  EXPECT_LT(published, 400u);
  EXPECT_EQ(exchange(beside.gid(), Part::kLeftOut), Outcome::kDone);
  publisher.join();
  EXPECT_TRUE(elsewhere.wait_messages(400));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
}

TEST_F(LeaveOutTest, ItTakesPartAgainWhenAsked) {
  for (int round = 0; round < 20; ++round) {
    leave_out_beside();
    wait_for_ends();
    publish(10);
    const std::uint64_t before = beside.told().messages;
    EXPECT_EQ(exchange(beside.gid(), Part::kTakesPart), Outcome::kDone);
    EXPECT_TRUE(events.wait_matched(2));
    EXPECT_EQ(readers(), 2u);
    publish(10);
    EXPECT_TRUE(beside.wait_messages(before + 10));
  }
  EXPECT_TRUE(elsewhere.wait_messages(400));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
  EXPECT_EQ(heard.gone(beside.gid()), 0);
  EXPECT_EQ(heard.handles(beside.gid()), 1u);
  EXPECT_TRUE(heard.plain_names());
}

TEST_F(LeaveOutTest, ItsEndIsSeenWhileItIsLeftOut) {
  leave_out_beside();
  beside.told().end = true;
  EXPECT_TRUE(wait_readers(1));
  EXPECT_FALSE(dds_knows_beside());
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
}

// Discovery ends it where the exchange has it out of its sight.
TEST_F(LeaveOutTest, AReaderThatEndsBetweenTheHalvesIsGone) {
  expect_gone_if_it_ends_meanwhile(Part::kLeftOut);
}

TEST_F(LeaveOutTest, AReaderThatEndsWhileItIsToTakePartAgainIsGone) {
  leave_out_beside();
  wait_for_ends();
  expect_gone_if_it_ends_meanwhile(Part::kTakesPart);
}

TEST_F(LeaveOutTest, WhoIsNotThereIsNotLeftOut) {
  EXPECT_EQ(exchange(writer->gid(), Part::kLeftOut), Outcome::kUntouched);
}

TEST_F(LeaveOutTest, ALateReaderElsewhereIsServedAsIfNobodyHadBeenLeftOut) {
  leave_out_beside();
  Collector late;
  const auto options_of_late = loopback(1);  // a Cyclone of its own, in this process
  const auto other = open(options_of_late);
  const auto reader = *open_topic_reader(*other, topic, late);
  EXPECT_TRUE(events.wait_matched(2));
  EXPECT_TRUE(late.wait_matched(1));
  publish(50);
  EXPECT_TRUE(late.wait_count(50));
  EXPECT_TRUE(elsewhere.wait_messages(50));
  EXPECT_EQ(beside.told().messages, 0u);
}

TEST_F(LeaveOutTest, AContextThatComesLaterSeesIt) {
  leave_out_beside();
  const auto late = open(options);
  const auto late_graph = std::move(*CycloneGraph::open(*late));
  EXPECT_EQ(readers_in(*late_graph), 2u);
}

class ShortLeaseTest : public LeaveOutTest {
 protected:
  ShortLeaseTest() : LeaveOutTest("1s") {}
};

TEST_F(ShortLeaseTest, AReaderThatIsLeftOutMayBeKilled) {
  leave_out_beside();
  beside.kill();
  EXPECT_TRUE(wait_readers(1));
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(60)));
}

TEST_F(ShortLeaseTest, AReaderWhoseProcessIsLostBetweenTheHalvesIsGone) {
  between = [&] {
    beside.kill();
    EXPECT_TRUE(wait_peers(1));
  };
  EXPECT_EQ(exchange(beside.gid(), Part::kLeftOut), Outcome::kGone);
  EXPECT_EQ(readers(), 1u);
  EXPECT_GE(heard.gone(beside.gid()), 1);
  EXPECT_FALSE(dds_knows_beside());
}

TEST_F(ShortLeaseTest, AReaderThatStoodStillForLongerThanItsLeaseTakesPartAgain) {
  leave_out_beside();
  beside.stop();
  EXPECT_TRUE(wait_readers(1));
  beside.resume();
  EXPECT_TRUE(events.wait_matched(2));
  EXPECT_TRUE(wait_readers(2));
  publish(100);
  EXPECT_TRUE(elsewhere.wait_messages(100));
  EXPECT_TRUE(beside.wait_messages(100));
}

}  // namespace
}  // namespace ranvier::cyclone
