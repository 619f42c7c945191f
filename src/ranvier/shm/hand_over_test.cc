// What has no room in shared memory goes over the network, and who could not be met is met
// later: nothing is lost by either, nothing comes twice, and all in order.
#include <deque>

#include "ranvier/shm/link_testing.h"
#include "seeded.h"

namespace ranvier::shm {
namespace {

const std::string kLarge(3 << 20, 'x');  // more than a publisher's segment may have

// The network brings what is written, in order: at once, or later.
class HandOverTest : public LinkTest {
 protected:
  void SetUp() override {
    LinkTest::SetUp();
    network_.brings = [this](const MessagePtr& message) {
      const std::lock_guard lock(mutex_);
      under_way_.push_back(message);
    };
  }
  void TearDown() override {
    arrive();
    LinkTest::TearDown();
  }
  void choose(ShmRuntime::Options& options) override {
    options.limit = 2 << 20;
    options.patience = 50'000'000;
    options.retry = 1'000'000;
  }
  bool arrive_one() {
    MessagePtr message;
    {
      const std::lock_guard lock(mutex_);
      if (under_way_.empty()) return false;
      message = std::move(under_way_.front());
      under_way_.pop_front();
    }
    bring(message);
    return true;
  }
  void arrive() {
    while (arrive_one()) {}
  }
  // Publishes numbers from `next` on until they are not the network's any more: no more at
  // once than the depth.
  int publish_until_met(std::size_t next) {
    for (int before = -1; before != network_.written; std::this_thread::yield()) {
      before = network_.written;
      publish(std::to_string(next++));
      arrive();
      while (inbox_.size() + 50 < next) std::this_thread::yield();
    }
    return static_cast<int>(next);
  }
  void expect_texts(const std::vector<std::string>& texts) {
    ASSERT_TRUE(inbox_.wait_count(texts.size()));
    const auto came = inbox_.texts();
    ASSERT_EQ(came.size(), texts.size());
    for (std::size_t i = 0; i < came.size(); ++i) ASSERT_TRUE(came[i] == texts[i]) << i;
  }

  std::mutex mutex_;
  std::deque<MessagePtr> under_way_;
};

TEST_F(HandOverTest, WhatDoesNotFitGoesOverTheNetworkAndIsSaidOnceWithTopicAndRemedy) {
  meet();
  publish(0, 10);
  publish(kLarge);
  EXPECT_EQ(network_.written, 1);
  publish(10, 20);
  publish(kLarge);
  arrive();
  auto texts = numbers(0, 10);
  texts.push_back(kLarge);
  for (const auto& one : numbers(10, 20)) texts.push_back(one);
  texts.push_back(kLarge);
  expect_texts(texts);
  ASSERT_TRUE(said_.wait([&] { return !words_.empty(); }));
  said_.change([&] {
    EXPECT_EQ(words_.size(), 1u);
    EXPECT_NE(words_[0].find(endpoint(keep_last(1)).topic), std::string::npos) << words_[0];
    EXPECT_NE(words_[0].find("over DDS"), std::string::npos);
    EXPECT_NE(words_[0].find("/dev/shm larger"), std::string::npos);
  });
}

TEST_F(HandOverTest, AfterAWhileSharedMemoryIsUsedAgain) {
  meet();
  publish(kLarge);
  arrive();
  ASSERT_TRUE(inbox_.wait_count(1));
  inbox_.clear();
  const int next = publish_until_met(0);
  expect(0, next);
}

TEST_F(HandOverTest, WithoutMemoryToGrowNothingIsLost) {
  meet();
  publish(0, 5);
  {
    const testing::NoRoom no_room;
    publish(std::string(200'000, 'y'));
    publish(5, 10);
  }
  arrive();
  auto texts = numbers(0, 5);
  texts.push_back(std::string(200'000, 'y'));
  for (const auto& one : numbers(5, 10)) texts.push_back(one);
  expect_texts(texts);
}

// The ring is full of what a slow reader has yet to take.
TEST_F(HandOverTest, WhatASlowReaderHasYetToTakeIsNotDroppedForWantOfMemory) {
  close();
  open(endpoint(support::keep_all()));
  inbox_.set_room(0);
  Endpoint keeps_last = endpoint(keep_last(100));
  publication_->end();
  publication_ = *WriterEndpoint::open(*publisher_, peers_, keeps_last, 1000, events_);
  peers_.user_data[kPublisher] = publication_->user_data();
  publication_->start(network_);
  publisher_->add(publication_);
  meet();
  std::vector<std::string> texts;
  for (char c = 'a'; c < 'u'; ++c) texts.push_back(std::string(200'000, c));
  for (const auto& one : texts) publish(one);
  EXPECT_GT(network_.written, 0);
  EXPECT_LT(network_.written, 20);
  arrive();
  inbox_.set_room(100);
  subscription_->resume();
  expect_texts(texts);
}

// It had been read elsewhere, so the network had everything too, and is late.
TEST_F(HandOverTest, WhatWasInTheRingIsNotTakenFromTheNetworkAgain) {
  meet();
  tell_publisher(1, kStranger);
  publish(0, 50);
  publish(kLarge);
  publish(50, 60);
  arrive();
  auto texts = numbers(0, 50);
  texts.push_back(kLarge);
  for (const auto& one : numbers(50, 60)) texts.push_back(one);
  expect_texts(texts);
  tell_publisher(-1, kStranger);
}

TEST_F(HandOverTest, ASubscriptionThatIsLateIsServedByTheNetworkAndThenMet) {
  tell_publisher(1);
  ASSERT_TRUE(events_.wait_matched(1));  // it is held: nothing came of it
  publish(0, 10);
  EXPECT_EQ(network_.written, 10);
  tell_subscriber(1);
  const int next = publish_until_met(10);
  expect(0, next);
  EXPECT_GT(subscriber_->taken(), 0u);
  EXPECT_EQ(events_.count(Kind::kMatched), 1);
}

TEST_F(HandOverTest, APublisherThatIsLateIsHeardOverTheNetworkAndThenMet) {
  tell_subscriber(1);
  ASSERT_TRUE(inbox_.wait_matched(1));
  tell_publisher(1);
  ASSERT_TRUE(events_.wait_matched(1));
  publish(0, 10);
  const int next = publish_until_met(10);
  expect(0, next);
  EXPECT_GT(subscriber_->taken(), 0u);
}

TEST_F(HandOverTest, ASideThatHadNoMemoryIsMetOnceItHasSome) {
  for (const bool publisher_has : {true, false}) {
    publisher_has ? tell_publisher(1) : tell_subscriber(1);
    while (place_.folder().names().empty()) std::this_thread::yield();
    // Of the other only the segment is there, full.
    const std::shared_ptr<ShmRuntime>& other = publisher_has ? subscriber_ : publisher_;
    ASSERT_TRUE(other->start());
    std::vector<Block> full;
    while (const auto block = other->segment()->allocate(64)) full.push_back(*block);
    publisher_has ? tell_subscriber(1) : tell_publisher(1);
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    publish(0, 10);
    arrive();
    expect(0, 10);
    for (const Block& block : full) other->segment()->free(block);
    const int next = publish_until_met(10);
    expect(0, next);
    EXPECT_GT(subscriber_->taken(), 0u);
    tell_publisher(-1);
    tell_subscriber(-1);
    ASSERT_TRUE(events_.wait_matched(0));
    ASSERT_TRUE(inbox_.wait_matched(0));
    close();
    inbox_.clear();
    publisher_ = open_host();
    subscriber_ = open_host();
    open(endpoint(keep_last(100)));
  }
}

// The network has it; the ring never had.
TEST_F(HandOverTest, WhatIsKeptForLateJoinersAndDoesNotFitTheyHaveFromTheNetwork) {
  close();
  open(endpoint(keep_last(5, Durability::kTransientLocal)));
  publish(0, 2);
  publish(kLarge);
  publish(2, 4);
  EXPECT_EQ(network_.written, 5);
  tell_publisher(1);
  tell_subscriber(1);
  arrive();
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  auto texts = numbers(0, 2);
  texts.push_back(kLarge);
  for (const auto& one : numbers(2, 4)) texts.push_back(one);
  expect_texts(texts);
  inbox_.clear();
  while (subscriber_->taken() == 0) {
    publish(4, 5);
    arrive();
    std::this_thread::yield();
  }
}

// Threads publish while the way changes all the time, and the network is late.
TEST_F(HandOverTest, HoweverOftenTheWayChangesEachMessageComesOnceAndInOrder) {
  support::Seeded random;
  SCOPED_TRACE("RANVIER_TEST_SEED=" + std::to_string(random.seed()));
  meet();
  std::atomic<bool> over{false};
  std::thread network([&] {
    for (bool last = false; !last;) {
      last = over;
      while (arrive_one()) {}
      std::this_thread::yield();
    }
  });
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) {
    texts.push_back(std::to_string(i) + std::string(random.one_in(40) ? kLarge.size() : 1, '.'));
    publish(texts.back());
    if (random.one_in(10)) std::this_thread::yield();
    if (random.one_in(100)) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    // No more under way than its depth.
    while (inbox_.size() + 50 < texts.size()) std::this_thread::yield();
  }
  over = true;
  network.join();
  expect_texts(texts);
  EXPECT_GT(subscriber_->taken(), 0u);
}

}  // namespace
}  // namespace ranvier::shm
