// What topics take of the segment while nothing passes: exactly so much.
#include "ranvier/ring/testing.h"
#include "ranvier/shm/attach_requests.h"

namespace ranvier::shm {
namespace {

using testing::connect;
using testing::open_ring_writer;
using testing::Place;
using testing::send;

constexpr std::uint64_t kSizeOfPublisher = 4 * kLine + 2 * sizeof(Entry);
constexpr std::uint64_t kSizeOfSubscription = 2 * kLine;
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
  RingReader::Ptr reader(RingWriter& ring_writer) const {
    return connect(ring_writer, place_.window(there_), here_, place_.window(here_));
  }
  const Place place_;
  const Ref<Segment> there_ = place_.segment();
  const Ref<Segment> here_ = place_.segment();
};

TEST_F(IdleTest, APublisherTakesItsBlockAndAShortRing) {
  RingWriter::Ptr ring_writer;
  EXPECT_EQ(added(there_, [&] { ring_writer = open_ring_writer(there_); }), kSizeOfPublisher);
  RingReader::Ptr met;
  EXPECT_EQ(added(there_, [&] { met = reader(*ring_writer); }), 0u);
  ASSERT_TRUE(met);
}

TEST_F(IdleTest, ASubscriptionTakesItsBlockAndOneForEachPublisher) {
  const auto ring_writer = open_ring_writer(there_);
  std::unique_ptr<AttachRequests> requests;
  EXPECT_EQ(added(here_, [&] { requests = *AttachRequests::open(here_); }), kSizeOfSubscription);
  RingReader::Ptr met;
  EXPECT_EQ(added(here_, [&] { met = reader(*ring_writer); }), kReader);
  EXPECT_EQ(added(here_, [&] { requests->add(gid(1), met->where()); }), 0u);
}

// "Go": to the next publisher, as peers may look there still.
TEST_F(IdleTest, PlacesForManyReadersComeWithTheFirstWhoNeedsOneAndGoWithThePublisher) {
  const std::uint64_t before = there_->used();
  auto ring_writer = open_ring_writer(there_);
  std::vector<RingReader::Ptr> readers;
  const std::uint64_t few = added(there_, [&] {
    while (readers.size() < kFirstReaders) readers.push_back(reader(*ring_writer));
  });
  EXPECT_EQ(few, 0u);
  const std::uint64_t more = added(there_, [&] { readers.push_back(reader(*ring_writer)); });
  EXPECT_EQ(more, Arena::round_up(sizeof(MoreMembers)).bytes);
  EXPECT_EQ(added(there_, [&] { readers.push_back(reader(*ring_writer)); }), 0u);
  for (const auto& each : readers) EXPECT_TRUE(each && each->accepted());
  readers.clear();
  ring_writer.reset();
  there_->sweep();
  EXPECT_EQ(there_->used(), before + kSizeOfPublisher - 2 * sizeof(Entry) + more);
  EXPECT_EQ(added(there_, [&] { ring_writer = open_ring_writer(there_); }), 2 * sizeof(Entry));
}

TEST_F(IdleTest, PlacesForManyWishesComeWithTheFirstThatNeedsOneAndGoWithTheSubscription) {
  const std::uint64_t before = here_->used();
  auto requests = *AttachRequests::open(here_);
  requests->set_owner(gid(100));
  const std::uint64_t few = added(here_, [&] {
    for (std::size_t i = 0; i < kFirstRequests; ++i) requests->add(gid(i), kLine * (i + 1));
  });
  EXPECT_EQ(few, 0u);
  const std::uint64_t more = added(here_, [&] {
    for (std::size_t i = kFirstRequests; i < kMostRequests; ++i)
      requests->add(gid(i), kLine * (i + 1));
  });
  EXPECT_EQ(more, Arena::round_up(sizeof(MoreRequests)).bytes);
  const Ref<Window> seen = place_.window(here_);
  for (std::size_t i = 0; i < kMostRequests; ++i) {
    const FoundRequest found = find_request(*seen, requests->where(), gid(100), gid(i));
    EXPECT_EQ(found.reader, kLine * (i + 1)) << i;
    EXPECT_TRUE(still_there(*seen, requests->where(), found)) << i;
  }
  requests->withdraw(kMostRequests - 1);
  EXPECT_EQ(find_request(*seen, requests->where(), gid(100), gid(kMostRequests - 1)).kind,
            FoundRequest::Kind::kNone);
  requests.reset();
  EXPECT_EQ(here_->used(), before + kSizeOfSubscription + more);
  EXPECT_EQ(added(here_, [&] { requests = *AttachRequests::open(here_); }), 0u);
}

// Its memory cannot be had: it is as if there were no place.
TEST_F(IdleTest, WithoutMemoryForMorePlacesWhoIsThereStaysAndTheOthersAreRefused) {
  const Ref<Segment> small = place_.segment(kSmallestLimit);
  const auto ring_writer = open_ring_writer(small);
  auto requests = *AttachRequests::open(small);
  requests->set_owner(gid(0));
  std::vector<RingReader::Ptr> in;
  const Ref<Window> seen = place_.window(here_);
  while (in.size() < kFirstReaders) {
    in.push_back(connect(*ring_writer, place_.window(small), here_, seen));
  }
  for (std::size_t i = 0; i < kFirstRequests; ++i) ASSERT_TRUE(requests->add(gid(i), kLine));
  while (small->allocate(kLine)) {}
  const auto late = *RingReader::open(here_, place_.window(small), ring_writer->where(), {});
  EXPECT_EQ(ring_writer->attach(seen, late->where()).error().code, Code::kFull);
  EXPECT_EQ(ring_writer->readers(), kFirstReaders);
  for (const auto& each : in) EXPECT_TRUE(each->accepted());
  EXPECT_FALSE(late->accepted());
  EXPECT_FALSE(requests->add(gid(9), kLine));
  const Ref<Window> its = place_.window(small);
  EXPECT_EQ(find_request(*its, requests->where(), gid(0), gid(9)).kind,
            FoundRequest::Kind::kOverDds);
  requests->withdraw(0);  // there is a place again
  EXPECT_EQ(find_request(*its, requests->where(), gid(0), gid(9)).kind, FoundRequest::Kind::kNone);
}

}  // namespace
}  // namespace ranvier::shm
