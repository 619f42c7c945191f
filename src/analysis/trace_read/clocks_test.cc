// Traces of several hosts: which offsets are used, and what is said of them.
#include "analysis/trace_read/clocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/trace_read/read.h"
#include "crafted_trace.h"
#include "trace_directory.h"

namespace ranvier::trace_read {
namespace {

using namespace support;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::int64_t kSecond = 1'000'000'000;

class ClocksTest : public TraceDirectory {
 protected:
  /// A trace of two events, 1000 and 2000 ns after its clock's zero.
  void trace_of(std::int32_t pid, const std::string& host, char clock, std::int64_t zero) {
    CraftedTrace crafted(directory_, pid);
    crafted.packet(1, 0, 1'000, 2);
    std::string text = bytes_of(crafted.path() + "/metadata");
    const auto put = [&](const std::string& from, const std::string& to) {
      text.replace(text.find(from), from.size(), to);
    };
    put("\"robot\"", "\"" + host + "\"");
    put("11111111-2222", std::string(8, clock) + "-2222");
    put("offset_s = 1700000000", "offset_s = " + std::to_string(zero / kSecond));
    put("offset = 0", "offset = " + std::to_string(zero % kSecond));
    write_bytes(crafted.path() + "/metadata", text);
  }
  Trace read(const ReadOptions& options = {}) {
    auto trace = read_traces(directory_, options);
    EXPECT_TRUE(trace) << trace.error().what;
    return trace ? std::move(*trace) : Trace{};
  }
  static std::vector<std::int64_t> times(const Trace& trace) {
    std::vector<std::int64_t> all;
    for_each(trace, [&](const EventView& event) { all.push_back(event.time()); });
    return all;
  }
};

TEST_F(ClocksTest, EachHostHasTheOffsetOfItsTracesAndItIsSaid) {
  trace_of(1, "here", 'a', 100 * kSecond);
  trace_of(2, "there", 'b', 100 * kSecond + 500);
  const Trace trace = read();
  const std::int64_t zero = 100 * kSecond;
  EXPECT_EQ(times(trace), (std::vector{zero + 1'000, zero + 1'500, zero + 2'000, zero + 2'500}));
  EXPECT_THAT(trace.findings.words(), IsEmpty());
  EXPECT_THAT(describe_clocks(trace),
              ElementsAre(AllOf(HasSubstr("2 clocks"), HasSubstr("synchronised")),
                          AllOf(HasSubstr("'here'"), HasSubstr("100000000000 ns")),
                          AllOf(HasSubstr("'there'"), HasSubstr("100000000500 ns"))));
}

TEST_F(ClocksTest, AnOffsetThatIsAskedForIsAddedAndSaid) {
  trace_of(1, "here", 'a', 100 * kSecond);
  trace_of(2, "there", 'b', 100 * kSecond);
  const Trace trace = read({{{"there", -1'700}}});
  const std::int64_t zero = 100 * kSecond;
  EXPECT_EQ(times(trace), (std::vector{zero - 700, zero + 300, zero + 1'000, zero + 2'000}));
  EXPECT_THAT(describe_clocks(trace).back(), HasSubstr("and -1700 ns, as was asked for"));
  EXPECT_EQ(trace.processes[1].clock_zero, zero - 1'700);
}

TEST_F(ClocksTest, TracesOfOneClockHaveOneOffsetWhateverTheySay) {
  trace_of(1, "here", 'a', 100 * kSecond);
  trace_of(2, "here", 'a', 100 * kSecond + 300);
  const Trace trace = read();
  const std::int64_t zero = 100 * kSecond;
  EXPECT_EQ(times(trace), (std::vector{zero + 1'000, zero + 1'000, zero + 2'000, zero + 2'000}));
  EXPECT_THAT(describe_clocks(trace), IsEmpty());
  ASSERT_EQ(trace.clocks.size(), 1u);
  EXPECT_EQ(trace.clocks[0].traces, 2u);
  EXPECT_EQ(trace.clocks[0].disagreed, 300u);
}

TEST_F(ClocksTest, AContainerHasItsOwnNameAndTheClockOfItsMachine) {
  trace_of(1, "machine", 'a', 100 * kSecond);
  trace_of(2, "container", 'a', 100 * kSecond + 7);
  const Trace trace = read();
  EXPECT_THAT(describe_clocks(trace), IsEmpty());
  EXPECT_EQ(trace.processes[0].clock_zero, trace.processes[1].clock_zero);
}

TEST_F(ClocksTest, AnOffsetForAHostThatIsNotThereIsAnError) {
  trace_of(1, "here", 'a', 100 * kSecond);
  const auto nothing = read_traces(directory_, {{{"hear", 1}}});
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, Code::kInvalidArgument);
  EXPECT_THAT(nothing.error().what, AllOf(HasSubstr("'hear'"), HasSubstr("There are: 'here'")));
}

}  // namespace
}  // namespace ranvier::trace_read
