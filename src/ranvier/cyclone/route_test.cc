#include "ranvier/cyclone/testing.h"

#include <future>
#include <thread>

namespace ranvier::cyclone::testing {
namespace {

/// Two contexts, each with a Cyclone of its own, over loopback.
class TwoContexts : public ::testing::Test {
 protected:
  std::unique_ptr<Route> ours_ = open_context(loopback(0));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
};

void write(Writer& writer, const std::string& data) {
  Result<void> written = writer.write(stamped(data));
  EXPECT_TRUE(written) << written.error().what;
}

TEST_F(TwoContexts, DeliverWhatIsWrittenOnceInOrderWithItsHeader) {
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(keep_last(1000)), events);
  auto reader = open_reader(*theirs_, endpoint(keep_last(1000)), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  ASSERT_TRUE(inbox.wait_matched(1));
  EXPECT_EQ(writer->matched(), 1u);
  EXPECT_EQ(reader->matched(), 1u);
  std::vector<std::string> sent;
  for (int i = 0; i < 300; ++i) {
    sent.push_back(std::string(i, 'x') + std::to_string(i));  // every length modulo four
    ASSERT_TRUE(writer->write(stamped(sent.back(), 1000 + i)));
  }
  ASSERT_TRUE(inbox.wait_count(300));
  EXPECT_EQ(inbox.texts(), sent);
  const MessageHeader& header = inbox.messages()[7]->header();
  EXPECT_EQ(header.source_timestamp, 1007);
  EXPECT_GT(header.received_timestamp, 1007);
  EXPECT_EQ(header.publisher, writer->gid());
}

TEST_F(TwoContexts, CarryFragmentedMessages) {
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(keep_last(1)), events);
  auto reader = open_reader(*theirs_, endpoint(keep_last(1)), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  std::string large(4 << 20, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>('a' + i % 23);
  write(*writer, large);
  ASSERT_TRUE(inbox.wait_count(1));
  EXPECT_EQ(inbox.texts()[0], large);
}

TEST_F(TwoContexts, ShareOneMessageAmongTheReadersOfAProcess) {
  WriterEvents events;
  Collector first, second;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto a = open_reader(*theirs_, endpoint(), first);
  auto b = open_reader(*theirs_, endpoint(), second);
  ASSERT_TRUE(events.wait_matched(2));
  // Until each reader has found its place in the writer's sequence, it is
  // served on its own.
  bool shared = false;
  for (std::size_t i = 0; i < 1000 && !shared; ++i) {
    write(*writer, "shared");
    ASSERT_TRUE(first.wait_count(i + 1));
    ASSERT_TRUE(second.wait_count(i + 1));
    shared = first.messages()[i].get() == second.messages()[i].get();
  }
  EXPECT_TRUE(shared);
}

TEST_F(TwoContexts, ShareOneMessageOfABestEffortWriterToo) {
  WriterEvents events;
  Collector first, second;
  Qos qos;
  qos.reliability = Reliability::kBestEffort;
  auto writer = open_writer(*ours_, endpoint(qos), events);
  auto a = open_reader(*theirs_, endpoint(qos), first);
  auto b = open_reader(*theirs_, endpoint(qos), second);
  ASSERT_TRUE(events.wait_matched(2));
  // Best effort: some may be lost while the readers find the writer.
  const auto comes_to = [](Collector& inbox, std::size_t heard) -> const Message* {
    return inbox.wait_count(heard + 1, std::chrono::seconds(1)) ? inbox.messages().back().get()
                                                                : nullptr;
  };
  bool shared = false;
  for (int i = 0; i < 1000 && !shared; ++i) {
    const std::size_t by_first = first.size();
    const std::size_t by_second = second.size();
    write(*writer, std::to_string(i));
    const Message* message = comes_to(first, by_first);
    shared = message != nullptr && message == comes_to(second, by_second);
  }
  EXPECT_TRUE(shared);
}

TEST_F(TwoContexts, GiveALateJoinerWhatWasWrittenBeforeAnybodyMatched) {
  WriterEvents events;
  Collector early, late;
  const Endpoint at = endpoint(keep_last(5, Durability::kTransientLocal));
  auto writer = open_writer(*ours_, at, events);
  for (int i = 0; i < 8; ++i) ASSERT_TRUE(writer->write(stamped(std::to_string(i), 1000 + i)));
  auto reader = open_reader(*theirs_, at, early);
  ASSERT_TRUE(early.wait_count(5));
  write(*writer, "8");
  ASSERT_TRUE(early.wait_count(6));
  EXPECT_EQ(early.texts(), (std::vector<std::string>{"3", "4", "5", "6", "7", "8"}));
  EXPECT_EQ(early.messages()[0]->header().source_timestamp, 1003);
  auto second = open_reader(*theirs_, at, late);
  ASSERT_TRUE(late.wait_count(5));
  write(*writer, "9");
  ASSERT_TRUE(late.wait_count(6));
  EXPECT_EQ(late.texts(), (std::vector<std::string>{"4", "5", "6", "7", "8", "9"}));
}

TEST_F(TwoContexts, GiveALateJoinerEachSampleOnceWhileTheWriterGoesOn) {
  const Endpoint at = endpoint(keep_last(2000, Durability::kTransientLocal));
  for (int round = 0; round < 5; ++round) {
    WriterEvents events;
    Collector inbox;
    Endpoint topic = at;
    topic.topic += std::to_string(round);
    auto writer = open_writer(*ours_, topic, events);
    std::thread publisher([&] {
      int i = 0;
      while (inbox.wait([] { return true; }) && i < 2000) write(*writer, std::to_string(i++));
    });
    auto reader = open_reader(*theirs_, topic, inbox);
    publisher.join();
    EXPECT_TRUE(inbox.wait_count(2000));
    std::vector<std::string> expected;
    for (int i = 0; i < 2000; ++i) expected.push_back(std::to_string(i));
    EXPECT_EQ(inbox.texts(), expected);
  }
}

TEST_F(TwoContexts, SkipWhatHasExpiredForALateJoiner) {
  WriterEvents events;
  Collector inbox;
  Qos qos = keep_last(5, Durability::kTransientLocal);
  qos.lifespan = std::chrono::milliseconds(500);
  auto writer = open_writer(*ours_, endpoint(qos), events);
  write(*writer, "old");
  inbox.wait([] { return false; }, std::chrono::seconds(1));  // until it has expired
  write(*writer, "fresh");
  auto reader = open_reader(*theirs_, endpoint(qos), inbox);
  ASSERT_TRUE(inbox.wait_count(1));
  EXPECT_EQ(inbox.texts()[0], "fresh");
  EXPECT_LT(inbox.messages()[0]->header().expires, INT64_MAX);
}

TEST_F(TwoContexts, DoNotEncodeWhileNobodyIsMatched) {
  WriterEvents events, latched_events;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto latched = open_writer(
      *ours_, endpoint(keep_last(10, Durability::kTransientLocal), "latched"), latched_events);
  TypeInfo unsendable = text_type();
  unsendable.encode = nullptr;  // would crash
  MessagePtr message = Message::from_object(unsendable, new Text{"x"});
  EXPECT_TRUE(writer->write(message));
  EXPECT_TRUE(message.unique());
  EXPECT_TRUE(latched->write(message));
}

TEST_F(TwoContexts, GiveAVolatileLateJoinerNoHistoryAndAnotherOneAllOfIt) {
  WriterEvents events;
  Collector fresh, late;
  const Endpoint at = endpoint(keep_last(5, Durability::kTransientLocal));
  auto writer = open_writer(*ours_, at, events);
  write(*writer, "before");
  auto reader = open_reader(*theirs_, endpoint(keep_last(5)), fresh);
  ASSERT_TRUE(events.wait_matched(1));
  ASSERT_TRUE(fresh.wait_matched(1));
  write(*writer, "after");
  ASSERT_TRUE(fresh.wait_count(1));
  auto latecomer = open_reader(*theirs_, at, late);
  ASSERT_TRUE(late.wait_count(2));
  EXPECT_EQ(late.texts(), (std::vector<std::string>{"before", "after"}));
  EXPECT_EQ(fresh.texts(), (std::vector<std::string>{"after"}));
}

TEST_F(TwoContexts, KeepTheNewestOfAKeepAllWriterForLateJoiners) {
  NetworkOptions options = loopback(0);
  options.keep_all_bound = 4;
  auto bounded = open_context(options);
  Qos qos = keep_all();
  qos.durability = Durability::kTransientLocal;
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*bounded, endpoint(qos), events);
  for (int i = 0; i < 10; ++i) write(*writer, std::to_string(i));
  auto reader = open_reader(*theirs_, endpoint(qos), inbox);
  ASSERT_TRUE(inbox.wait_count(4));
  write(*writer, "10");
  ASSERT_TRUE(inbox.wait_count(5));
  EXPECT_EQ(inbox.texts(), (std::vector<std::string>{"6", "7", "8", "9", "10"}));
}

TEST_F(TwoContexts, TellWhenAReaderGoes) {
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto reader = open_reader(*theirs_, endpoint(), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  reader.reset();
  ASSERT_TRUE(events.wait_matched(0));
  EXPECT_EQ(writer->matched(), 0u);
}

TEST_F(TwoContexts, TellBothSidesWhichPolicyIsIncompatible) {
  WriterEvents events;
  Collector inbox;
  Qos best_effort;
  best_effort.reliability = Reliability::kBestEffort;
  auto writer = open_writer(*ours_, endpoint(best_effort), events);
  auto reader = open_reader(*theirs_, endpoint(), inbox);
  ASSERT_TRUE(events.wait_for(EndpointEvent::Kind::kIncompatibleQos));
  ASSERT_TRUE(inbox.wait_for(EndpointEvent::Kind::kIncompatibleQos));
  EXPECT_EQ(events.last().policy, QosPolicy::kReliability);
  EXPECT_EQ(inbox.last().policy, QosPolicy::kReliability);
}

TEST_F(TwoContexts, DoNotMatchEndpointsOfOneContextThatTheLocalRouteServes) {
  WriterEvents events;
  Collector same, other;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto ignored = open_reader(*ours_, endpoint(), same);
  auto reader = open_reader(*theirs_, endpoint(), other);
  ASSERT_TRUE(events.wait_matched(1));
  write(*writer, "x");
  ASSERT_TRUE(other.wait_count(1));
  EXPECT_EQ(ignored->matched(), 0u);
  EXPECT_TRUE(same.texts().empty());
}

TEST_F(TwoContexts, ServeAPairOfOneContextThatAskedForDds) {
  WriterEvents events;
  Collector first, second;
  Endpoint at = endpoint();
  at.local = false;
  auto writer = open_writer(*ours_, at, events);
  auto a = open_reader(*ours_, at, first);
  auto b = open_reader(*ours_, at, second);
  ASSERT_TRUE(events.wait_matched(2));
  write(*writer, "x");
  ASSERT_TRUE(first.wait_count(1));
  ASSERT_TRUE(second.wait_count(1));
  EXPECT_EQ(first.texts()[0], "x");
  EXPECT_EQ(first.messages()[0].get(), second.messages()[0].get());
  EXPECT_EQ(first.messages()[0]->header().publisher, writer->gid());
  EXPECT_FALSE(first.messages()[0]->born_as_object());
}

TEST_F(TwoContexts, KeepWhatAFullKeepAllInboxHasNoRoomFor) {
  WriterEvents events;
  Collector inbox;
  inbox.set_room(3);
  auto writer = open_writer(*ours_, endpoint(keep_all()), events);
  auto reader = open_reader(*theirs_, endpoint(keep_all()), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  std::vector<std::string> sent;
  for (int i = 0; i < 500; ++i) {
    sent.push_back(std::to_string(i));
    write(*writer, sent.back());
  }
  EXPECT_TRUE(writer->wait_for_all_acked(std::chrono::seconds(30)));
  EXPECT_EQ(inbox.texts().size(), 3u);
  for (std::size_t room = 4; room <= 500; ++room) {
    inbox.set_room(room);
    reader->resume();
  }
  ASSERT_TRUE(inbox.wait_count(500));
  EXPECT_EQ(inbox.texts(), sent);
}

TEST_F(TwoContexts, HoldTheWriterBackWhenAKeepAllReaderIsFull) {
  NetworkOptions options = loopback(100);
  options.keep_all_bound = 10;
  options.keep_all_patience = std::chrono::minutes(1);
  auto small = open_context(options);
  WriterEvents events;
  Collector inbox;
  inbox.set_room(0);
  auto writer = open_writer(*ours_, endpoint(keep_all()), events);
  auto reader = open_reader(*small, endpoint(keep_all()), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  std::atomic<int> written{0};
  std::thread publisher([&] {
    for (int i = 0; i < 200; ++i, ++written) write(*writer, std::string(20000, 'x'));
  });
  while (written < 20) std::this_thread::yield();
  // More than DDS holds for a reader: the publisher cannot finish before there is room.
  EXPECT_FALSE(writer->wait_for_all_acked(std::chrono::milliseconds(300)));
  EXPECT_LT(written, 200);
  inbox.set_room(SIZE_MAX);
  reader->resume();
  publisher.join();
  ASSERT_TRUE(inbox.wait_count(200));
}

TEST_F(TwoContexts, ReportAMessageThatAFullReaderCouldNotKeepInTime) {
  NetworkOptions options = loopback(100);
  options.keep_all_bound = 2;
  options.keep_all_patience = std::chrono::milliseconds(1);
  auto impatient = open_context(options);
  WriterEvents events;
  Collector inbox;
  inbox.set_room(0);
  auto writer = open_writer(*ours_, endpoint(keep_all()), events);
  auto reader = open_reader(*impatient, endpoint(keep_all()), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  for (int i = 0; i < 3; ++i) write(*writer, "x");
  EXPECT_TRUE(inbox.wait_for(EndpointEvent::Kind::kMessageLost));
}

TEST_F(TwoContexts, LetACallbackDestroyItsOwnReader) {
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto reader = open_reader(*theirs_, endpoint(), inbox);
  inbox.set_on_deliver([&] { reader.reset(); });
  ASSERT_TRUE(events.wait_matched(1));
  write(*writer, "last");
  ASSERT_TRUE(inbox.wait_count(1));
  ASSERT_TRUE(events.wait_matched(0));
  write(*writer, "unheard");
  EXPECT_EQ(inbox.texts().size(), 1u);
}

TEST_F(TwoContexts, LetACallbackDestroyAWriterAndPublish) {
  WriterEvents events, back_events;
  Collector inbox, back;
  auto writer = open_writer(*ours_, endpoint(), events);
  auto reader = open_reader(*theirs_, endpoint(), inbox);
  auto back_writer = open_writer(*theirs_, endpoint({}, "back"), back_events);
  auto back_reader = open_reader(*ours_, endpoint({}, "back"), back);
  std::promise<void> destroyed;
  ASSERT_TRUE(events.wait_matched(1));
  ASSERT_TRUE(back_events.wait_matched(1));
  ASSERT_TRUE(back.wait_matched(1));
  inbox.set_on_deliver([&] {
    write(*back_writer, "answer");
    back_writer.reset();
    destroyed.set_value();
  });
  write(*writer, "question");
  destroyed.get_future().wait();
  ASSERT_TRUE(back.wait_count(1));
  EXPECT_EQ(back.texts()[0], "answer");
  EXPECT_TRUE(inbox.wait_count(1));  // the callback is done
}

TEST_F(TwoContexts, DoNotCallASinkAfterItsReaderIsDestroyed) {
  WriterEvents events;
  auto writer = open_writer(*ours_, endpoint(), events);
  std::atomic<bool> stop{false};
  std::thread publisher([&] {
    while (!stop) write(*writer, "x");
  });
  for (int i = 0; i < 20; ++i) {
    auto inbox = std::make_unique<Collector>();
    auto reader = open_reader(*theirs_, endpoint(), *inbox);
    EXPECT_TRUE(inbox->wait_count(1));
    reader.reset();
    inbox.reset();  // the sanitizers see a call after this
  }
  stop = true;
  publisher.join();
}

TEST_F(TwoContexts, TellAMissedDeadlineOnBothSides) {
  Qos qos;
  qos.deadline = std::chrono::milliseconds(50);
  WriterEvents events;
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(qos), events);
  auto reader = open_reader(*theirs_, endpoint(qos), inbox);
  ASSERT_TRUE(events.wait_matched(1));
  write(*writer, "one and no more");
  EXPECT_TRUE(events.wait_for(EndpointEvent::Kind::kDeadlineMissed));
  EXPECT_TRUE(inbox.wait_for(EndpointEvent::Kind::kDeadlineMissed));
}

TEST(CycloneRoute, NamesADomainThatHasNoPorts) {
  NetworkOptions options;
  options.domain = 233;
  auto route = open_cyclone_route(options);
  ASSERT_FALSE(route);
  EXPECT_NE(route.error().what.find("ROS_DOMAIN_ID is 233"), std::string::npos);
  EXPECT_NE(route.error().what.find("0 to 232"), std::string::npos);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
