// How a publisher and a subscription of two processes find each other: wishes,
// being let in, being refused.
#include <thread>

#include "ranvier/os/clock.h"
#include "ranvier/shm/testing.h"
#include "ranvier/shm/wishes.h"

namespace ranvier::shm {
namespace {

using namespace testing;
using Kind = FoundWish::Kind;

Gid gid(std::uint8_t number) {
  Gid made;
  made.bytes.fill(number);
  return made;
}

constexpr std::uint8_t kOwner = 200;

class MeetingTest : public ::testing::Test {
 protected:
  MeetingTest() { open_wishes(kOwner); }
  FoundWish find(std::uint8_t publisher) {
    return find_wish(*seen_, wishes_->where(), gid(kOwner), gid(publisher));
  }
  void open_wishes(std::uint8_t owner) {
    wishes_ = *Wishes::open(segment_);
    wishes_->set_owner(gid(owner));
  }
  const Place place_;
  const Ref<Segment> segment_ = place_.segment();
  const Ref<Window> seen_ = place_.window(segment_);
  std::unique_ptr<Wishes> wishes_;
};

TEST_F(MeetingTest, AWishIsFoundByThePublisherThatItNames) {
  wishes_->add(gid(1), 4096);
  wishes_->add(gid(2), 0);
  EXPECT_EQ(find(1).kind, Kind::kReader);
  EXPECT_EQ(find(1).reader, 4096u);
  EXPECT_EQ(find(2).kind, Kind::kOverDds);
  EXPECT_EQ(find(3).kind, Kind::kNone);
}

TEST_F(MeetingTest, AWishThatWasWithdrawnIsFoundNoMoreAndItsPlaceIsFree) {
  for (int i = 0; i < 1000; ++i) {
    const auto place = wishes_->add(gid(1), 64);
    ASSERT_TRUE(place);
    wishes_->withdraw(*place);
  }
  EXPECT_EQ(find(1).kind, Kind::kNone);
}

TEST_F(MeetingTest, WithoutPlaceForAWishTheOthersAreToldToUseDds) {
  for (std::size_t i = 0; i < kMostWishes; ++i) wishes_->add(gid(static_cast<std::uint8_t>(i)), 64);
  EXPECT_EQ(find(100).kind, Kind::kNone);
  EXPECT_FALSE(wishes_->add(gid(100), 64));
  EXPECT_EQ(find(100).kind, Kind::kOverDds);
  EXPECT_EQ(find(1).kind, Kind::kReader);
}

TEST_F(MeetingTest, AClosedSubscriptionHasNoWishes) {
  wishes_->add(gid(1), 64);
  const std::uint64_t where = wishes_->where();
  wishes_.reset();
  EXPECT_EQ(find_wish(*seen_, where, gid(kOwner), gid(1)).kind, Kind::kNone);
}

TEST_F(MeetingTest, APlaceThatIsNoSubscriptionHasNoWishes) {
  for (const std::uint64_t where :
       {std::uint64_t{0}, std::uint64_t{1}, wishes_->where() + kLine, wishes_->where() + 1,
        std::uint64_t{16} << 20, ~std::uint64_t{0}, ~std::uint64_t{63}}) {
    EXPECT_EQ(find_wish(*seen_, where, gid(kOwner), gid(1)).kind, Kind::kNone) << where;
  }
}

TEST_F(MeetingTest, AWishThatChangesIsFoundAsItWasOrAsItIs) {
  std::atomic<bool> stop{false};
  std::thread subscription([&] {
    while (!stop) {
      for (const std::uint8_t number : {1, 2}) {
        const auto place = wishes_->add(gid(number), number * 1000u);
        wishes_->withdraw(*place);
      }
    }
  });
  for (int i = 0; i < 20'000; ++i) {
    const FoundWish found = find(1);
    if (found.kind == Kind::kReader) {
      EXPECT_EQ(found.reader, 1000u);
    }
  }
  stop = true;
  subscription.join();
}

TEST_F(MeetingTest, APublisherThatRefusesKeepsWhoIsInAndTellsTheOthersForAsLongAsItDoes) {
  const auto sender = open_sender(segment_);
  const auto in = connect(*sender, seen_, segment_, seen_);
  ASSERT_TRUE(in && in->accepted());
  Result<std::unique_ptr<Receiver>> late = Receiver::open(segment_, seen_, sender->where(), {});
  ASSERT_TRUE(late);
  EXPECT_FALSE((*late)->refused());
  sender->refuse(true);
  EXPECT_TRUE((*late)->refused());
  EXPECT_FALSE(in->refused());
  ASSERT_TRUE(send(*sender, 1, 100));
  EXPECT_TRUE(in->take());
  sender->refuse(false);
  EXPECT_FALSE((*late)->refused());
  ASSERT_TRUE(sender->attach(seen_, (*late)->where()));
  ASSERT_TRUE(send(*sender, 2, 100));
  EXPECT_TRUE((*late)->accepted());
  EXPECT_EQ((*late)->take()->sequence(), 2u);
}

TEST_F(MeetingTest, AWishInABlockThatIsUsedAgainIsNotTheOneThatWasThere) {
  wishes_->add(gid(1), 64);
  const FoundWish found = find(1);
  const std::uint64_t where = wishes_->where();
  EXPECT_TRUE(still_there(*seen_, where, found));
  wishes_.reset();
  EXPECT_FALSE(still_there(*seen_, where, found));
  open_wishes(kOwner + 1);
  ASSERT_EQ(wishes_->where(), where);
  wishes_->add(gid(1), 64);
  EXPECT_FALSE(still_there(*seen_, where, found));
  // The network may still know the one before: its wishes these are not.
  EXPECT_EQ(find_wish(*seen_, where, gid(kOwner), gid(1)).kind, Kind::kNone);
  EXPECT_EQ(find_wish(*seen_, where, gid(kOwner + 1), gid(1)).kind, Kind::kReader);
}

TEST_F(MeetingTest, OnlyTheReaderThatIsMeantIsTakenOut) {
  const auto sender = open_sender(segment_);
  std::uint64_t old_ticket = 0, ticket = 0;
  auto reader = *Receiver::open(segment_, seen_, sender->where(), {});
  ASSERT_TRUE(sender->attach(seen_, reader->where(), &old_ticket));
  const std::uint64_t where = reader->where();
  reader.reset();
  reader = *Receiver::open(segment_, seen_, sender->where(), {});
  ASSERT_EQ(reader->where(), where);  // the block is used again
  ASSERT_TRUE(sender->attach(seen_, where, &ticket));
  sender->detach(*seen_, where, old_ticket);
  EXPECT_TRUE(reader->accepted());
  sender->detach(*seen_, where, ticket);
  EXPECT_FALSE(reader->accepted());
}

// It may have seen that it was taken out, and be about to open another: by the old one
// it would hear nothing.
TEST_F(MeetingTest, AReaderThatWasTakenOutComesBackAsAnother) {
  const auto sender = open_sender(segment_);
  auto reader = connect(*sender, seen_, segment_, seen_);
  ASSERT_TRUE(reader->accepted());
  ASSERT_TRUE(send(*sender, 1, 100));
  const auto held = reader->take();
  ASSERT_TRUE(held);
  sender->detach(*seen_, reader->where());
  const Result<void> same = sender->attach(seen_, reader->where());
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().code, Code::kAlreadyExists);
  EXPECT_FALSE(reader->accepted());
  const auto next = connect(*sender, seen_, segment_, seen_);
  EXPECT_TRUE(next->accepted());
  for (std::uint64_t i = 2; i < 50; ++i) ASSERT_TRUE(send(*sender, i, 100));
  EXPECT_TRUE(right(*held));  // its memory was not used again
  EXPECT_TRUE(next->take());
}

TEST_F(MeetingTest, WhoWaitsForAllToBeTakenWaitsForTheLast) {
  const auto sender = open_sender(segment_);
  EXPECT_TRUE(sender->wait_taken(0));
  const auto one = connect(*sender, seen_, segment_, seen_);
  const auto other = connect(*sender, seen_, segment_, seen_);
  ASSERT_TRUE(one->accepted() && other->accepted());
  ASSERT_TRUE(send(*sender, 1, 100));
  EXPECT_TRUE(one->take());
  const Result<void> early = sender->wait_taken(steady_ns());
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, Code::kTimeout);
  std::thread reader([&] { EXPECT_TRUE(other->take()); });
  EXPECT_TRUE(sender->wait_taken(kForever));
  reader.join();
}

}  // namespace
}  // namespace ranvier::shm
