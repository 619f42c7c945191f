// When a publication and a subscription meet, and which way their messages take.
#include <future>

#include "ranvier/shm/link_testing.h"
#include "ranvier/shm/loaned_message.h"

namespace ranvier::shm {
namespace {

TEST_F(LinkTest, WhoHasMetNeedsNoNetwork) {
  meet();
  EXPECT_EQ(publication_->matched_count(), 1u);
  EXPECT_EQ(subscription_->matched(), 1u);
  publish(0, 50);
  expect(0, 50);
  EXPECT_EQ(network_.written, 0);
}

TEST_F(LinkTest, NobodyIsToldOfAMatchBeforeThePairHasMet) {
  tell_publisher(1);
  publish(0, 1);
  EXPECT_EQ(network_.written, 1);  // it may have to be the network's yet
  EXPECT_EQ(events_.count(Kind::kMatched), 0);
  tell_subscriber(1);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
}

TEST_F(LinkTest, WhoMeetsNobodyOfThisHostHasNoMemory) {
  tell_publisher(1, kStranger);
  tell_subscriber(1, kStranger);
  publish(0, 10);
  EXPECT_TRUE(place_.folder().names().empty());
  tell_publisher(1);
  tell_subscriber(1);
  ASSERT_TRUE(events_.wait_matched(2));  // the stranger is one
  ASSERT_TRUE(inbox_.wait_matched(2));
  EXPECT_EQ(place_.folder().names().size(), 2u);
}

TEST_F(LinkTest, WhicheverSideIsToldFirstThePairMeets) {
  for (const bool publisher_first : {true, false}) {
    publisher_first ? tell_publisher(1) : tell_subscriber(1);
    while (place_.folder().names().empty()) std::this_thread::yield();
    publish(0, 10);
    if (!publisher_first) bring(0, 10);  // the network tells of a publisher first
    publisher_first ? tell_subscriber(1) : tell_publisher(1);
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    publish(10, 20);
    ASSERT_TRUE(inbox_.wait_count(10));
    EXPECT_EQ(inbox_.texts(), numbers(10, 20));
    tell_publisher(-1);
    tell_subscriber(-1);
    ASSERT_TRUE(events_.wait_matched(0));
    ASSERT_TRUE(inbox_.wait_matched(0));
    inbox_.clear();
  }
}

TEST_F(LinkTest, ASideThatHasNoMemoryLeavesThePairToTheNetwork) {
  for (const bool publisher_has : {true, false}) {
    close();
    (publisher_has ? subscriber_ : publisher_) = open_host();
    open(endpoint(keep_last(100)));
    publisher_has ? tell_publisher(1) : tell_subscriber(1);
    {
      const testing::NoRoom no_room;
      publisher_has ? tell_subscriber(1) : tell_publisher(1);
    }
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    bring(0, 10);
    expect(0, 10);
    const int before = network_.written;
    publish(0, 5);
    EXPECT_EQ(network_.written, before + 5);
    tell_publisher(-1);
    tell_subscriber(-1);
    ASSERT_TRUE(events_.wait_matched(0));
    ASSERT_TRUE(inbox_.wait_matched(0));
    inbox_.clear();
    if (publisher_has) continue;
    close();
    publisher_ = open_host();
    open(endpoint(keep_last(100)));
    meet();  // and the other had nothing to do with it
  }
}

TEST_F(LinkTest, WhatIsKeptForLateJoinersIsKeptBeforeThereIsMemory) {
  close();
  open(endpoint(keep_last(3, Durability::kTransientLocal)));
  const int encodes = support::text_counts().encodes;
  publish(0, 10);
  EXPECT_EQ(support::text_counts().encodes, encodes) << "nobody is there";
  EXPECT_TRUE(place_.folder().names().empty());
  meet();
  ASSERT_TRUE(inbox_.wait_count(3));
  publish(10, 12);
  ASSERT_TRUE(inbox_.wait_count(5));
  EXPECT_EQ(inbox_.texts(), numbers(7, 12));
}

// What is published meanwhile is kept, or written, and not both, nor in another order.
TEST_F(LinkTest, WhatIsKeptIsHandedOverWhileThePublisherPublishes) {
  for (int round = 0; round < 100; ++round) {
    close();
    publisher_ = open_host();
    open(endpoint(keep_last(1000, Durability::kTransientLocal)));
    std::thread publishing([&] { publish(0, 300); });
    tell_subscriber(1);
    tell_publisher(1);
    publishing.join();
    ASSERT_TRUE(events_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_matched(1));
    ASSERT_TRUE(inbox_.wait_count(300));
    ASSERT_EQ(inbox_.texts(), numbers(0, 300));
    tell_publisher(-1);
    tell_subscriber(-1);
    ASSERT_TRUE(events_.wait_matched(0));
    ASSERT_TRUE(inbox_.wait_matched(0));
    inbox_.clear();
  }
}

TEST_F(LinkTest, WhatTheNetworkBringsOfAPublisherThatIsMetIsDropped) {
  tell_subscriber(1);
  bring(100, 110);  // held
  tell_publisher(1);
  ASSERT_TRUE(inbox_.wait_matched(1));
  bring(110, 120);
  ASSERT_TRUE(events_.wait_matched(1));
  publish(0, 10);
  expect(0, 10);
  EXPECT_FALSE(subscription_->wants(gid_of(kPublisher)));
}

TEST_F(LinkTest, WhatWasHeldOfAPublisherThatCannotBeMetIsHandedOnInOrder) {
  std::string& user_data = peers_.user_data[kPublisher];
  const std::size_t number = user_data.rfind('.', user_data.rfind('.') - 1);
  user_data.replace(number + 1, user_data.rfind('.') - number - 1, "99999");  // there is none
  tell_subscriber(1);
  bring(0, 10);
  tell_publisher(1);
  ASSERT_TRUE(events_.wait_matched(1));
  ASSERT_TRUE(inbox_.wait_matched(1));
  bring(10, 20);
  expect(0, 20);
  publish(0, 5);
  EXPECT_EQ(network_.written, 5);
  EXPECT_EQ(subscriber_->taken(), 0u);
}

TEST_F(LinkTest, AMatchWithoutANoteIsTheNetworksAlone) {
  tell_publisher(1, kStranger);
  tell_subscriber(1, kStranger);
  EXPECT_EQ(publication_->matched_count(), 1u);
  EXPECT_EQ(subscription_->matched(), 1u);
  bring(0, 3, kStranger);
  publish(0, 3);
  EXPECT_EQ(network_.written, 3);
  expect(0, 3);
  tell_publisher(-1, kStranger);
  tell_subscriber(-1, kStranger);
  EXPECT_EQ(publication_->matched_count(), 0u);
  EXPECT_EQ(subscription_->matched(), 0u);
}

TEST_F(LinkTest, OnlyAMessageThatThePublisherLentHoldsALoan) {
  meet();
  const MessagePtr lent = publication_->lend_bytes(100);
  ASSERT_TRUE(lent);
  EXPECT_TRUE(loan_of(*lent));
  EXPECT_FALSE(loan_of(*text("none")));
}

TEST_F(LinkTest, WithAReaderElsewhereBothWaysAreUsed) {
  meet();
  tell_publisher(1, kStranger);
  publish(0, 20);
  bring(0, 20);
  expect(0, 20);
  EXPECT_EQ(network_.written, 20);
  tell_publisher(-1, kStranger);
  publish(20, 30);
  expect(0, 30);
  EXPECT_EQ(network_.written, 20);
}

TEST_F(LinkTest, TheEndOfAMatchIsToldOnBothSides) {
  meet();
  tell_publisher(-1);
  tell_subscriber(-1);
  ASSERT_TRUE(events_.wait_matched(0));
  ASSERT_TRUE(inbox_.wait_matched(0));
  publish(0, 5);
  EXPECT_EQ(network_.written, 0);
  EXPECT_EQ(inbox_.size(), 0u);
}

TEST_F(LinkTest, APublisherThatLosesItsSubscriptionForAWhileMeetsItAgain) {
  meet();
  publish(0, 5);
  ASSERT_TRUE(inbox_.wait_count(5));
  tell_publisher(-1);
  ASSERT_TRUE(events_.wait_matched(0));
  tell_publisher(1);
  ASSERT_TRUE(events_.wait_matched(1));
  publish(5, 10);
  expect(0, 10);
  EXPECT_EQ(network_.written, 0);
  EXPECT_EQ(inbox_.count(Kind::kMatched), 1);  // it has not noticed
}

TEST_F(LinkTest, ASubscriptionThatLosesItsPublisherForAWhileMeetsItAgain) {
  meet();
  publish(0, 5);
  ASSERT_TRUE(inbox_.wait_count(5));
  tell_subscriber(-1);
  ASSERT_TRUE(inbox_.wait_matched(0));
  tell_subscriber(1);
  ASSERT_TRUE(inbox_.wait_matched(1));
  network_.brings = [this](const MessagePtr& message) { bring(message); };
  while (inbox_.size() < 10) {  // what the publisher sends before it sees that goes to neither
    publish(5, 6);
    std::this_thread::yield();
  }
  EXPECT_EQ(events_.count(Kind::kMatched), 1);  // it has not noticed
}

TEST_F(LinkTest, APublisherThatGoesAndComesAgainIsHeardOnceEachTime) {
  for (int round = 0; round < 20; ++round) {
    meet();
    publish(0, 3);
    ASSERT_TRUE(inbox_.wait_count(3));
    EXPECT_EQ(inbox_.texts(), numbers(0, 3));
    tell_publisher(-1);
    tell_subscriber(-1);
    ASSERT_TRUE(events_.wait_matched(0));
    ASSERT_TRUE(inbox_.wait_matched(0));
    inbox_.clear();
  }
}

// As a direct callback of a user may do.
TEST_F(LinkTest, WhoIsToldOfAMessageMayEndAllThatServes) {
  inbox_.set_on_deliver([this] {
    subscription_->end();
    subscription_.reset();
    subscriber_.reset();
  });
  meet();
  publish(0, 1);
  ASSERT_TRUE(inbox_.wait_count(1));
  while (place_.folder().names().size() != 1) std::this_thread::yield();  // the host went
  subscriber_ = open_host();
  subscription_ = *ReaderEndpoint::open(*subscriber_, peers_, endpoint(keep_last(1)), 1000, inbox_);
}

TEST_F(LinkTest, WhoIsToldOfAMatchMayEndThePublisher) {
  struct Ending final : EndpointEvents {
    void on_event(const EndpointEvent&) noexcept override {
      publication->end();
      publication.reset();
      ended.set_value();
    }
    std::shared_ptr<WriterEndpoint> publication;
    std::promise<void> ended;
  } events;
  close();
  const Endpoint at = endpoint(keep_last(100));
  publication_ = *WriterEndpoint::open(*publisher_, peers_, at, 1000, events);
  subscription_ = *ReaderEndpoint::open(*subscriber_, peers_, at, 1000, inbox_);
  events.publication = publication_;
  peers_.user_data[kPublisher] = publication_->user_data();
  peers_.user_data[kSubscriber] = subscription_->user_data();
  publication_->start(network_);
  subscription_->start(gid_of(kSubscriber));
  publisher_->add(publication_);
  subscriber_->add(subscription_);
  tell_publisher(1);
  tell_subscriber(1);
  events.ended.get_future().wait();
}

TEST_F(LinkTest, MemoryComesBackWhenAPairHasGone) {
  const auto used = [](const ShmRuntime& runtime) {
    runtime.segment()->sweep();
    return runtime.segment()->used();
  };
  // What peers look at stays, for the next one; and of each side the page where they find it.
  const auto size = [](auto* block) { return Arena::round_up(sizeof *block).bytes; };
  const std::uint64_t page = size(static_cast<DirectoryPage*>(nullptr));
  const std::uint64_t here = page + size(static_cast<RingBlock*>(nullptr));
  const std::uint64_t there = page + size(static_cast<SubscriptionBlock*>(nullptr)) +
                              size(static_cast<ReaderBlock*>(nullptr));
  for (int round = 0; round < 5; ++round) {
    tell_publisher(1);
    tell_subscriber(1);
    ASSERT_TRUE(events_.wait_matched(round + 1));  // nobody hears of an end that close() is
    ASSERT_TRUE(inbox_.wait_matched(round + 1));
    publish(0, 100);
    ASSERT_TRUE(inbox_.wait_count(100));
    close();
    // A host that is serving them just now lets go of them when it is done.
    while (used(*subscriber_) != there || used(*publisher_) != here) {
      std::this_thread::yield();
    }
    open(endpoint(keep_last(100)));
    ASSERT_EQ(events_.count(Kind::kMatched), round + 1);
    inbox_.clear();
  }
}

}  // namespace
}  // namespace ranvier::shm
