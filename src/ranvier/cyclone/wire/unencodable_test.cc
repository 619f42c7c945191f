// Messages that have no encoded form: refused while the publisher hears of it, since DDS asks
// for the bytes on threads of its own.
#include <stdexcept>

#include "ranvier/cyclone/testing.h"
#include "ranvier/cyclone/wire/cdr_type.h"
#include "ranvier/cyclone/wire/sertype.h"
#include "sparse_bytes.h"

namespace ranvier::cyclone::testing {
namespace {

class Unencodable : public ::testing::Test {
 protected:
  ~Unencodable() override {
    ours_.reset();
    theirs_.reset();
    EXPECT_EQ(text_counts().alive - alive_, 0) << "a message leaked";
  }

  const int alive_ = text_counts().alive;
  std::unique_ptr<Route> ours_ = open_context(loopback(0));
  std::unique_ptr<Route> theirs_ = open_context(loopback(100));
  WriterEvents events_;
};

/// A text of the user's own that becomes none.
MessagePtr unconvertible() {
  static const AdaptedType type{
      &typeid(Text), [](const void*) -> void* { throw std::domain_error("no such text"); },
      text_type().clone, text_type().destroy};
  return Message::from_adapted(text_type(), type, new Text("of the user's own"));
}

TEST_F(Unencodable, IsRefusedAndFreedWhileNobodyIsMatchedAndALateJoinerGetsTheOthers) {
  const Endpoint at = endpoint(keep_last(5, Durability::kTransientLocal));
  auto writer = open_writer(*ours_, at, events_);
  const int before = text_counts().alive;
  EXPECT_THROW(static_cast<void>(writer->write(stamped(kUnencodable))), std::length_error);
  EXPECT_THROW(static_cast<void>(writer->write(unconvertible())), std::domain_error);
  EXPECT_EQ(text_counts().alive, before);
  ASSERT_TRUE(writer->write(stamped("good")));
  Collector late;
  auto reader = open_reader(*theirs_, at, late);
  ASSERT_TRUE(late.wait_count(1));
  EXPECT_EQ(late.texts(), std::vector<std::string>{"good"});
}

TEST_F(Unencodable, IsRefusedAndFreedWhileAReaderIsMatched) {
  Collector inbox;
  auto writer = open_writer(*ours_, endpoint(keep_last(5)), events_);
  auto reader = open_reader(*theirs_, endpoint(keep_last(5)), inbox);
  ASSERT_TRUE(events_.wait_matched(1));
  const int before = text_counts().alive;
  EXPECT_THROW(static_cast<void>(writer->write(stamped(kUnencodable))), std::length_error);
  EXPECT_THROW(static_cast<void>(writer->write(unconvertible())), std::domain_error);
  EXPECT_EQ(text_counts().alive, before);
  ASSERT_TRUE(writer->write(stamped("good")));
  ASSERT_TRUE(inbox.wait_count(1));
  EXPECT_EQ(inbox.texts(), std::vector<std::string>{"good"});
}

// RTPS has 32 bits for the size of a sample, and a reader that uses one of them as a sign.
TEST_F(Unencodable, AMessageOfMoreThanTwoGigabytesIsRefusedInWords) {
  const support::SparseBytes zeros(std::size_t{5} << 30);
  ASSERT_NE(zeros.data(), nullptr);
  const Endpoint at = endpoint(keep_last(5, Durability::kTransientLocal));
  auto writer = open_writer(*ours_, at, events_);
  for (const std::size_t size : {kMostSampleBytes + 1, std::size_t{1} << 32, zeros.size()}) {
    const Result<void> sent = writer->write(
        Message::from_bytes(text_type(), {zeros.data(), size}, {}, Message::Padded::kYes));
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, Code::kTooLong);
    EXPECT_NE(sent.error().what.find("has " + std::to_string(size) +
                                     " bytes, and DDS carries at most 2147483647 to other "
                                     "processes. Send it in parts."),
              std::string::npos)
        << sent.error().what;
  }
}

// What was found too late all the same: DDS gets zeros, as for a message without memory.
TEST_F(Unencodable, ThrowsNothingAtDds) {
  ddsi_sertype* type = make_cdr_type(text_type(), "test::Text", Framing::kPlain);
  MessagePtr message = stamped("short");
  CdrSample* sample = make_outgoing(*type, message, Encode::kWhenSent);
  ASSERT_NE(sample, nullptr);
  static_cast<Text*>(const_cast<void*>(message->object()))->data = kUnencodable;
  std::vector<std::uint8_t> bytes(ddsi_serdata_size(sample), 0xff);
  ddsi_serdata_to_ser(sample, 0, bytes.size(), bytes.data());
  EXPECT_EQ(bytes, std::vector<std::uint8_t>(bytes.size(), 0));
  ddsrt_iovec_t part{};
  ddsi_serdata* held = ddsi_serdata_to_ser_ref(sample, 0, bytes.size(), &part);
  EXPECT_EQ(part.iov_len, bytes.size());
  ddsi_serdata_to_ser_unref(held, &part);
  const ddsi_writer_info writer{};
  EXPECT_NO_THROW(static_cast<void>(incoming_message(*sample, writer)));
  ddsi_serdata_unref(sample);
  ddsi_sertype_unref(type);
}

}  // namespace
}  // namespace ranvier::cyclone::testing
