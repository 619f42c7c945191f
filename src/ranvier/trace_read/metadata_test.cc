#include "ranvier/trace_read/metadata.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "crafted_trace.h"

namespace ranvier::trace_read {
namespace {

using testing::HasSubstr;

const std::string kByte = "typealias integer { size = 8; } := uint8_t;\n";

std::string words_of(const std::string& text) {
  const auto parsed = parse_metadata(text);
  return parsed ? "" : parsed.error().what;
}

TEST(MetadataTest, OfOurRecorderIsUnderstoodWhole) {
  const auto parsed = parse_metadata(trace::metadata(support::crafted_identity(7)));
  ASSERT_TRUE(parsed) << parsed.error().what;
  EXPECT_EQ(parsed->uuid, support::crafted_identity(7).uuid);
  EXPECT_EQ(parsed->clock_zero, support::kCraftedEpoch);
  EXPECT_EQ(parsed->clock_uuid, support::crafted_identity(7).clock_uuid);
  EXPECT_EQ(parsed->env.at("hostname"), "robot");
  EXPECT_EQ(parsed->env.at("vpid"), "7");
  ASSERT_EQ(parsed->streams.size(), 1u);
  ASSERT_EQ(parsed->events.size(), trace::kEventCount);
  for (std::size_t i = 0; i < trace::kEventCount; ++i) {
    const trace::EventInfo& event = trace::detail::kTable[i];
    EXPECT_EQ(parsed->events[i].name, "ros2:" + std::string(event.name));
    EXPECT_EQ(parsed->events[i].id, i);
    ASSERT_EQ(parsed->events[i].fields.size(), event.field_count) << event.name;
    for (std::size_t f = 0; f < event.field_count; ++f) {
      EXPECT_EQ(parsed->events[i].fields[f].plain_name(), event.fields[f].name);
    }
  }
}

TEST(MetadataTest, ATypeHasItsSizeItsSignAndItsLength) {
  const auto parsed = parse_metadata(
      "typealias integer { size = 32; signed = true; } := number;\n"
      "event { name = \"e\"; id = 3; fields := struct { number _a; number b[0x10]; string c;\n"
      "  integer { size = 8; encoding = UTF8; } d[4]; }; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  const Struct& fields = parsed->events.at(0).fields;
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(fields[0].bytes, 4);
  EXPECT_TRUE(fields[0].is_signed);
  EXPECT_EQ(fields[0].plain_name(), "a");
  EXPECT_EQ(fields[1].kind, Field::Kind::kArray);
  EXPECT_EQ(fields[1].count, 16u);
  EXPECT_EQ(fields[1].size(), 64u);
  EXPECT_EQ(fields[2].kind, Field::Kind::kString);
  EXPECT_TRUE(fields[3].is_letter);
}

TEST(MetadataTest, AClockBeforeTheEpochIsOne) {
  const auto parsed = parse_metadata("clock { freq = 1000000000; offset_s = -1; offset = -5; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  EXPECT_EQ(parsed->clock_zero, -1'000'000'005);
}

TEST(MetadataTest, WhatIsNotKnownIsNamedWithItsLine) {
  EXPECT_THAT(words_of(kByte + "event { fields := struct {\n variant <x> { } y; }; };"),
              HasSubstr("line 3: "));
  EXPECT_THAT(words_of("event { fields := struct { floating_point f; }; };"),
              HasSubstr("'floating_point' is not of the part"));
  EXPECT_THAT(words_of("typealias integer { size = 5; } := five;"), HasSubstr("'size = 5'"));
  EXPECT_THAT(words_of("typealias integer { size = 8; align = 64; } := wide;"),
              HasSubstr("'align = 64'"));
  EXPECT_THAT(words_of(kByte + "event { fields := struct { uint8_t a[length]; }; };"),
              HasSubstr("'[length]'"));
  EXPECT_THAT(words_of("clock { freq = 1000; };"), HasSubstr("'freq = 1000'"));
  EXPECT_THAT(words_of("callsite { };"), HasSubstr("'callsite'"));
  EXPECT_THAT(words_of("clock { };\nclock { };"), HasSubstr("line 2: 'a second clock'"));
}

TEST(MetadataTest, WhatIsNotWholeIsAnError) {
  EXPECT_THAT(words_of("event { name = \"e"), HasSubstr("does not end"));
  EXPECT_THAT(words_of("event { name = "), HasSubstr("a name is missing"));
  EXPECT_THAT(words_of("event { id = 1 "), HasSubstr("';' is missing"));
  EXPECT_THAT(words_of("trace { uuid = \"12\"; };"), HasSubstr("'12' is no UUID"));
  EXPECT_THAT(words_of("env { x = 99999999999999999999; };"), HasSubstr("fits into 64 bits"));
  EXPECT_THAT(words_of("typealias integer { } := nothing;"), HasSubstr("without a size"));
  EXPECT_THAT(words_of("env { x = 1; }; \x01"), HasSubstr("code 1"));
}

TEST(MetadataTest, EveryBeginningOfOursIsReadOrRefusedAndNeverMore) {
  const std::string whole = trace::metadata(support::crafted_identity(1));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const auto parsed = parse_metadata(whole.substr(0, size));
    EXPECT_LE(parsed ? parsed->events.size() : 0, trace::kEventCount) << size;
  }
}

}  // namespace
}  // namespace ranvier::trace_read
