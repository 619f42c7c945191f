// Subscriptions whose messages may wait for others: one wake-up serves many.
#include "ranvier/os/clock.h"
#include "ranvier/shm/came.h"
#include "ranvier/shm/link_testing.h"

namespace ranvier::shm {
namespace {

class PatientTest : public LinkTest {
 protected:
  void SetUp() override {
    publisher_ = open_host();
    subscriber_ = open_host();
    Endpoint patient = endpoint(keep_last(100));
    patient.patient = true;
    open(patient);
  }
  // Another subscription of the subscriber's process, which is not patient, and matched.
  std::shared_ptr<ReaderEndpoint> open_urgent(Collector& heard) {
    constexpr std::uint64_t kUrgent = 4;
    const auto urgent =
        *ReaderEndpoint::open(*subscriber_, peers_, endpoint(keep_last(100)), 1000, heard);
    peers_.user_data[kUrgent] = urgent->user_data();
    urgent->start(gid_of(kUrgent));
    subscriber_->add(urgent);
    tell_publisher(1, kUrgent);
    urgent->on_event({Kind::kMatched, 1, {}, 0, kPublisher});
    EXPECT_TRUE(heard.wait_matched(1));
    return urgent;
  }
};

TEST_F(PatientTest, WhatComesBeforeItsDepthIsFullIsHeardInOrder) {
  meet();
  constexpr int kRounds = 50, kAtOnce = 90;
  for (int round = 0; round < kRounds; ++round) {
    publish(round * kAtOnce, (round + 1) * kAtOnce);
    ASSERT_TRUE(inbox_.wait_count(static_cast<std::size_t>((round + 1) * kAtOnce)));
  }
  expect(0, kRounds * kAtOnce);
}

TEST_F(PatientTest, AMessageThatCameAloneIsHeardToo) {
  meet();
  for (int i = 0; i < 20; ++i) {
    publish(i, i + 1);
    expect(0, i + 1);
  }
}

TEST_F(PatientTest, MessagesCameWhenTheyWereSent) {
  meet();
  now_ = system_ns() - 1'000'000;
  const std::int64_t before = now_;
  publish(0, 50);
  ASSERT_TRUE(inbox_.wait_count(50));
  std::int64_t at = before;
  for (const MessagePtr& message : inbox_.messages()) {
    EXPECT_EQ(message->header().received_timestamp, ++at);
  }
}

TEST_F(PatientTest, WhatWasSentLongAgoCameNowAndNothingCameBeforeTheOneBeforeIt) {
  meet();
  const std::int64_t start = system_ns();
  publish(0, 1);  // in the year 1970
  ASSERT_TRUE(inbox_.wait_count(1));
  now_ = start - 1'000'000;
  publish(1, 2);
  ASSERT_TRUE(inbox_.wait_count(2));
  const auto messages = inbox_.messages();
  EXPECT_GE(messages[0]->header().received_timestamp, start);
  EXPECT_EQ(messages[1]->header().received_timestamp, messages[0]->header().received_timestamp);
}

TEST(CameTest, AfterTheClockWasSetBackMessagesHaveTheTimeOfTheNewClock) {
  constexpr std::int64_t kHour = 3'600'000'000'000, kNow = 10 * kHour;
  EXPECT_EQ(came(kNow - 3, kNow, kNow + kHour), kNow - 3);
  EXPECT_EQ(came(kNow + kHour, kNow, kNow + kHour), kNow);  // sent before that
  EXPECT_EQ(came(kNow - 3, kNow, kNow + 500'000'000), kNow + 500'000'000);
  EXPECT_EQ(came(kNow - 3, kNow, kNow - 1), kNow - 1);
}

TEST(CameTest, AnyNumberMayBeSaidToBeWhenAMessageWasSent) {
  constexpr std::int64_t kNow = 1'000'000'000'000'000'000;
  static_assert(came(INT64_MIN, kNow, 0) == kNow);
  static_assert(came(INT64_MAX, kNow, 0) == kNow);
  static_assert(came(0, kNow, 0) == kNow);
}

TEST_F(PatientTest, WhatWaitsIsHeardThoughThePublisherHasGone) {
  meet();
  publish(0, 60);
  publication_->end();
  publication_.reset();
  tell_subscriber(-1);
  ASSERT_TRUE(inbox_.wait_matched(0));
  EXPECT_EQ(inbox_.texts(), numbers(0, 60));
  subscription_->end();
  make(endpoint(keep_last(100)));  // for TearDown()
}

TEST_F(PatientTest, OneThatIsNotPatientInTheSameProcessIsHeardToo) {
  meet();
  Collector other;
  const auto urgent = open_urgent(other);
  publish(0, 90);
  EXPECT_TRUE(other.wait_count(90));
  expect(0, 90);
  urgent->end();
  publish(90, 180);
  expect(0, 180);
}

TEST_F(PatientTest, WhoCatchesUpHasAllThatWasPublishedBefore) {
  meet();
  for (int round = 0; round < 40; ++round) {
    const int first = round * 90, last = first + 90;
    publish(first, last);
    subscription_->catch_up();
    ASSERT_EQ(inbox_.texts(), numbers(0, last));
  }
}

TEST_F(PatientTest, MessagesOfOneThatIsNotPatientKeepTheTimeAtWhichTheyCame) {
  meet();
  Collector other;
  const auto urgent = open_urgent(other);
  const std::int64_t start = system_ns();
  for (int i = 0; i < 50; ++i) {
    now_ = start - 1'000'000;
    publish(i, i + 1);
    ASSERT_TRUE(other.wait_count(static_cast<std::size_t>(i + 1)));
    EXPECT_GE(other.messages().back()->header().received_timestamp, start);
    ASSERT_TRUE(inbox_.wait_count(static_cast<std::size_t>(i + 1)));
    EXPECT_LT(inbox_.messages().back()->header().received_timestamp, start);
  }
  urgent->end();
}

}  // namespace
}  // namespace ranvier::shm
