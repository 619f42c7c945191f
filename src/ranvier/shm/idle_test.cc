// What topics take of the segment while nothing passes: exactly so much.
#include "ranvier/shm/testing.h"
#include "ranvier/shm/wishes.h"

namespace ranvier::shm {
namespace {

using testing::connect;
using testing::open_sender;
using testing::Place;
using testing::send;

constexpr std::uint64_t kPublisher = 4 * kLine + 2 * sizeof(Entry);
constexpr std::uint64_t kSubscription = 2 * kLine;
constexpr std::uint64_t kReader = 8 * kLine;  // of a subscription, for each publisher

Gid gid(std::size_t number) {
  Gid made;
  made.bytes[0] = static_cast<std::uint8_t>(number);
  return made;
}

class IdleTest : public ::testing::Test {
 protected:
  /// What `make` adds to the blocks of a segment.
  template <class Make>
  static std::uint64_t added(const Ref<Segment>& segment, Make make) {
    const std::uint64_t before = segment->used();
    make();
    return segment->used() - before;
  }
  std::unique_ptr<Receiver> reader(Sender& sender) const {
    return connect(sender, place_.window(there_), here_, place_.window(here_));
  }
  const Place place_;
  const Ref<Segment> there_ = place_.segment();
  const Ref<Segment> here_ = place_.segment();
};

TEST_F(IdleTest, APublisherTakesItsBlockAndAShortRing) {
  std::unique_ptr<Sender> sender;
  EXPECT_EQ(added(there_, [&] { sender = open_sender(there_); }), kPublisher);
  std::unique_ptr<Receiver> met;
  EXPECT_EQ(added(there_, [&] { met = reader(*sender); }), 0u);
  ASSERT_TRUE(met);
}

TEST_F(IdleTest, ASubscriptionTakesItsBlockAndOneForEachPublisher) {
  const auto sender = open_sender(there_);
  std::unique_ptr<Wishes> wishes;
  EXPECT_EQ(added(here_, [&] { wishes = *Wishes::open(here_); }), kSubscription);
  std::unique_ptr<Receiver> met;
  EXPECT_EQ(added(here_, [&] { met = reader(*sender); }), kReader);
  EXPECT_EQ(added(here_, [&] { wishes->add(gid(1), met->where()); }), 0u);
}

// "Go": to the next publisher, as peers may look there still.
TEST_F(IdleTest, PlacesForManyReadersComeWithTheFirstWhoNeedsOneAndGoWithThePublisher) {
  const std::uint64_t before = there_->used();
  auto sender = open_sender(there_);
  std::vector<std::unique_ptr<Receiver>> readers;
  const std::uint64_t few = added(there_, [&] {
    while (readers.size() < kFirstReaders) readers.push_back(reader(*sender));
  });
  EXPECT_EQ(few, 0u);
  const std::uint64_t more = added(there_, [&] { readers.push_back(reader(*sender)); });
  EXPECT_EQ(more, Arena::round_up(sizeof(MoreMembers)).bytes);
  EXPECT_EQ(added(there_, [&] { readers.push_back(reader(*sender)); }), 0u);
  for (const auto& each : readers) EXPECT_TRUE(each && each->accepted());
  readers.clear();
  sender.reset();
  there_->sweep();
  EXPECT_EQ(there_->used(), before + kPublisher - 2 * sizeof(Entry) + more);
  EXPECT_EQ(added(there_, [&] { sender = open_sender(there_); }), 2 * sizeof(Entry));
}

TEST_F(IdleTest, PlacesForManyWishesComeWithTheFirstThatNeedsOneAndGoWithTheSubscription) {
  const std::uint64_t before = here_->used();
  auto wishes = *Wishes::open(here_);
  wishes->set_owner(gid(100));
  const std::uint64_t few = added(here_, [&] {
    for (std::size_t i = 0; i < kFirstWishes; ++i) wishes->add(gid(i), kLine * (i + 1));
  });
  EXPECT_EQ(few, 0u);
  const std::uint64_t more = added(here_, [&] {
    for (std::size_t i = kFirstWishes; i < kMostWishes; ++i) wishes->add(gid(i), kLine * (i + 1));
  });
  EXPECT_EQ(more, Arena::round_up(sizeof(MoreWishes)).bytes);
  const Ref<Window> seen = place_.window(here_);
  for (std::size_t i = 0; i < kMostWishes; ++i) {
    const FoundWish found = find_wish(*seen, wishes->where(), gid(100), gid(i));
    EXPECT_EQ(found.reader, kLine * (i + 1)) << i;
    EXPECT_TRUE(still_there(*seen, wishes->where(), found)) << i;
  }
  wishes->withdraw(kMostWishes - 1);
  EXPECT_EQ(find_wish(*seen, wishes->where(), gid(100), gid(kMostWishes - 1)).kind,
            FoundWish::Kind::kNone);
  wishes.reset();
  EXPECT_EQ(here_->used(), before + kSubscription + more);
  EXPECT_EQ(added(here_, [&] { wishes = *Wishes::open(here_); }), 0u);
}

// Its memory cannot be had: it is as if there were no place.
TEST_F(IdleTest, WithoutMemoryForMorePlacesWhoIsThereStaysAndTheOthersAreRefused) {
  const Ref<Segment> small = place_.segment(kSmallestLimit);
  const auto sender = open_sender(small);
  auto wishes = *Wishes::open(small);
  wishes->set_owner(gid(0));
  std::vector<std::unique_ptr<Receiver>> in;
  const Ref<Window> seen = place_.window(here_);
  while (in.size() < kFirstReaders) {
    in.push_back(connect(*sender, place_.window(small), here_, seen));
  }
  for (std::size_t i = 0; i < kFirstWishes; ++i) ASSERT_TRUE(wishes->add(gid(i), kLine));
  while (small->allocate(kLine)) {}
  const auto late = *Receiver::open(here_, place_.window(small), sender->where(), {});
  EXPECT_EQ(sender->attach(seen, late->where()).error().code, Code::kFull);
  EXPECT_EQ(sender->readers(), kFirstReaders);
  for (const auto& each : in) EXPECT_TRUE(each->accepted());
  EXPECT_FALSE(late->accepted());
  EXPECT_FALSE(wishes->add(gid(9), kLine));
  const Ref<Window> its = place_.window(small);
  EXPECT_EQ(find_wish(*its, wishes->where(), gid(0), gid(9)).kind, FoundWish::Kind::kOverDds);
  wishes->withdraw(0);  // there is a place again
  EXPECT_EQ(find_wish(*its, wishes->where(), gid(0), gid(9)).kind, FoundWish::Kind::kNone);
}

}  // namespace
}  // namespace ranvier::shm
