// The paths of a pair: the table, state by event; and both ends under seeded interleavings of what
// happens to them.
#include "ranvier/shm/pair.h"

#include <array>
#include <deque>
#include <set>

#include "ranvier/shm/link_testing.h"
#include "sanitized.h"
#include "seeded.h"

namespace ranvier::shm {
namespace {

template <class Check>
void for_each_change(Check check) {
  for (std::size_t path = 0; path < kPaths; ++path) {
    for (std::size_t event = 0; event < kPairEvents; ++event) {
      const auto from = static_cast<Path>(path);
      const auto by = static_cast<PairEvent>(event);
      SCOPED_TRACE("path " + std::to_string(path) + ", event " + std::to_string(event));
      if (const auto to = next_path(from, by)) check(from, by, *to);
    }
  }
}

std::set<Path> reached_from(Path path) {
  std::set<Path> reached{path};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for_each_change([&](Path from, PairEvent, Path to) {
      if (reached.contains(from)) reached.insert(to);
    });
  }
  return reached;
}

TEST(PairTableTest, EachPathIsReachedAndFromEachTheRingAndTheNetworkAre) {
  EXPECT_EQ(reached_from(Path::kSeeking).size(), kPaths);
  for (std::size_t path = 0; path < kPaths; ++path) {
    EXPECT_TRUE(reached_from(static_cast<Path>(path)).contains(Path::kRing)) << path;
    EXPECT_TRUE(reached_from(static_cast<Path>(path)).contains(Path::kNetwork)) << path;
  }
}

TEST(PairTableTest, AReaderThatTheNetworkServesJoinsBeforeTheRingAloneServesIt) {
  for_each_change([](Path from, PairEvent event, Path to) {
    if (to != Path::kRing) return;
    const bool is_new = from == Path::kSeeking && event == PairEvent::kAttached;
    const bool joined = from == Path::kJoining && event == PairEvent::kCaughtUp;
    EXPECT_TRUE(is_new || joined);
  });
}

TEST(PairTableTest, AReaderOfTheRingAloneHasNothingFromTheNetworkBeforeItIsKnownWhatIsInBoth) {
  for_each_change([](Path from, PairEvent, Path to) {
    if (from == Path::kRing) {
      EXPECT_TRUE(to == Path::kEnded || to == Path::kSeeking);
    }
    if (from == Path::kEnded) {
      EXPECT_EQ(to, Path::kNetwork);
    }
  });
}

TEST(PairTableTest, APathThatIsDecidedStaysSoUnlessTheReaderOfTheRingIsTakenOut) {
  for_each_change([](Path from, PairEvent event, Path to) {
    if (!is_decided(from) || is_decided(to)) return;
    EXPECT_EQ(from, Path::kRing);
    EXPECT_EQ(event, PairEvent::kDetached);
  });
}

TEST(PairTableTest, EachEventChangesThePathOrCannotBe) {
  for_each_change([](Path from, PairEvent event, Path to) {
    const bool tries_in_vain = from == Path::kNetwork && event == PairEvent::kGivenUp;
    EXPECT_EQ(from == to, tries_in_vain);
  });
}

/// Both ends of a pair on one thread: a seed says what happens next.
class PairTest : public LinkTest {
 protected:
  static constexpr int kRounds = support::kSanitized ? 50 : 300;
  static constexpr std::size_t kMostUnderWay = 50;  // fewer than the depth

  void SetUp() override {
    network_.brings = [this](const MessagePtr& message) {
      if (matched_[0] && matched_[1]) under_way_.push_back(message);
    };
  }
  void TearDown() override {}
  void choose(ShmRuntime::Options& options) override {
    options.limit = 1 << 20;
    options.patience = patience_;
    options.retry = 1;
  }
  void begin() { begin(random_.one_in(2) ? 1 : 60'000'000'000); }
  void begin(std::int64_t patience) {
    patience_ = patience;
    publisher_ = open_host();
    subscriber_ = open_host();
    make(endpoint(keep_last(100)));
    matched_ = {};
    sent_.clear();
    inbox_.clear();
  }
  void finish() {
    under_way_.clear();
    close();
    from_ring_ += subscriber_->taken();
    from_network_ += static_cast<std::uint64_t>(network_.written.exchange(0));
  }
  // The network reports a match, or its end, to one of both.
  void match(bool publisher) {
    bool& matched = matched_[publisher ? 0 : 1];
    matched = !matched;
    if (!matched) under_way_.clear();  // it goes with the match
    // Whoever serves an end sees that a match is over before there is another.
    while (matched && publisher && publication_->matched_count() != 0) {
      static_cast<void>(publication_->serve());
    }
    while (matched && !publisher && subscription_->matched() != 0) {
      static_cast<void>(subscription_->serve());
    }
    publisher ? tell_publisher(matched ? 1 : -1) : tell_subscriber(matched ? 1 : -1);
  }
  void arrive() {
    if (under_way_.empty()) return;
    bring(under_way_.front());
    under_way_.pop_front();
  }
  void send(std::size_t size) {
    const bool counts = publication_->matched_count() == 1;  // before, nothing is promised
    if (!counts || is_much_under_way()) return;
    sent_.push_back(std::to_string(count_++) + std::string(size, '.'));
    publish(sent_.back());
  }
  bool is_much_under_way() { return sent_.size() > inbox_.size() + kMostUnderWay; }
  void step() {
    switch (random_.below(8)) {
      case 0:
      case 1: return send(1);
      case 2: return send(random_.one_in(20) ? kLarge : 1);
      case 3:
      case 4: return arrive();
      case 5: return static_cast<void>(publication_->serve());
      default: return static_cast<void>(subscription_->serve());
    }
  }
  void serve_all() {
    static_cast<void>(publication_->serve());
    static_cast<void>(subscription_->serve());
    while (!under_way_.empty()) arrive();
  }

  static constexpr std::size_t kLarge = 2 << 20;  // more than the publisher's segment has
  support::Seeded random_;
  std::int64_t patience_ = 1;
  std::array<bool, 2> matched_{};
  std::deque<MessagePtr> under_way_;
  std::vector<std::string> sent_;
  int count_ = 0;
  std::uint64_t from_ring_ = 0;
  std::uint64_t from_network_ = 0;
};

TEST_F(PairTest, WhateverHappensNextEachMessageComesOnceAndInOrder) {
  SCOPED_TRACE("RANVIER_TEST_SEED=" + std::to_string(random_.seed()));
  for (int round = 0; round < kRounds; ++round) {
    begin();
    const bool publisher_first = random_.one_in(2);
    match(publisher_first);
    for (std::size_t i = random_.below(20); i > 0; --i) {
      static_cast<void>(publisher_first ? publication_->serve() : subscription_->serve());
    }
    match(!publisher_first);
    for (int i = 0; i < 200; ++i) step();
    for (int i = 0; i < 10'000 && inbox_.size() < sent_.size(); ++i) serve_all();
    ASSERT_EQ(inbox_.texts(), sent_) << "round " << round;
    finish();
  }
  EXPECT_GT(from_ring_, 3u * kRounds);
  EXPECT_GT(from_network_, 3u * kRounds);
}

// The subscription, which knows of no loss, hands on what the network brings all the while.
TEST_F(PairTest, APublisherThatLosesAMatchAloneLetsTheReaderInAsOneThatJoins) {
  begin(1);  // of patience: the network serves the subscription at once
  match(false);
  while (subscription_->matched() == 0) static_cast<void>(subscription_->serve());
  match(true);
  while (publication_->matched_count() == 0) serve_all();
  match(true);
  for (int i = 0; i < 10; ++i) static_cast<void>(subscription_->serve());  // it asks again
  match(true);
  while (publication_->matched_count() == 0) static_cast<void>(publication_->serve());
  for (int i = 0; i < 3; ++i) send(1);
  send(kLarge);  // the network has it, the ring has not
  arrive();
  for (int i = 0; i < 10'000 && inbox_.size() < sent_.size(); ++i) serve_all();
  EXPECT_EQ(inbox_.texts(), sent_);
  finish();
}

}  // namespace
}  // namespace ranvier::shm
