// What the route through shared memory does beyond what every route must.
#include "shm_net.h"

#include <cstdio>
#include <fstream>
#include <new>
#include <thread>

#include "endpoints.h"
#include "grid_type.h"

namespace ranvier::conformance {
namespace {

using namespace support;
using Kind = EndpointEvent::Kind;

// Two contexts that stand for two processes, and a third that has no shared memory.
class ShmRouteTest : public ::testing::Test {
 protected:
  void expect_all(Collector& inbox, int count) {
    ASSERT_TRUE(inbox.wait_count(count));
    EXPECT_EQ(inbox.texts(), numbers(0, count));
  }

  const ShmFolder folder_;
  const std::shared_ptr<shm::ShmRuntime> runtime_ = folder_.open_host();
  const std::shared_ptr<shm::ShmRuntime> far_runtime_ = folder_.open_host();
  const std::unique_ptr<Route> near_ = join_with_shm(runtime_, loopback(0));
  const std::unique_ptr<Route> far_ = join_with_shm(far_runtime_, loopback(100));
  WriterEvents events_;
  Collector inbox_;
};

TEST_F(ShmRouteTest, WhatIsWrittenComesThroughSharedMemory) {
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  const auto in = open_reader(*far_, endpoint(keep_last(100)), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  for (int i = 0; i < 50; ++i) write(*out, std::to_string(i));
  expect_all(inbox_, 50);
  EXPECT_EQ(far_runtime_->taken(), 50u);
  EXPECT_EQ(inbox_.messages()[7]->header().publisher, out->gid());
}

// Also of pairs inside of a process, which are the local route's.
TEST_F(ShmRouteTest, WithoutAPeerOfThisHostNobodyHasASegment) {
  const auto elsewhere = open_context(loopback(50));
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  const auto own = open_reader(*near_, endpoint(keep_last(100)), inbox_);
  Collector other;
  const auto remote = open_reader(*elsewhere, endpoint(keep_last(100)), other);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(other.wait_matched(1));
  for (int i = 0; i < 50; ++i) write(*out, std::to_string(i));
  expect_all(other, 50);
  EXPECT_EQ(folder_.segments(), 0u);
  const auto in = open_reader(*far_, endpoint(keep_last(100)), inbox_);
  ASSERT_TRUE(inbox_.wait_matched(1));
  EXPECT_EQ(folder_.segments(), 2u);
}

// It is there for the graph, and what comes is dropped: no memory, no thread, no watch.
TEST_F(ShmRouteTest, AReaderThatNobodyReadsIsTheNetworksAlone) {
  Endpoint shown = endpoint(keep_last(100));
  shown.read = false;
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  const auto in = open_reader(*far_, shown, inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  for (int i = 0; i < 50; ++i) write(*out, std::to_string(i));
  expect_all(inbox_, 50);
  EXPECT_EQ(folder_.segments(), 0u);
}

TEST_F(ShmRouteTest, AMessageForSharedMemoryAloneIsEncodedOnce) {
  const auto out = open_writer(*near_, endpoint(), events_);
  const auto in = open_reader(*far_, endpoint(), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  const int before = text_counts().encodes;
  write(*out, "once");
  ASSERT_TRUE(inbox_.wait_count(1));
  EXPECT_EQ(text_counts().encodes, before + 1);
}

TEST_F(ShmRouteTest, TwoSubscriptionsOfAProcessShareWhatTheyDecode) {
  Collector second;
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  const auto in = open_reader(*far_, endpoint(keep_last(100)), inbox_);
  const auto too = open_reader(*far_, endpoint(keep_last(100)), second);
  ASSERT_TRUE(events_.wait_matched(2));
  ASSERT_TRUE(inbox_.wait_matched(1));
  ASSERT_TRUE(second.wait_matched(1));
  // One of them may look just before a message comes, and the other just after.
  bool shared = false;
  for (std::size_t sent = 1; sent <= 100 && !shared; ++sent) {
    write(*out, "for both");
    ASSERT_TRUE(inbox_.wait_count(sent));
    ASSERT_TRUE(second.wait_count(sent));
    shared = inbox_.messages().back().get() == second.messages().back().get();
  }
  EXPECT_TRUE(shared);
}

TEST_F(ShmRouteTest, WhoIsElsewhereGetsTheSameMessagesOverTheNetworkAndNobodyTwice) {
  const auto elsewhere = open_context(loopback(50));
  Collector other;
  const auto out = open_writer(*near_, endpoint(keep_last(500)), events_);
  const auto in = open_reader(*far_, endpoint(keep_last(500)), inbox_);
  const auto remote = open_reader(*elsewhere, endpoint(keep_last(500)), other);
  ASSERT_TRUE(events_.wait_matched(2));
  ASSERT_TRUE(inbox_.wait_matched(1));
  ASSERT_TRUE(other.wait_matched(1));
  const int before = text_counts().encodes;
  for (int i = 0; i < 300; ++i) write(*out, std::to_string(i));
  EXPECT_EQ(text_counts().encodes, before + 300);
  expect_all(inbox_, 300);
  expect_all(other, 300);
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(30)));  // all of DDS's have come
  EXPECT_EQ(inbox_.size(), 300u);
  EXPECT_EQ(far_runtime_->taken(), 300u);
}

TEST_F(ShmRouteTest, APublisherElsewhereIsHeardOverTheNetwork) {
  const auto elsewhere = open_context(loopback(50));
  const auto out = open_writer(*elsewhere, endpoint(keep_last(100)), events_);
  const auto in = open_reader(*far_, endpoint(keep_last(100)), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  for (int i = 0; i < 50; ++i) write(*out, std::to_string(i));
  expect_all(inbox_, 50);
  EXPECT_EQ(far_runtime_->taken(), 0u);
}

TEST_F(ShmRouteTest, ProcessesThatDoNotShareAFolderTalkOverTheNetwork) {
  const ShmFolder another;
  const auto apart = join_with_shm(another.open_host(), loopback(50));
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  const auto in = open_reader(*apart, endpoint(keep_last(100)), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  for (int i = 0; i < 50; ++i) write(*out, std::to_string(i));
  expect_all(inbox_, 50);
  EXPECT_EQ(runtime_->taken() + far_runtime_->taken(), 0u);
  std::vector<std::string> said;
  while ((said = folder_.said()).empty()) std::this_thread::yield();
  EXPECT_NE(said[0].find("over DDS"), std::string::npos);
  while (another.said().empty()) std::this_thread::yield();
}

// More than a publisher lets in: the rest are the network's.
TEST_F(ShmRouteTest, ReadersThatFindNoPlaceAreServedOverTheNetwork) {
  constexpr int kReaders = 70;
  const auto out = open_writer(*near_, endpoint(keep_last(100)), events_);
  std::vector<std::unique_ptr<Collector>> inboxes;
  std::vector<std::unique_ptr<Reader>> readers;
  for (int i = 0; i < kReaders; ++i) {
    inboxes.push_back(std::make_unique<Collector>());
    readers.push_back(open_reader(*far_, endpoint(keep_last(100)), *inboxes.back()));
  }
  ASSERT_TRUE(events_.wait_matched(kReaders));
  for (auto& inbox : inboxes) ASSERT_TRUE(inbox->wait_matched(1));
  for (int i = 0; i < 20; ++i) write(*out, std::to_string(i));
  for (auto& inbox : inboxes) expect_all(*inbox, 20);
  EXPECT_EQ(far_runtime_->taken(), 64u * 20);
  // One place comes free, and one of them gets it.
  readers.erase(readers.begin());
  inboxes.erase(inboxes.begin());
  int sent = 20;
  for (std::uint64_t before = 0; far_runtime_->taken() - before != 64; ++sent) {
    before = far_runtime_->taken();
    write(*out, std::to_string(sent), sent + 1);
    for (auto& inbox : inboxes) ASSERT_TRUE(inbox->wait_count(sent + 1));
  }
  for (auto& inbox : inboxes) expect_all(*inbox, sent);
}

TEST_F(ShmRouteTest, WhatAPublisherSentBeforeItWentIsStillHandedOn) {
  inbox_.set_room(0);
  auto out = open_writer(*near_, endpoint(keep_all()), events_);
  const auto in = open_reader(*far_, endpoint(keep_all()), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  for (int i = 0; i < 20; ++i) write(*out, std::to_string(i));
  out.reset();
  inbox_.set_room(100);
  in->resume();
  expect_all(inbox_, 20);
  EXPECT_TRUE(inbox_.wait_matched(0));
}

TEST_F(ShmRouteTest, WhatHasExpiredIsNotHandedOn) {
  const auto out = open_writer(*near_, endpoint(), events_);
  const auto in = open_reader(*far_, endpoint(), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  MessagePtr stale = text("stale");
  stale->header().expires = 1;
  EXPECT_TRUE(out->write(std::move(stale)));
  write(*out, "fresh");
  ASSERT_TRUE(inbox_.wait_count(1));
  EXPECT_EQ(inbox_.texts(), std::vector<std::string>{"fresh"});
}

TEST_F(ShmRouteTest, AShutdownEndsTheWaitForAFullKeepAllSubscription) {
  inbox_.set_room(0);
  const auto out = open_writer(*near_, endpoint(keep_all()), events_);
  const auto in = open_reader(*far_, endpoint(keep_all()), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  std::atomic<int> written{0};
  std::thread publisher([&] {
    while (out->write(text("x"))) ++written;
  });
  while (written < 1000) std::this_thread::yield();  // the bound that it waits at
  near_->stop();
  publisher.join();
  EXPECT_EQ(written, 1000);
}

TEST_F(ShmRouteTest, WaitingForAcknowledgementsWaitsForSharedMemoryToo) {
  inbox_.set_room(0);
  const auto out = open_writer(*near_, endpoint(keep_all()), events_);
  const auto in = open_reader(*far_, endpoint(keep_all()), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  write(*out, "x");
  EXPECT_FALSE(out->wait_for_all_acked(std::chrono::milliseconds(20)));
  inbox_.set_room(1);
  in->resume();
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(30)));
}

// --- Copies ------------------------------------------------------------------------

TEST_F(ShmRouteTest, ACopyOfAnObjectForSharedMemoryAloneIsEncodedOnce) {
  const auto out = open_writer(*near_, endpoint(), events_);
  const auto in = open_reader(*far_, endpoint(), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  const Text users("the user's");
  const int encodes = text_counts().encodes, clones = text_counts().clones;
  MessageHeader header;
  header.source_timestamp = 77;
  EXPECT_TRUE(out->write_copy(text_type(), &users, header));
  ASSERT_TRUE(inbox_.wait_count(1));
  EXPECT_EQ(inbox_.texts(), std::vector<std::string>{"the user's"});
  EXPECT_EQ(inbox_.messages()[0]->header().source_timestamp, 77);
  EXPECT_EQ(text_counts().encodes, encodes + 1);
  EXPECT_EQ(text_counts().clones, clones);
}

TEST_F(ShmRouteTest, ACopyOfAnObjectThatCannotBeEncodedIsRefused) {
  const auto out = open_writer(*near_, endpoint(), events_);
  const auto in = open_reader(*far_, endpoint(), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  const Text users(kUnencodable);
  EXPECT_THROW(static_cast<void>(out->write_copy(text_type(), &users, {})), std::length_error);
}

/// Whether an address lies in shared memory.
bool is_shared(const void* address) {
  std::ifstream maps("/proc/self/maps");
  std::string line;
  while (std::getline(maps, line)) {
    std::uintptr_t from = 0, to = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx", &from, &to) != 2) continue;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (at >= from && at < to) return line.find("/dev/shm/") != std::string::npos;
  }
  return false;
}

TEST_F(ShmRouteTest, LargeMessagesStayWhereTheyWereWrittenForAsLongAsTheyAreHeld) {
  const std::string large(100'000, 'x');
  auto out = open_writer(*near_, endpoint(keep_last(2)), events_);
  auto in = open_reader(*far_, endpoint(keep_last(2)), inbox_);
  ASSERT_TRUE(events_.wait_matched(1));
  for (std::size_t i = 1; i <= 100; ++i) {  // more than can be held there
    write(*out, large + std::to_string(i));
    ASSERT_TRUE(inbox_.wait_count(i));
  }
  std::vector<MessagePtr> messages = inbox_.messages();
  EXPECT_TRUE(is_shared(messages[0]->bytes().data));
  EXPECT_FALSE(is_shared(messages[99]->bytes().data));
  in.reset();
  out.reset();
  for (std::size_t i = 1; i <= 100; ++i) {
    EXPECT_EQ(data_of(messages[i - 1]), large + std::to_string(i));
  }
}

TEST(ShmMessageTest, AMessageOutlivesItsRouteAndItsHost) {
  MessagePtr message;
  const ShmFolder folder;
  {
    Collector inbox;
    WriterEvents events;
    const auto near = join_with_shm(folder.open_host(), loopback(0));
    const auto far = join_with_shm(folder.open_host(), loopback(100));
    const auto out = open_writer(*near, endpoint(), events);
    const auto in = open_reader(*far, endpoint(), inbox);
    ASSERT_TRUE(events.wait_matched(1));
    write(*out, std::string(10'000, 'x'));
    ASSERT_TRUE(inbox.wait_count(1));
    message = inbox.messages()[0];
  }
  EXPECT_EQ(folder.segments(), 1u) << "the reader's, which says that the message is held";
  EXPECT_EQ(data_of(message), std::string(10'000, 'x'));
  message.reset();
  EXPECT_EQ(folder.segments(), 0u);
}

class ShmGridTest : public ShmRouteTest {
 protected:
  static Endpoint grids(const Qos& qos = {}) {
    Endpoint at = endpoint(qos);
    at.type = &grid_type();
    return at;
  }
  void meet(const Qos& qos = {}) {
    out_ = open_writer(*near_, grids(qos), events_);
    in_ = open_reader(*far_, grids(qos), inbox_);
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    encodes_ = grid_counts().encodes;
    decodes_ = grid_counts().decodes;
  }
  void write_grid(int number) {
    auto* grid = new Grid;
    fill(*grid, number);
    EXPECT_TRUE(out_->write(Message::from_object(grid_type(), grid)));
  }
  /// A loan with a Grid in it; null if there is none.
  MessagePtr lent_grid(int number) {
    MessagePtr loan = out_->lend();
    if (loan) fill(*new (const_cast<void*>(loan->object())) Grid, number);
    return loan;
  }
  MessagePtr received(std::size_t number) {
    EXPECT_TRUE(inbox_.wait_count(number));
    return inbox_.messages()[number - 1];
  }
  void expect_no_codec() {
    EXPECT_EQ(grid_counts().encodes, encodes_);
    EXPECT_EQ(grid_counts().decodes, decodes_);
  }

  std::unique_ptr<Writer> out_;
  std::unique_ptr<Reader> in_;
  int encodes_ = 0;
  int decodes_ = 0;
};

TEST_F(ShmGridTest, AnObjectOfFixedSizeIsReadWhereItWasWrittenAndNeverEncoded) {
  meet();
  write_grid(1);
  Grid users;
  fill(users, 2);
  EXPECT_TRUE(out_->write_copy(grid_type(), &users, {}));
  for (int number : {1, 2}) {
    const MessagePtr message = received(static_cast<std::size_t>(number));
    EXPECT_EQ(grid_of(message).number, number);
    EXPECT_TRUE(right(grid_of(message)));
    EXPECT_TRUE(is_shared(message->object()));
    EXPECT_FALSE(message->born_as_object()) << "it comes from another process";
  }
  expect_no_codec();
}

TEST_F(ShmGridTest, WhoWantsToWriteOrWantsBytesGetsACopy) {
  meet();
  write_grid(1);
  ASSERT_TRUE(inbox_.wait_count(1));
  MessagePtr message = received(1);
  inbox_.clear();
  EXPECT_EQ(Message::take_object(message), nullptr);
  EXPECT_FALSE(is_shared(message->bytes().data));
  EXPECT_EQ(message->bytes().size, 4 + sizeof(Grid));
}

TEST_F(ShmGridTest, ALoanIsReadWhereItWasMade) {
  meet();
  EXPECT_TRUE(out_->lends());
  EXPECT_TRUE(in_->reads_in_place());
  MessagePtr loan = lent_grid(7);
  ASSERT_TRUE(loan);
  EXPECT_TRUE(is_shared(loan->object()));
  EXPECT_TRUE(loan->born_as_object());
  EXPECT_TRUE(out_->write(loan));
  const MessagePtr message = received(1);
  EXPECT_TRUE(right(grid_of(message)));
  const_cast<Grid&>(grid_of(loan)).number = 8;  // as only a test may
  EXPECT_EQ(grid_of(message).number, 8) << "they are the same memory";
  expect_no_codec();
}

TEST_F(ShmGridTest, ALoanThatIsDroppedGivesItsMemoryBack) {
  meet();
  const std::uint64_t before = runtime_->segment()->used();
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(lent_grid(i));
  EXPECT_EQ(runtime_->segment()->used(), before);
}

TEST_F(ShmGridTest, NothingIsLentForWhomNobodyReadsOrOfWhatHasNoImage) {
  out_ = open_writer(*near_, grids(), events_);
  EXPECT_TRUE(out_->lends());
  EXPECT_FALSE(out_->lend()) << "nobody is there";
  const auto texts = open_writer(*near_, endpoint({}, "/text"), events_);
  EXPECT_FALSE(texts->lends());
  EXPECT_FALSE(texts->lend());
  EXPECT_FALSE(open_reader(*far_, endpoint({}, "/text"), inbox_)->reads_in_place());
}

TEST_F(ShmGridTest, AFullSegmentLendsNothing) {
  meet();
  std::vector<MessagePtr> loans;
  for (MessagePtr loan = lent_grid(0); loan; loan = lent_grid(0)) loans.push_back(loan);
  EXPECT_GT(loans.size(), 10'000u);
  loans.pop_back();
  EXPECT_TRUE(lent_grid(1));
}

TEST_F(ShmGridTest, WhoIsElsewhereGetsALoanToo) {
  const auto elsewhere = open_context(loopback(50));
  Collector other;
  meet(keep_last(100));
  const auto remote = open_reader(*elsewhere, grids(keep_last(100)), other);
  ASSERT_TRUE(events_.wait_matched(2));
  ASSERT_TRUE(other.wait_matched(1));
  EXPECT_TRUE(out_->write(lent_grid(1)));
  write_grid(2);
  Grid users;
  fill(users, 3);
  EXPECT_TRUE(out_->write_copy(grid_type(), &users, {}));
  ASSERT_TRUE(other.wait_count(3));
  for (int number : {1, 2, 3}) {
    const MessagePtr message = received(static_cast<std::size_t>(number));
    EXPECT_EQ(grid_of(message).number, number);
    EXPECT_TRUE(is_shared(message->object()));
    const MessagePtr far = other.messages()[static_cast<std::size_t>(number - 1)];
    EXPECT_EQ(grid_of(far).number, number);
    EXPECT_TRUE(right(grid_of(far)));
  }
  EXPECT_EQ(inbox_.size(), 3u);
}

TEST_F(ShmGridTest, LoansAreKeptForLateJoiners) {
  const Qos past = keep_last(3, Durability::kTransientLocal);
  out_ = open_writer(*near_, grids(past), events_);
  EXPECT_FALSE(out_->lend()) << "nobody of this host has come yet";
  write_grid(0);
  Collector first;
  const auto early = open_reader(*far_, grids(past), first);
  ASSERT_TRUE(first.wait_count(1));
  for (int number = 1; number <= 5; ++number) {
    MessagePtr loan = lent_grid(number);
    ASSERT_TRUE(loan);
    EXPECT_TRUE(out_->write(std::move(loan)));
  }
  in_ = open_reader(*far_, grids(past), inbox_);
  for (int number : {3, 4, 5}) {
    EXPECT_EQ(grid_of(received(static_cast<std::size_t>(number - 2))).number, number);
  }
}

TEST_F(ShmGridTest, AKeepAllLoanWaitsForRoomAsAnyMessage) {
  meet(keep_all());
  inbox_.set_room(0);
  std::atomic<int> written{0};
  std::thread publisher([&] {
    for (int i = 0; i < 1500; ++i, ++written) {
      MessagePtr loan = lent_grid(i);
      ASSERT_TRUE(loan);
      EXPECT_TRUE(out_->write(std::move(loan)));
    }
  });
  while (written < 1000) std::this_thread::yield();
  inbox_.set_room(SIZE_MAX);
  in_->resume();
  publisher.join();
  ASSERT_TRUE(inbox_.wait_count(1500));
  const std::vector<MessagePtr> messages = inbox_.messages();
  for (int i = 0; i < 1500; ++i) ASSERT_EQ(grid_of(messages[i]).number, i);
}

}  // namespace
}  // namespace ranvier::conformance
