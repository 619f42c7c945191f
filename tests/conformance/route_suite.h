// What every Route must do with messages, whatever carries them. Each transport says how
// to make two ends that meet (transports.h).
#pragma once

#include <atomic>
#include <thread>

#include "endpoints.h"
#include "jobs.h"
#include "ranvier/os/clock.h"

namespace ranvier::conformance {

using namespace support;
using Kind = EndpointEvent::Kind;

/// `Transport` has two routes, near() and far(), whose endpoints meet; they may
/// be one and the same.
template <class Transport>
class RouteSuite : public ::testing::Test {
 protected:
  std::unique_ptr<Writer> writer(const Endpoint& at, EndpointEvents& events) {
    return open_writer(transport_.near(), at, events);
  }
  std::unique_ptr<Reader> reader(const Endpoint& at, Collector& sink) {
    return open_reader(transport_.far(), at, sink);
  }
  Endpoint with_lease(std::chrono::nanoseconds lease) {
    Endpoint at = endpoint();
    at.qos.liveliness = Liveliness::kManualByTopic;
    at.qos.lease = lease;
    at.strand = strand_.operator->();
    return at;
  }

  std::unique_ptr<Writer> lost_writer() {
    leased_ = with_lease(std::chrono::milliseconds(20));
    auto out = writer(leased_, events_);
    EXPECT_TRUE(events_.wait_for(Kind::kLivelinessLost));
    return out;
  }
  template <class ShowLife>
  void expect_alive_and_lost_again(ShowLife&& show_life) {
    const int changed = inbox_.count(Kind::kLivelinessChanged);
    const int lost = events_.count(Kind::kLivelinessLost);
    show_life();
    EXPECT_TRUE(inbox_.wait_for(Kind::kLivelinessChanged, changed + 2));
    EXPECT_TRUE(inbox_.wait_alive(0, 1));
    EXPECT_TRUE(events_.wait_for(Kind::kLivelinessLost, lost + 1));
  }

  Endpoint leased_;
  Engine engine_;
  Attached strand_{engine_};
  Spinners spinner_{engine_};
  Transport transport_;
  WriterEvents events_;
  Collector inbox_;
};

TYPED_TEST_SUITE_P(RouteSuite);

TYPED_TEST_P(RouteSuite, WhatIsWrittenArrivesOnceInOrderWithItsTimestamp) {
  const auto out = this->writer(endpoint(keep_last(1000)), this->events_);
  const auto in = this->reader(endpoint(keep_last(1000)), this->inbox_);
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  for (int i = 0; i < 300; ++i) write(*out, std::to_string(i), 1000 + i);
  ASSERT_TRUE(this->inbox_.wait_count(300));
  EXPECT_TRUE(out->wait_for_all_acked(std::chrono::seconds(30)));
  EXPECT_EQ(this->inbox_.texts(), numbers(0, 300));
  EXPECT_EQ(this->inbox_.messages()[7]->header().source_timestamp, 1007);
}

TYPED_TEST_P(RouteSuite, MessagesOfEverySizeArriveWhole) {
  const auto out = this->writer(endpoint(keep_last(10)), this->events_);
  const auto in = this->reader(endpoint(keep_last(10)), this->inbox_);
  ASSERT_TRUE(this->events_.wait_matched(1));
  std::vector<std::string> sent;
  for (std::size_t size : {0, 1, 2, 3, 4, 1400, 65'000, 65'536, 1'000'000}) {
    sent.push_back(std::string(size, 'a' + static_cast<char>(size % 23)));
    write(*out, sent.back());
    ASSERT_TRUE(this->inbox_.wait_count(sent.size()));
  }
  EXPECT_EQ(this->inbox_.texts(), sent);
}

TYPED_TEST_P(RouteSuite, BothSidesHearOfEachMatchOnceAndOfItsEnd) {
  const auto out = this->writer(endpoint(), this->events_);
  auto in = this->reader(endpoint(), this->inbox_);
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  EXPECT_EQ(out->matched(), 1u);
  EXPECT_EQ(in->matched(), 1u);
  Collector second;
  auto other = this->reader(endpoint(), second);
  ASSERT_TRUE(this->events_.wait_matched(2));
  EXPECT_EQ(out->matched(), 2u);
  in.reset();
  ASSERT_TRUE(this->events_.wait_matched(1));
  other.reset();
  ASSERT_TRUE(this->events_.wait_matched(0));
  EXPECT_EQ(out->matched(), 0u);
  EXPECT_EQ(this->events_.count(Kind::kMatched), 4);
  EXPECT_EQ(this->inbox_.count(Kind::kIncompatibleQos), 0);
}

TYPED_TEST_P(RouteSuite, AReaderHearsThatItsWriterWent) {
  auto out = this->writer(endpoint(), this->events_);
  const auto in = this->reader(endpoint(), this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  out.reset();
  ASSERT_TRUE(this->inbox_.wait_matched(0));
  EXPECT_EQ(in->matched(), 0u);
}

TYPED_TEST_P(RouteSuite, AnIncompatiblePairIsToldOnceOnBothSidesAndNotServed) {
  Collector compatible;
  const auto out = this->writer(endpoint(best_effort(10)), this->events_);
  const auto easy = this->reader(endpoint(best_effort(10)), compatible);
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(compatible.wait_matched(1));  // the writer is known where the other reader comes
  const auto strict = this->reader(endpoint(keep_last(10)), this->inbox_);
  ASSERT_TRUE(this->events_.wait_for(Kind::kIncompatibleQos));
  ASSERT_TRUE(this->inbox_.wait_for(Kind::kIncompatibleQos));
  EXPECT_EQ(this->inbox_.last().policy, QosPolicy::kReliability);
  while (compatible.size() == 0) write(*out, "for one");  // best effort: some may be lost
  EXPECT_EQ(this->inbox_.size(), 0u);
  EXPECT_EQ(strict->matched(), 0u);
  EXPECT_EQ(this->events_.count(Kind::kIncompatibleQos), 1);
  EXPECT_EQ(this->inbox_.count(Kind::kIncompatibleQos), 1);
}

TYPED_TEST_P(RouteSuite, PairsMatchByTypeAsWellAsByName) {
  Collector same;
  Endpoint other = endpoint();
  other.type = &other_type();
  const auto wrong = this->reader(other, this->inbox_);
  const auto right = this->reader(endpoint(), same);
  const auto out = this->writer(endpoint(), this->events_);
  ASSERT_TRUE(same.wait_matched(1));
  ASSERT_TRUE(this->events_.wait_matched(1));
  write(*out, "for its type");
  ASSERT_TRUE(same.wait_count(1));
  EXPECT_EQ(wrong->matched(), 0u);
  EXPECT_EQ(this->inbox_.size(), 0u);
}

TYPED_TEST_P(RouteSuite, APairOfTwoTypesIsToldOnceOnBothSidesWhoeverComesFirst) {
  Collector later, same;
  Endpoint other = endpoint();
  other.type = &other_type();
  const auto first = this->reader(other, this->inbox_);
  const auto out = this->writer(endpoint(), this->events_);
  ASSERT_TRUE(this->inbox_.wait_for(Kind::kIncompatibleType));
  ASSERT_TRUE(this->events_.wait_for(Kind::kIncompatibleType));
  const auto second = this->reader(other, later);
  ASSERT_TRUE(later.wait_for(Kind::kIncompatibleType));
  ASSERT_TRUE(this->events_.wait_for(Kind::kIncompatibleType, 2));
  const auto right = this->reader(endpoint(), same);  // what came before it has been told
  ASSERT_TRUE(this->events_.wait_matched(1));
  EXPECT_EQ(this->events_.count(Kind::kIncompatibleType), 2);
  EXPECT_EQ(this->inbox_.count(Kind::kIncompatibleType), 1);
  EXPECT_EQ(later.count(Kind::kIncompatibleType), 1);
  EXPECT_EQ(same.count(Kind::kIncompatibleType), 0);
}

TYPED_TEST_P(RouteSuite, WhoComesAgainWithAnotherTypeIsToldAgain) {
  Endpoint other = endpoint();
  other.type = &other_type();
  const auto in = this->reader(endpoint(), this->inbox_);
  for (int times = 1; times <= 3; ++times) {
    WriterEvents events;
    const auto out = this->writer(other, events);
    ASSERT_TRUE(events.wait_for(Kind::kIncompatibleType));
    ASSERT_TRUE(this->inbox_.wait_for(Kind::kIncompatibleType, times));
  }
  EXPECT_EQ(this->inbox_.count(Kind::kIncompatibleType), 3);
}

TYPED_TEST_P(RouteSuite, ASilentWriterIsLostAndAliveAgainWhenItWrites) {
  auto out = this->lost_writer();
  const auto in = this->reader(this->leased_, this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(this->inbox_.wait_alive(0, 1));
  this->expect_alive_and_lost_again([&] { write(*out, "here I am"); });
  out.reset();
  EXPECT_TRUE(this->inbox_.wait_alive(0, 0));
}

TYPED_TEST_P(RouteSuite, ASilentWriterIsAliveAgainWhenItAsserts) {
  if (!TypeParam::kAssertingRevives) GTEST_SKIP() << "docs/differences.md";
  const auto out = this->lost_writer();
  const auto in = this->reader(this->leased_, this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_alive(0, 1));
  this->expect_alive_and_lost_again([&] { out->assert_liveliness(); });
}

// A machine may stall for longer than a lease: then the writer is lost by right,
// and this looks again.
TYPED_TEST_P(RouteSuite, AWriterThatAssertsInTimeIsNotLost) {
  constexpr auto kLease = std::chrono::milliseconds(200);
  const Endpoint at = this->with_lease(kLease);
  const auto out = this->writer(at, this->events_);
  const auto in = this->reader(at, this->inbox_);
  const auto told = [this] {
    return this->events_.count(Kind::kLivelinessLost) +
           this->inbox_.count(Kind::kLivelinessChanged);
  };
  for (int before = -1; before != told();) {
    do {
      write(*out, "here I am");
    } while (!this->inbox_.wait_alive(1, 0, std::chrono::seconds(1)));
    before = told();
    const std::int64_t until = steady_ns() + std::chrono::nanoseconds(3 * kLease).count();
    while (steady_ns() < until) {
      out->assert_liveliness();
      std::this_thread::sleep_for(kLease / 20);
    }
  }
}

TYPED_TEST_P(RouteSuite, AWriterIsAliveWithinItsLeaseUntilItGoes) {
  const Endpoint at = this->with_lease(std::chrono::hours(1));
  auto out = this->writer(at, this->events_);
  const auto in = this->reader(at, this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_alive(1, 0));
  out->assert_liveliness();
  out.reset();
  EXPECT_TRUE(this->inbox_.wait_alive(0, 0));
  EXPECT_EQ(this->events_.count(Kind::kLivelinessLost), 0);
}

TYPED_TEST_P(RouteSuite, EveryReaderGetsEveryMessageAndEveryWriterKeepsItsOrder) {
  WriterEvents other_events;
  Collector second;
  const auto a = this->writer(endpoint(keep_last(2000)), this->events_);
  const auto b = this->writer(endpoint(keep_last(2000)), other_events);
  const auto in = this->reader(endpoint(keep_last(2000)), this->inbox_);
  const auto too = this->reader(endpoint(keep_last(2000)), second);
  ASSERT_TRUE(this->events_.wait_matched(2));
  ASSERT_TRUE(other_events.wait_matched(2));
  ASSERT_TRUE(this->inbox_.wait_matched(2));
  ASSERT_TRUE(second.wait_matched(2));
  const auto publish = [](Writer& out, char name) {
    for (int i = 0; i < 200; ++i) write(out, name + std::to_string(i));
  };
  std::thread other([&] { publish(*b, 'b'); });
  publish(*a, 'a');
  other.join();
  for (Collector* inbox : {&this->inbox_, &second}) {
    ASSERT_TRUE(inbox->wait_count(400));
    int next_a = 0, next_b = 0;
    for (const std::string& text : inbox->texts()) {
      EXPECT_EQ(std::stoi(text.substr(1)), text[0] == 'a' ? next_a++ : next_b++);
    }
    EXPECT_EQ(next_a + next_b, 400);
  }
}

TYPED_TEST_P(RouteSuite, ALateJoinerGetsTheHistoryThenWhatFollowsEachOnce) {
  const Endpoint at = endpoint(keep_last(5, Durability::kTransientLocal));
  const auto out = this->writer(at, this->events_);
  for (int i = 0; i < 8; ++i) write(*out, std::to_string(i), 1000 + i);
  const auto in = this->reader(at, this->inbox_);
  ASSERT_TRUE(this->inbox_.wait_count(5));
  ASSERT_TRUE(this->events_.wait_matched(1));
  for (int i = 8; i < 12; ++i) write(*out, std::to_string(i));
  ASSERT_TRUE(this->inbox_.wait_count(9));
  EXPECT_EQ(this->inbox_.texts(), numbers(3, 12));
  EXPECT_EQ(this->inbox_.messages()[0]->header().source_timestamp, 1003);
  Collector later;
  const auto second = this->reader(at, later);
  ASSERT_TRUE(later.wait_count(5));
  EXPECT_EQ(later.texts(), numbers(7, 12));
}

/// As EXPECT_EQ(texts, numbers(0, count)), which shows the first few alone.
inline void expect_all_once(const std::vector<std::string>& texts, int count) {
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ASSERT_EQ(texts[i], std::to_string(i)) << "first that differs of " << texts.size();
  }
}

TYPED_TEST_P(RouteSuite, ALateJoinerMissesNothingWhileTheWriterGoesOn) {
  const Endpoint at = endpoint(keep_last(2000, Durability::kTransientLocal));
  const auto out = this->writer(at, this->events_);
  std::thread publisher([&] {
    for (int i = 0; i < 2000; ++i) write(*out, std::to_string(i));
  });
  const auto in = this->reader(at, this->inbox_);
  publisher.join();
  EXPECT_TRUE(this->inbox_.wait_count(2000));
  expect_all_once(this->inbox_.texts(), 2000);
}

TYPED_TEST_P(RouteSuite, AVolatileLateJoinerGetsOnlyWhatFollows) {
  const Endpoint at = endpoint(keep_last(10, Durability::kTransientLocal));
  const auto out = this->writer(at, this->events_);
  write(*out, "before");
  const auto in = this->reader(endpoint(keep_last(10)), this->inbox_);
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  write(*out, "after");
  ASSERT_TRUE(this->inbox_.wait_count(1));
  EXPECT_EQ(this->inbox_.texts(), std::vector<std::string>{"after"});
}

TYPED_TEST_P(RouteSuite, KeepAllLosesNothingToAReaderThatMakesRoomSlowly) {
  constexpr int kMessages = 300;
  const auto out = this->writer(endpoint(keep_all()), this->events_);
  this->inbox_.set_room(3);
  const auto in = this->reader(endpoint(keep_all()), this->inbox_);
  ASSERT_TRUE(this->events_.wait_matched(1));
  ASSERT_TRUE(this->inbox_.wait_matched(1));
  std::thread publisher([&] {
    for (int i = 0; i < kMessages; ++i) write(*out, std::to_string(i));
  });
  ASSERT_TRUE(this->inbox_.wait_count(3));
  for (int room = 4; room <= kMessages; ++room) {
    this->inbox_.set_room(room);
    in->resume();
  }
  publisher.join();
  ASSERT_TRUE(this->inbox_.wait_count(kMessages));
  EXPECT_EQ(this->inbox_.texts(), numbers(0, kMessages));
}

TYPED_TEST_P(RouteSuite, ASinkIsNotCalledAfterItsReaderIsGone) {
  const auto out = this->writer(endpoint(), this->events_);
  std::atomic<bool> stop{false};
  std::thread publisher([&] {
    while (!stop) write(*out, "x");
  });
  for (int i = 0; i < 10; ++i) {
    auto inbox = std::make_unique<Collector>();
    auto in = this->reader(endpoint(), *inbox);
    EXPECT_TRUE(inbox->wait_count(1));
    in.reset();
    inbox.reset();  // the sanitizers see a call after this
  }
  stop = true;
  publisher.join();
}

REGISTER_TYPED_TEST_SUITE_P(
    RouteSuite, WhatIsWrittenArrivesOnceInOrderWithItsTimestamp, MessagesOfEverySizeArriveWhole,
    BothSidesHearOfEachMatchOnceAndOfItsEnd, AReaderHearsThatItsWriterWent,
    AnIncompatiblePairIsToldOnceOnBothSidesAndNotServed, PairsMatchByTypeAsWellAsByName,
    APairOfTwoTypesIsToldOnceOnBothSidesWhoeverComesFirst, WhoComesAgainWithAnotherTypeIsToldAgain,
    ASilentWriterIsLostAndAliveAgainWhenItWrites, ASilentWriterIsAliveAgainWhenItAsserts,
    AWriterThatAssertsInTimeIsNotLost, AWriterIsAliveWithinItsLeaseUntilItGoes,
    EveryReaderGetsEveryMessageAndEveryWriterKeepsItsOrder,
    ALateJoinerGetsTheHistoryThenWhatFollowsEachOnce, ALateJoinerMissesNothingWhileTheWriterGoesOn,
    AVolatileLateJoinerGetsOnlyWhatFollows, KeepAllLosesNothingToAReaderThatMakesRoomSlowly,
    ASinkIsNotCalledAfterItsReaderIsGone);

}  // namespace ranvier::conformance
