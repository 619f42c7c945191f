#include "analysis/trace_kernel/kernel_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace ranvier::trace_kernel {
namespace {

using testing::HasSubstr;

constexpr const char* kWaking =
    "name: sched_waking\nID: 375\nformat:\n"
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
    "\tfield:char comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
    "\tfield:pid_t pid;\toffset:24;\tsize:4;\tsigned:1;\n"
    "\tfield:int prio;\toffset:28;\tsize:4;\tsigned:1;\n"
    "\tfield:int target_cpu;\toffset:32;\tsize:4;\tsigned:1;\n";

const KernelEvent& waking() { return kernel_events()[*find_kernel_event("sched_waking")]; }

TEST(KernelEventsTest, FieldsAreFoundByTheirWholeNames) {
  const auto layout = parse_format(kWaking, waking());
  ASSERT_TRUE(layout) << layout.error().what;
  EXPECT_EQ(layout->id, 375);
  EXPECT_EQ(layout->places[0].offset, 8u);
  EXPECT_EQ(layout->places[1].offset, 24u);  // and not that of common_pid
  EXPECT_EQ(layout->places[3].offset, 32u);
}

TEST(KernelEventsTest, AFormatThatIsNotKnownIsRefusedByTheNameOfTheField) {
  std::string other(kWaking);
  other.replace(other.find("prio"), 4, "rank");
  const auto layout = parse_format(other, waking());
  ASSERT_FALSE(layout);
  EXPECT_THAT(layout.error().what,
              HasSubstr("sched_waking: this kernel's records of it have no 'prio'"));
  EXPECT_FALSE(parse_format("", waking()));
}

TEST(KernelEventsTest, PrioritiesAreCountedAsLttngCountsThem) {
  const auto layout = parse_format(kWaking, waking());
  std::vector<std::uint8_t> record(36), fields;
  const std::int32_t numbers[] = {42, 120, 1};
  std::memcpy(record.data() + 8, "camera", 7);
  std::memcpy(record.data() + 24, numbers, sizeof numbers);
  ASSERT_TRUE(append_fields(waking(), *layout, record, fields));
  ASSERT_EQ(fields.size(), 28u);
  std::int32_t got[3];
  std::memcpy(got, fields.data() + 16, sizeof got);
  EXPECT_STREQ(reinterpret_cast<const char*>(fields.data()), "camera");
  EXPECT_THAT(got, testing::ElementsAre(42, 20, 1));
  EXPECT_FALSE(append_fields(waking(), *layout, std::span(record).first(35), fields));
}

}  // namespace
}  // namespace ranvier::trace_kernel
