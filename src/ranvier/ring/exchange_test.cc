// A ring writer and its ring readers, each in a segment of its own, in one process.
#include <algorithm>
#include <atomic>
#include <thread>

#include "ranvier/os/clock.h"
#include "ranvier/ring/testing.h"

namespace ranvier::ring {
namespace {

using testing::connect;
using testing::fill;
using testing::open_ring_writer;
using testing::Place;
using testing::right;
using testing::send;

constexpr std::uint64_t kSize = 1000;

class ExchangeTest : public ::testing::Test {
 protected:
  RingReader::Ptr ring_reader(const RingReader::Options& options = {}) {
    auto made = connect(*ring_writer_, place_.window(there_), here_, place_.window(here_), options);
    EXPECT_TRUE(made);
    return made;
  }
  /// Sends messages `from` to `to`.
  void send_all(std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t sequence = from; sequence <= to; ++sequence) {
      const Result<void> sent = send(*ring_writer_, sequence, kSize);
      ASSERT_TRUE(sent) << sent.error().what;
    }
  }
  /// Takes all there is, and expects messages `from` to `to`.
  static void expect_all(RingReader& ring_reader, std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t sequence = from; sequence <= to; ++sequence) {
      const auto message = ring_reader.take();
      ASSERT_TRUE(message) << sequence;
      ASSERT_EQ(message->sequence(), sequence);
      ASSERT_TRUE(right(*message));
    }
    EXPECT_FALSE(ring_reader.take());
  }

  const Place place_;
  const Ref<Segment> there_ = place_.segment(64 << 20);
  const Ref<Segment> here_ = place_.segment();
  RingWriter::Ptr ring_writer_ = open_ring_writer(there_);
};

TEST_F(ExchangeTest, AMessageIsReadWhereItWasWritten) {
  const auto window = place_.window(there_);
  const auto ring_reader = connect(*ring_writer_, window, here_, place_.window(here_));
  ASSERT_TRUE(ring_reader);
  EXPECT_FALSE(ring_reader->take());
  send_all(1, 1);
  EXPECT_TRUE(ring_reader->pending());
  const auto message = ring_reader->take();
  ASSERT_TRUE(message);
  EXPECT_FALSE(ring_reader->pending());
  EXPECT_EQ(message->size(), kSize);
  EXPECT_EQ(message->source(), 1000);
  EXPECT_EQ(message->expires(), INT64_MAX);
  EXPECT_FALSE(message->copied());
  EXPECT_TRUE(right(*message));
  const std::byte* first = window->bytes(kFirstBlock, 1);
  EXPECT_GE(message->data(), first);
  EXPECT_LT(message->data(), first + (64 << 20));
}

TEST_F(ExchangeTest, EveryReaderGetsEveryMessageOnceAndInOrder) {
  const auto one = ring_reader(), two = ring_reader();
  send_all(1, 5);
  expect_all(*one, 1, 5);
  send_all(6, 7);
  expect_all(*one, 6, 7);
  expect_all(*two, 1, 7);
  EXPECT_EQ(one->lost() + two->lost(), 0u);
}

TEST_F(ExchangeTest, AReaderThatIsNotLetInGetsNothing) {
  auto alone = RingReader::open(here_, place_.window(there_), ring_writer_->where(), {});
  ASSERT_TRUE(alone);
  send_all(1, 1);
  EXPECT_FALSE((*alone)->accepted());
  EXPECT_FALSE((*alone)->take());
  ASSERT_TRUE(ring_writer_->attach(place_.window(here_), (*alone)->where()));
  EXPECT_TRUE((*alone)->accepted());
  EXPECT_FALSE((*alone)->take()) << "sent before it was let in";
}

// What the network brought is handed on by then: the history would bring it again.
TEST_F(ExchangeTest, WhoStoppedWaitingIsLetInOnlyToJoin) {
  send_all(1, 3);
  const auto late = *RingReader::open(here_, place_.window(there_), ring_writer_->where(),
                                      {.wants_history = true});
  EXPECT_TRUE(late->stop_waiting());
  const auto refused = ring_writer_->attach(place_.window(here_), late->where());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnsupported);
  EXPECT_FALSE(late->accepted());
  EXPECT_TRUE(late->stop_waiting()) << "it may ask again";
  ASSERT_TRUE(ring_writer_->attach(place_.window(here_), late->where(), nullptr, Entrance::kJoins));
  ASSERT_TRUE(late->accepted());
  EXPECT_TRUE(late->joins());
  send_all(4, 4);
  expect_all(*late, 4, 4);
}

TEST_F(ExchangeTest, WhoIsLetInNeedNotStopWaiting) {
  const auto reader = ring_reader({.wants_history = true});
  EXPECT_FALSE(reader->stop_waiting());
  ASSERT_TRUE(reader->accepted());
  EXPECT_FALSE(reader->joins());
}

TEST_F(ExchangeTest, OfWhoLetsInAndWhoStopsWaitingOneSeesTheOther) {
  const auto seen = place_.window(here_), sender_seen = place_.window(there_);
  for (int round = 0; round < 2000; ++round) {
    const auto reader = *RingReader::open(here_, sender_seen, ring_writer_->where(), {});
    std::atomic<bool> go{false};
    std::thread lets_in([&] {
      while (!go) {}
      static_cast<void>(ring_writer_->attach(seen, reader->where()));
    });
    go = true;
    const bool stopped = reader->stop_waiting();
    lets_in.join();
    ASSERT_FALSE(stopped && reader->accepted()) << "round " << round;
  }
}

TEST_F(ExchangeTest, ASlowReaderKeepsTheNewestOfItsWindow) {
  const auto slow = ring_reader({.window = 3});
  const auto patient = ring_reader({.window = 50});
  send_all(1, 40);
  expect_all(*slow, 38, 40);
  EXPECT_EQ(slow->lost(), 37u);
  expect_all(*patient, 1, 40);  // past the first ring's entries
  EXPECT_EQ(patient->lost(), 0u);
}

// Else a reader that was looking there could claim what is free by now.
TEST_F(ExchangeTest, ARingThatWasOutgrownHoldsNoMessage) {
  const auto window = place_.window(there_);
  const auto* publication = window->at<RingBlock>(ring_writer_->where());
  const auto reader = ring_reader({.window = 50});
  send_all(1, 10);
  const std::uint64_t word = publication->ring;
  const auto* old = window->several<Entry>(ring_offset(word), std::uint64_t{1} << ring_bits(word));
  EXPECT_EQ(old[3].sequence, 3u);
  send_all(11, 40);
  EXPECT_NE(publication->ring, word);
  for (std::uint64_t i = 0; i < std::uint64_t{1} << ring_bits(word); ++i) {
    EXPECT_EQ(old[i].sequence, 0u);
  }
  expect_all(*reader, 1, 40);
}

TEST_F(ExchangeTest, WhatIsHeldIsNotWrittenOver) {
  const auto reader = ring_reader({.window = 2});
  send_all(1, 1);
  auto held = reader->take();
  ASSERT_TRUE(held);
  send_all(2, 500);
  EXPECT_TRUE(right(*held));
  EXPECT_EQ(held->sequence(), 1u);
  expect_all(*reader, 499, 500);
}

TEST_F(ExchangeTest, WhatAReaderWritesItAloneSees) {
  const auto one = ring_reader(), two = ring_reader();
  send_all(1, 1);
  const auto written = one->take(), read = two->take();
  ASSERT_TRUE(written && read);
  PrivatePages pages;
  std::byte* const bytes = written->writable(pages);
  ASSERT_TRUE(bytes && std::equal(bytes, bytes + kSize, written->data()));
  std::fill(bytes, bytes + kSize, std::byte{1});
  EXPECT_EQ(written->writable(pages), bytes);
  EXPECT_TRUE(right(*written) && right(*read));
}

TEST_F(ExchangeTest, MemoryComesBackOnceNobodyReadsIt) {
  const auto reader = ring_reader({.window = 2});
  const std::uint64_t before = there_->used();
  std::vector<Received> held;
  for (std::uint64_t sequence = 1; sequence <= 20; ++sequence) {
    send_all(sequence, sequence);
    held.push_back(std::move(*reader->take()));
  }
  EXPECT_GE(there_->used(), before + 20 * kSize);
  held.clear();
  ring_writer_->sweep();
  EXPECT_EQ(there_->used(), before);
}

TEST_F(ExchangeTest, WithoutReadersAndHistoryNothingIsKept) {
  const std::uint64_t before = there_->used();
  send_all(1, 100);
  EXPECT_EQ(there_->used(), before);
}

TEST_F(ExchangeTest, ALoanThatIsNotSentGoesBack) {
  const std::uint64_t before = there_->used();
  { ASSERT_TRUE(ring_writer_->borrow(5000)); }
  EXPECT_EQ(there_->used(), before);
}

TEST_F(ExchangeTest, OnlyWhatWasBorrowedHereAndFitsIsSent) {
  auto loan = ring_writer_->borrow(100);
  ASSERT_TRUE(loan);
  EXPECT_EQ(ring_writer_->publish(*loan, loan->capacity() + 1, {}).error().code,
            Code::kInvalidArgument);
  auto other = open_ring_writer(here_)->borrow(100);
  ASSERT_TRUE(other);
  const Result<void> foreign = ring_writer_->publish(*other, 100, {});
  ASSERT_FALSE(foreign);
  EXPECT_NE(foreign.error().what.find("/topic"), std::string::npos);
}

TEST_F(ExchangeTest, HistoryIsForThoseWhoWantIt) {
  ring_writer_ = open_ring_writer(there_, 4);
  send_all(1, 30);
  expect_all(*ring_reader({.wants_history = true}), 27, 30);
  const auto shallow = ring_reader({.window = 2, .wants_history = true});
  expect_all(*shallow, 29, 30);
  const auto late = ring_reader();
  EXPECT_FALSE(late->take());
  send_all(31, 31);
  expect_all(*late, 31, 31);
  expect_all(*shallow, 31, 31);
}

TEST_F(ExchangeTest, APublisherWaitsForAFullReaderThatAskedForIt) {
  const auto reader = ring_reader({.window = 3, .waited_for = true});
  send_all(1, 3);
  const Result<void> late = send(*ring_writer_, 4, kSize, steady_ns() + 1'000'000);
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, Code::kTimeout);
  EXPECT_NE(late.error().what.find("/topic"), std::string::npos);
  EXPECT_EQ(reader->take()->sequence(), 1u);
  send_all(4, 4);
  expect_all(*reader, 2, 4);
}

TEST_F(ExchangeTest, NothingIsLostWhenThePublisherWaits) {
  const auto reader = ring_reader({.window = 5, .waited_for = true});
  std::thread publisher([&] { send_all(1, 5000); });
  for (std::uint64_t sequence = 1; sequence <= 5000;) {
    const std::uint32_t seen = here_->rings(1);
    if (const auto message = reader->take()) {
      ASSERT_EQ(message->sequence(), sequence++);
      ASSERT_TRUE(right(*message));
    } else {
      (void)here_->wait(1, seen, kForever);
    }
  }
  publisher.join();
  EXPECT_EQ(reader->lost(), 0u);
}

TEST_F(ExchangeTest, StoppingEndsAWait) {
  const auto reader = ring_reader({.window = 1, .waited_for = true});
  send_all(1, 1);
  Code code{};
  std::thread publisher([&] { code = send(*ring_writer_, 2, kSize).error().code; });
  ring_writer_->stop();
  publisher.join();
  EXPECT_EQ(code, Code::kShutdown);
}

TEST_F(ExchangeTest, ClosingAReceiverEndsAWait) {
  auto reader = ring_reader({.window = 1, .waited_for = true});
  send_all(1, 1);
  std::thread publisher([&] { send_all(2, 2); });
  reader.reset();
  publisher.join();
  ring_writer_->sweep();  // it may have gone on before it heard of the end
  EXPECT_EQ(ring_writer_->readers(), 0u);
}

TEST_F(ExchangeTest, MoreThanCanBeHeldIsCopied) {
  const auto reader = ring_reader({.window = 1});
  const std::uint64_t before = there_->used();
  std::vector<Received> held;
  for (std::uint64_t sequence = 1; sequence <= 2 * kClaims; ++sequence) {
    send_all(sequence, sequence);
    held.push_back(std::move(*reader->take()));
    EXPECT_EQ(held.back().copied(), sequence >= kClaims) << sequence;
  }
  for (const Received& message : held) EXPECT_TRUE(right(message));
  ring_writer_->sweep();
  EXPECT_LE(there_->used(), before + kClaims * Arena::round_up(kSize).bytes);
  held.clear();
  send_all(2 * kClaims + 1, 2 * kClaims + 1);
  EXPECT_FALSE(reader->take()->copied());
}

// Else a few subscriptions that hoard could leave a publisher of large messages none.
TEST_F(ExchangeTest, MoreThanItsShareOfTheMemoryIsCopied) {
  constexpr std::uint64_t kLarge = 3 << 20;  // of the eighth of 64 MiB: twice
  const auto reader = ring_reader({.window = 1});
  std::vector<Received> held;
  for (std::uint64_t sequence = 1; sequence <= 4; ++sequence) {
    ASSERT_TRUE(send(*ring_writer_, sequence, kLarge));
    held.push_back(std::move(*reader->take()));
    EXPECT_EQ(held.back().copied(), sequence > 2) << sequence;
    EXPECT_TRUE(right(held.back()));
  }
  held.clear();
  ASSERT_TRUE(send(*ring_writer_, 5, 20 << 20));
  EXPECT_FALSE(reader->take()->copied()) << "one may always stay";
}

struct LetGo {
  void operator()(SharedLoan* loan) const noexcept { SharedLoan::let_go(loan); }
};
using LoanPtr = std::unique_ptr<SharedLoan, LetGo>;

/// A loan of so many bytes, filled for right().
LoanPtr lend(RingWriter& ring_writer, std::uint64_t sequence) {
  Result<Loan> loan = ring_writer.borrow(kSize);
  EXPECT_TRUE(loan);
  fill(loan->data(), kSize, sequence);
  return LoanPtr(SharedLoan::make(std::move(*loan)));
}

TEST_F(ExchangeTest, ALoanThatAMessageHoldsTooIsFreedWhenBothAreThroughWithIt) {
  const auto reader = ring_reader({.window = 1});
  const std::uint64_t before = there_->used();
  LoanPtr first = lend(*ring_writer_, 1), second = lend(*ring_writer_, 2),
          dropped = lend(*ring_writer_, 3);
  EXPECT_EQ(there_->used(), before + 3 * Arena::round_up(kSize).bytes);
  dropped.reset();
  ASSERT_TRUE(ring_writer_->publish(*first, kSize, {}));
  first.reset();
  {
    const auto message = reader->take();
    ASSERT_TRUE(message && right(*message)) << "the ring has it yet";
  }
  ASSERT_TRUE(ring_writer_->publish(*second, kSize, {}));
  EXPECT_TRUE(right(*reader->take()));
  ring_writer_->sweep();
  EXPECT_EQ(there_->used(), before + Arena::round_up(kSize).bytes) << "the message has it yet";
  second.reset();
  EXPECT_EQ(there_->used(), before);
}

TEST_F(ExchangeTest, ALoanOfAnotherSegmentIsRefused) {
  const LoanPtr message = lend(*open_ring_writer(here_), 1);
  EXPECT_EQ(ring_writer_->publish(*message, kSize, {}).error().code, Code::kInvalidArgument);
}

TEST_F(ExchangeTest, ALoanMayOutliveItsPublisher) {
  const std::uint64_t before = there_->used();
  LoanPtr message = lend(*ring_writer_, 1);
  ASSERT_TRUE(ring_writer_->publish(*message, kSize, {}));
  ring_writer_.reset();
  message.reset();
  EXPECT_LE(there_->used(), before);
}

TEST_F(ExchangeTest, ALoanThatSomebodyReadsYetDoesNotKeepItsSegmentsFile) {
  Ref<Segment> segment = place_.segment();
  const std::string name = segment->name();
  auto ring_writer = open_ring_writer(segment);
  const auto reader = connect(*ring_writer, place_.window(segment), here_, place_.window(here_));
  ASSERT_TRUE(reader);
  ASSERT_TRUE(ring_writer->publish(*lend(*ring_writer, 1), kSize, {}));
  const auto held = reader->take();
  ASSERT_TRUE(held);
  ring_writer.reset();
  segment = {};
  EXPECT_EQ(place_.folder().state(name), Folder::State::kAbsent);
  EXPECT_TRUE(right(*held));
}

TEST_F(ExchangeTest, AChildOfForkLeavesItsParentsClaimsAndLoansAlone) {
  const auto reader = ring_reader({.window = 1});
  send_all(1, 1);
  std::optional<Received> held = reader->take();
  LoanPtr loan = lend(*ring_writer_, 2);
  testing::Child child([&] {
    held.reset();
    loan.reset();
  });
  ASSERT_TRUE(child.went_well());
  send_all(2, 40);
  EXPECT_TRUE(right(*held));
}

TEST_F(ExchangeTest, AMessageOutlivesItsReceiverAndThePublisherForgetsBoth) {
  auto reader = ring_reader();
  const std::uint64_t where = reader->where();
  send_all(1, 1);
  {
    const auto held = reader->take();
    reader.reset();
    EXPECT_NE(ring_reader()->where(), where) << "its block is in use";
    send_all(2, 2);
    EXPECT_EQ(ring_writer_->readers(), 1u) << "it reads yet";
    send_all(3, 300);
    EXPECT_TRUE(right(*held));
  }
  send_all(301, 301);
  EXPECT_EQ(ring_writer_->readers(), 0u);
  EXPECT_EQ(ring_reader()->where(), where) << "its block is used again";
}

TEST_F(ExchangeTest, AfterClosingTheRestMayBeTakenAndThenItsMemoryComesBack) {
  auto reader = ring_reader();
  send_all(1, 3);
  ring_writer_.reset();
  EXPECT_TRUE(reader->closed());
  there_->sweep();
  expect_all(*reader, 1, 3);
  reader.reset();
  const std::uint64_t block = sizeof(RingBlock);  // for the next one
  EXPECT_NE(there_->used(), block);
  there_->sweep();
  EXPECT_EQ(there_->used(), block);
}

TEST_F(ExchangeTest, WhoIsTakenOutGetsNothingMoreAndKeepsWhatItReads) {
  const auto reader = ring_reader();
  send_all(1, 2);
  const auto held = reader->take();
  ring_writer_->detach(*place_.window(here_), reader->where());
  EXPECT_EQ(ring_writer_->readers(), 0u);
  EXPECT_FALSE(reader->accepted());
  EXPECT_FALSE(reader->take());
  send_all(3, 100);
  EXPECT_TRUE(right(*held));
}

TEST_F(ExchangeTest, AttachingWhatIsNoReaderIsRefused) {
  const auto reader = ring_reader();
  const auto window = place_.window(here_);
  EXPECT_EQ(ring_writer_->attach(window, reader->where() + 64).error().code, Code::kNotFound);
  EXPECT_EQ(ring_writer_->attach(window, 1 << 30).error().code, Code::kNotFound);
  EXPECT_EQ(ring_writer_->attach(window, reader->where()).error().code, Code::kAlreadyExists);
  EXPECT_FALSE(RingReader::open(here_, place_.window(there_), ring_writer_->where() + 64, {}));
}

TEST_F(ExchangeTest, ThereIsRoomForSixtyFourReaders) {
  std::vector<RingReader::Ptr> readers;
  for (std::size_t i = 0; i < kMostReaders; ++i) readers.push_back(ring_reader());
  auto more = RingReader::open(here_, place_.window(there_), ring_writer_->where(), {});
  ASSERT_TRUE(more);
  EXPECT_EQ(ring_writer_->attach(place_.window(here_), (*more)->where()).error().code, Code::kFull);
  readers[17].reset();
  EXPECT_TRUE(ring_writer_->attach(place_.window(here_), (*more)->where()));
  send_all(1, 1);
  expect_all(**more, 1, 1);
  expect_all(*readers[63], 1, 1);
}

TEST_F(ExchangeTest, AFullSegmentDropsTheOldestOfWhoIsNotWaitedFor) {
  const Ref<Segment> small = place_.segment(kSmallestLimit);
  const auto ring_writer = open_ring_writer(small);
  const auto reader =
      connect(*ring_writer, place_.window(small), here_, place_.window(here_), {.window = 1000});
  for (std::uint64_t sequence = 1; sequence <= 30; ++sequence) {
    ASSERT_TRUE(send(*ring_writer, sequence, 100'000));
  }
  EXPECT_GT(ring_writer->dropped(), 0u);
  std::uint64_t last = 0, count = 0;
  while (const auto message = reader->take()) {
    EXPECT_TRUE(right(*message));
    last = message->sequence();
    ++count;
  }
  EXPECT_EQ(last, 30u);
  EXPECT_EQ(count + reader->lost(), 30u);
}

TEST_F(ExchangeTest, AFullSegmentWaitsForWhoIsWaitedFor) {
  const Ref<Segment> small = place_.segment(kSmallestLimit);
  const auto ring_writer = open_ring_writer(small);
  const auto reader = connect(*ring_writer, place_.window(small), here_, place_.window(here_),
                              {.window = 1000, .waited_for = true});
  std::uint64_t sent = 0;
  while (send(*ring_writer, sent + 1, 100'000, steady_ns() + 1'000'000)) ++sent;
  EXPECT_EQ(ring_writer->borrow(100'000, steady_ns()).error().code, Code::kTimeout);
  EXPECT_GT(sent, 3u);
  EXPECT_EQ(reader->take()->sequence(), 1u);
  EXPECT_TRUE(send(*ring_writer, sent + 1, 100'000));
  expect_all(*reader, 2, sent + 1);
}

TEST_F(ExchangeTest, AMessageLargerThanTheSegmentIsAnError) {
  const Result<Loan> loan = ring_writer_->borrow(65 << 20);
  ASSERT_FALSE(loan);
  EXPECT_EQ(loan.error().code, Code::kFull);
}

}  // namespace
}  // namespace ranvier::ring
