// How a publisher and a subscription of two processes find each other: attach requests,
// being let in, being refused.
#include <thread>

#include "ranvier/os/clock.h"
#include "ranvier/ring/testing.h"
#include "ranvier/shm/attach_requests.h"

namespace ranvier::shm {
namespace {

using namespace testing;
using FoundKind = FoundRequest::Kind;

Gid gid_of(std::uint8_t number) {
  Gid made;
  made.bytes.fill(number);
  return made;
}

constexpr std::uint8_t kOwner = 200;

class MeetingTest : public ::testing::Test {
 protected:
  MeetingTest() { open_requests(kOwner); }
  FoundRequest find(std::uint8_t publisher) {
    return find_request(*seen_, requests_->where(), gid_of(kOwner), gid_of(publisher));
  }
  void open_requests(std::uint8_t owner) {
    requests_ = *AttachRequests::open(segment_);
    requests_->set_owner(gid_of(owner));
  }
  const Place place_;
  const Ref<Segment> segment_ = place_.segment();
  const Ref<Window> seen_ = place_.window(segment_);
  std::unique_ptr<AttachRequests> requests_;
};

TEST_F(MeetingTest, AWishIsFoundByThePublisherThatItNames) {
  requests_->add(gid_of(1), 4096);
  requests_->add(gid_of(2), 0);
  EXPECT_EQ(find(1).kind, FoundKind::kReader);
  EXPECT_EQ(find(1).reader, 4096u);
  EXPECT_EQ(find(2).kind, FoundKind::kOverDds);
  EXPECT_EQ(find(3).kind, FoundKind::kNone);
}

TEST_F(MeetingTest, AWishThatWasWithdrawnIsFoundNoMoreAndItsPlaceIsFree) {
  for (int i = 0; i < 1000; ++i) {
    const auto place = requests_->add(gid_of(1), 64);
    ASSERT_TRUE(place);
    requests_->withdraw(*place);
  }
  EXPECT_EQ(find(1).kind, FoundKind::kNone);
}

TEST_F(MeetingTest, WithoutPlaceForAWishTheOthersAreToldToUseDds) {
  for (std::size_t i = 0; i < kMostRequests; ++i)
    requests_->add(gid_of(static_cast<std::uint8_t>(i)), 64);
  EXPECT_EQ(find(100).kind, FoundKind::kNone);
  EXPECT_FALSE(requests_->add(gid_of(100), 64));
  EXPECT_EQ(find(100).kind, FoundKind::kOverDds);
  EXPECT_EQ(find(1).kind, FoundKind::kReader);
}

TEST_F(MeetingTest, AClosedSubscriptionHasNoWishes) {
  requests_->add(gid_of(1), 64);
  const std::uint64_t where = requests_->where();
  requests_.reset();
  EXPECT_EQ(find_request(*seen_, where, gid_of(kOwner), gid_of(1)).kind, FoundKind::kNone);
}

TEST_F(MeetingTest, APlaceThatIsNoSubscriptionHasNoWishes) {
  for (const std::uint64_t where :
       {std::uint64_t{0}, std::uint64_t{1}, requests_->where() + kLine, requests_->where() + 1,
        std::uint64_t{16} << 20, ~std::uint64_t{0}, ~std::uint64_t{63}}) {
    EXPECT_EQ(find_request(*seen_, where, gid_of(kOwner), gid_of(1)).kind, FoundKind::kNone)
        << where;
  }
}

TEST_F(MeetingTest, AWishThatChangesIsFoundAsItWasOrAsItIs) {
  std::atomic<bool> stop{false};
  std::thread subscription([&] {
    while (!stop) {
      for (const std::uint8_t number : {1, 2}) {
        const auto place = requests_->add(gid_of(number), number * 1000u);
        requests_->withdraw(*place);
      }
    }
  });
  for (int i = 0; i < 20'000; ++i) {
    const FoundRequest found = find(1);
    if (found.kind == FoundKind::kReader) {
      EXPECT_EQ(found.reader, 1000u);
    }
  }
  stop = true;
  subscription.join();
}

TEST_F(MeetingTest, APublisherThatRefusesKeepsWhoIsInAndTellsTheOthersForAsLongAsItDoes) {
  const auto ring_writer = open_ring_writer(segment_);
  const auto in = connect(*ring_writer, seen_, segment_, seen_);
  ASSERT_TRUE(in && in->accepted());
  Result<RingReader::Ptr> late = RingReader::open(segment_, seen_, ring_writer->where(), {});
  ASSERT_TRUE(late);
  EXPECT_FALSE((*late)->refused());
  ring_writer->refuse(true);
  EXPECT_TRUE((*late)->refused());
  EXPECT_FALSE(in->refused());
  ASSERT_TRUE(send(*ring_writer, 1, 100));
  EXPECT_TRUE(in->take());
  ring_writer->refuse(false);
  EXPECT_FALSE((*late)->refused());
  ASSERT_TRUE(ring_writer->attach(seen_, (*late)->where()));
  ASSERT_TRUE(send(*ring_writer, 2, 100));
  EXPECT_TRUE((*late)->accepted());
  EXPECT_EQ((*late)->take()->sequence(), 2u);
}

TEST_F(MeetingTest, AWishInABlockThatIsUsedAgainIsNotTheOneThatWasThere) {
  requests_->add(gid_of(1), 64);
  const FoundRequest found = find(1);
  const std::uint64_t where = requests_->where();
  EXPECT_TRUE(still_there(*seen_, where, found));
  requests_.reset();
  EXPECT_FALSE(still_there(*seen_, where, found));
  open_requests(kOwner + 1);
  ASSERT_EQ(requests_->where(), where);
  requests_->add(gid_of(1), 64);
  EXPECT_FALSE(still_there(*seen_, where, found));
  // The network may still know the one before: its attach requests these are not.
  EXPECT_EQ(find_request(*seen_, where, gid_of(kOwner), gid_of(1)).kind, FoundKind::kNone);
  EXPECT_EQ(find_request(*seen_, where, gid_of(kOwner + 1), gid_of(1)).kind, FoundKind::kReader);
}

TEST_F(MeetingTest, OnlyTheReaderThatIsMeantIsTakenOut) {
  const auto ring_writer = open_ring_writer(segment_);
  std::uint64_t old_ticket = 0, ticket = 0;
  auto reader = *RingReader::open(segment_, seen_, ring_writer->where(), {});
  ASSERT_TRUE(ring_writer->attach(seen_, reader->where(), &old_ticket));
  const std::uint64_t where = reader->where();
  reader.reset();
  reader = *RingReader::open(segment_, seen_, ring_writer->where(), {});
  ASSERT_EQ(reader->where(), where);  // the block is used again
  ASSERT_TRUE(ring_writer->attach(seen_, where, &ticket));
  ring_writer->detach(*seen_, where, old_ticket);
  EXPECT_TRUE(reader->accepted());
  ring_writer->detach(*seen_, where, ticket);
  EXPECT_FALSE(reader->accepted());
}

// It may have seen that it was taken out, and be about to open another: by the old one
// it would hear nothing.
TEST_F(MeetingTest, AReaderThatWasTakenOutComesBackAsAnother) {
  const auto ring_writer = open_ring_writer(segment_);
  auto reader = connect(*ring_writer, seen_, segment_, seen_);
  ASSERT_TRUE(reader->accepted());
  ASSERT_TRUE(send(*ring_writer, 1, 100));
  const auto held = reader->take();
  ASSERT_TRUE(held);
  ring_writer->detach(*seen_, reader->where());
  const Result<void> same = ring_writer->attach(seen_, reader->where());
  ASSERT_FALSE(same);
  EXPECT_EQ(same.error().code, Code::kAlreadyExists);
  EXPECT_FALSE(reader->accepted());
  const auto next = connect(*ring_writer, seen_, segment_, seen_);
  EXPECT_TRUE(next->accepted());
  for (std::uint64_t i = 2; i < 50; ++i) ASSERT_TRUE(send(*ring_writer, i, 100));
  EXPECT_TRUE(right(*held));  // its memory was not used again
  EXPECT_TRUE(next->take());
}

TEST_F(MeetingTest, WhoWaitsForAllToBeTakenWaitsForTheLast) {
  const auto ring_writer = open_ring_writer(segment_);
  EXPECT_TRUE(ring_writer->wait_taken(0));
  const auto one = connect(*ring_writer, seen_, segment_, seen_);
  const auto other = connect(*ring_writer, seen_, segment_, seen_);
  ASSERT_TRUE(one->accepted() && other->accepted());
  ASSERT_TRUE(send(*ring_writer, 1, 100));
  EXPECT_TRUE(one->take());
  const Result<void> early = ring_writer->wait_taken(steady_ns());
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, Code::kTimeout);
  std::thread reader([&] { EXPECT_TRUE(other->take()); });
  EXPECT_TRUE(ring_writer->wait_taken(kForever));
  reader.join();
}

}  // namespace
}  // namespace ranvier::shm
