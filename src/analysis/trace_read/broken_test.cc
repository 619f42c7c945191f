// Traces that are damaged: a clear message, and everything readable is read.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "analysis/trace_read/read.h"
#include "crafted_trace.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::size_t kHead = sizeof(trace::PacketHead);
constexpr std::size_t kEvent = 34 + 8;  // of callback_end

class BrokenTest : public TraceDirectory {
 protected:
  BrokenTest() : crafted_(directory_, 1) {}
  Trace read() {
    auto trace = read_traces(directory_);
    EXPECT_TRUE(trace) << trace.error().what;
    return trace ? std::move(*trace) : Trace{};
  }
  /// Three packets of 4 events each of the thread 1.
  void three_packets() {
    for (int i = 0; i < 3; ++i)
      sizes_.push_back(
          crafted_.packet(1, static_cast<std::uint64_t>(i), 1'000'000 * (i + 1), 4).size());
  }
  std::size_t begin_of(std::size_t packet) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < packet; ++i) at += sizes_[i];
    return at;
  }
  void overwrite(std::size_t at, std::uint64_t value, std::size_t size) {
    std::string bytes = bytes_of(crafted_.file(1));
    bytes.replace(at, size, reinterpret_cast<const char*>(&value), size);
    write_bytes(crafted_.file(1), bytes);
  }

  CraftedTrace crafted_;
  std::vector<std::size_t> sizes_;
};

TEST_F(BrokenTest, ACutOffPacketIsReadToItsLastWholeEvent) {
  three_packets();
  write_bytes(crafted_.file(1),
              bytes_of(crafted_.file(1)).substr(0, begin_of(2) + kHead + 2 * kEvent + 9));
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 4u + 4 + 2);
  EXPECT_THAT(
      trace.findings.words(),
      ElementsAre(AllOf(HasSubstr(crafted_.file(1)),
                        HasSubstr("lacks its last " + std::to_string(2 * kEvent - 9) + " bytes"))));
}

TEST_F(BrokenTest, AFileThatEndsInAHeadKeepsWhatIsBeforeIt) {
  three_packets();
  write_bytes(crafted_.file(1), bytes_of(crafted_.file(1)).substr(0, begin_of(2) + kHead - 1));
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 8u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("ends within the head")));
}

TEST_F(BrokenTest, AnEmptyStreamIsNoFault) {
  three_packets();
  write_bytes(crafted_.file(2), "");
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 12u);
  EXPECT_THAT(trace.findings.words(), IsEmpty());
}

TEST_F(BrokenTest, AnUnknownEventLosesTheRestOfItsPacketAlone) {
  three_packets();
  overwrite(begin_of(1) + kHead + kEvent, 9'999, 2);
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 4u + 1 + 4);
  EXPECT_THAT(trace.findings.words(),
              ElementsAre(AllOf(HasSubstr("id 9999"), HasSubstr("goes on with the packet at byte " +
                                                                std::to_string(begin_of(2))))));
}

TEST_F(BrokenTest, AnImpossibleLengthLosesItsPacketAlone) {
  for (const std::uint64_t bits :
       {std::uint64_t{0}, std::uint64_t{7}, UINT64_MAX, UINT64_MAX - 7}) {
    std::filesystem::remove(crafted_.file(1));
    sizes_.clear();
    three_packets();
    overwrite(begin_of(1) + offsetof(trace::PacketHead, content_size), bits, 8);
    const Trace trace = read();
    EXPECT_EQ(trace.order.size(), 8u) << bits;
    EXPECT_THAT(trace.findings.words(), Contains(HasSubstr("which cannot be"))) << bits;
  }
}

TEST_F(BrokenTest, ALengthBeyondTheFileDoesNotHideThePacketsBehind) {
  three_packets();
  for (const std::size_t field :
       {offsetof(trace::PacketHead, content_size), offsetof(trace::PacketHead, packet_size)}) {
    overwrite(begin_of(0) + field, 1'000'000 * 8, 8);
  }
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 12u);
  EXPECT_THAT(trace.findings.words(), Contains(HasSubstr("lacks its last")));
}

TEST_F(BrokenTest, RubbishBetweenPacketsIsSkipped) {
  three_packets();
  std::string bytes = bytes_of(crafted_.file(1));
  bytes.insert(begin_of(1), std::string(1'000, 'r'));
  write_bytes(crafted_.file(1), bytes);
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 12u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("no packet of the trace")));
}

TEST_F(BrokenTest, APacketOfAnotherTraceIsNotTakenForOurs) {
  three_packets();
  CraftedTrace other(directory_, 2);
  other.packet(1, 0, 5, 4);
  write_bytes(crafted_.file(1), bytes_of(crafted_.file(1)) + bytes_of(other.file(1)));
  std::filesystem::remove_all(other.path());
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 12u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("no packet of the trace")));
}

TEST_F(BrokenTest, APacketThatIsMissingIsNoticed) {
  crafted_.packet(1, 0, 1'000, 2);
  crafted_.packet(1, 3, 9'000, 2);
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 4u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("from number 1 on are missing")));
}

TEST_F(BrokenTest, AStreamThatBeginsLateIsNoticed) {
  crafted_.packet(1, 2, 1'000, 2);
  EXPECT_THAT(read().findings.words(), ElementsAre(HasSubstr("from number 0 on are missing")));
}

TEST_F(BrokenTest, AClockThatGoesBackIsToldOfAndTheEventsStayInTheirOrder) {
  crafted_.begin(1);
  crafted_.add(5'000'000, Event::callback_start, {1, 0});
  crafted_.add(2'000'000, Event::callback_end, {1});
  crafted_.add(3'000'000, Event::callback_end, {1});
  crafted_.end(0);
  const Trace trace = read();
  EXPECT_THAT(trace.order,
              ElementsAre(Event::callback_start, Event::callback_end, Event::callback_end));
  EXPECT_THAT(trace.findings.words(),
              Contains(AllOf(HasSubstr("goes back 1 times"), HasSubstr("3000000 ns"))));
}

TEST_F(BrokenTest, AnEventOutsideOfItsPacketsTimeDoesNotUpsetTheOthers) {
  three_packets();
  crafted_.packet(2, 0, 1'500'000, 3);
  overwrite(begin_of(0) + kHead + 2, INT64_MAX / 2, 8);  // the time of the first event
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 15u);
  EXPECT_THAT(trace.findings.words(), Contains(HasSubstr("1 events have times outside")));
}

TEST_F(BrokenTest, MetadataThatIsNotUnderstoodLeavesTheOtherTraces) {
  three_packets();
  CraftedTrace other(directory_, 2);
  other.packet(1, 0, 5, 3);
  write_bytes(crafted_.path() + "/metadata", "event { fields := struct { complex v; }; };");
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 3u);
  EXPECT_THAT(trace.findings.words(),
              ElementsAre(AllOf(HasSubstr(crafted_.path()), HasSubstr("'complex'"))));
}

TEST_F(BrokenTest, IfNoTraceCanBeReadTheErrorSaysWhy) {
  write_bytes(crafted_.path() + "/metadata", "nonsense");
  const auto nothing = read_traces(directory_);
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().what, HasSubstr("'nonsense'"));
}

TEST_F(BrokenTest, AnEventWithoutAFieldOfTheTableReadsAsZero) {
  three_packets();
  std::string metadata = bytes_of(crafted_.path() + "/metadata");
  const std::size_t event = metadata.find("ros2:callback_end");
  metadata.replace(metadata.find("_callback;", event), 9, "_callbock");
  write_bytes(crafted_.path() + "/metadata", metadata);
  const Trace trace = read();
  EXPECT_EQ(trace.order.size(), 12u);
  EXPECT_EQ(trace.table(Event::callback_end).fields[0][3], 0u);
  EXPECT_THAT(trace.findings.words(), ElementsAre(HasSubstr("has no field 'callback'")));
}

TEST_F(BrokenTest, APipeAmongTheStreamsKeepsNobodyWaiting) {
  three_packets();
  ASSERT_EQ(::mkfifo((crafted_.path() + "/thread_9").c_str(), 0600), 0);
  EXPECT_EQ(read().order.size(), 12u);
}

TEST_F(BrokenTest, ABufferThatWasNotRecoveredIsToldOf) {
  three_packets();
  std::filesystem::create_symlink("/nowhere", crafted_.path() + "/.buffer");
  EXPECT_THAT(read().findings.words(), ElementsAre(HasSubstr("ranvier-trace recover")));
}

}  // namespace
}  // namespace ranvier::trace_read
