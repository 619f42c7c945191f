#include "analysis/trace_read/metadata.h"

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
    ASSERT_EQ(parsed->events[i].fields.members.size(), event.field_count) << event.name;
    for (std::size_t f = 0; f < event.field_count; ++f) {
      EXPECT_EQ(parsed->events[i].fields.members[f].plain_name(), event.fields[f].name);
    }
  }
}

TEST(MetadataTest, ATypeHasItsSizeItsSignAndItsLength) {
  const auto parsed = parse_metadata(
      "typealias integer { size = 32; signed = true; } := number;\n"
      "event { name = \"e\"; id = 3; fields := struct { number _a; number b[0x10]; string c;\n"
      "  integer { size = 8; encoding = UTF8; } d[4]; }; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  const Struct& fields = parsed->events.at(0).fields.members;
  ASSERT_EQ(fields.size(), 4u);
  EXPECT_EQ(fields[0].type->bits, 32u);
  EXPECT_TRUE(fields[0].type->is_signed);
  EXPECT_EQ(fields[0].plain_name(), "a");
  EXPECT_EQ(fields[1].type->kind, Type::Kind::kArray);
  EXPECT_EQ(fields[1].type->count, 16u);
  EXPECT_EQ(fields[1].type->members.at(0).type->bits, 32u);
  EXPECT_EQ(fields[2].type->kind, Type::Kind::kString);
  EXPECT_TRUE(fields[3].type->members.at(0).type->is_letter);
}

TEST(MetadataTest, ATypeIsKnownByANameOfSeveralWords) {
  const auto parsed = parse_metadata(
      "typealias integer { size = 16; } := unsigned;\n"
      "typealias integer { size = 64; } := unsigned long;\n"
      "struct pair { unsigned one; unsigned long two; } align(64);\n"
      "event { fields := struct { struct pair both; unsigned long alone; }; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  const Struct& fields = parsed->events.at(0).fields.members;
  EXPECT_EQ(fields.at(0).type->align, 64u);
  EXPECT_EQ(fields.at(0).type->members.at(0).type->bits, 16u);
  EXPECT_EQ(fields.at(0).type->members.at(1).type->bits, 64u);
  EXPECT_EQ(fields.at(1).type->bits, 64u);
}

TEST(MetadataTest, LabelsOfAnEnumerationStandForRangesAndCountOn) {
  const auto parsed = parse_metadata(
      kByte +
      "event { fields := struct { enum : uint8_t { a = -1, b, \"c d\" = 5 ... 9, e, } x;\n"
      "  variant <x> { uint8_t a; string b; } y; uint8_t z[x]; }; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  const Struct& fields = parsed->events.at(0).fields.members;
  const auto& labels = fields.at(0).type->labels;
  ASSERT_EQ(labels.size(), 4u);
  EXPECT_EQ(labels[1].first, 0);
  EXPECT_EQ(labels[2].name, "c d");
  EXPECT_EQ(labels[2].last, 9);
  EXPECT_EQ(labels[3].first, 10);
  EXPECT_EQ(fields.at(1).type->kind, Type::Kind::kVariant);
  EXPECT_EQ(fields.at(1).type->selector, "x");
  EXPECT_EQ(fields.at(2).type->kind, Type::Kind::kSequence);
}

TEST(MetadataTest, TypesThatGrowWithoutEndAreRefused) {
  std::string deep = kByte + "struct s0 { uint8_t x; };\n", wide = deep;
  for (int i = 1; i < 100; ++i) {
    const std::string before = "struct s" + std::to_string(i - 1);
    const std::string head = "struct s" + std::to_string(i) + " { ";
    deep += head + before + " x; };\n";
    wide += head + before + " x; " + before + " y; };\n";
  }
  EXPECT_THAT(words_of(deep), HasSubstr("so many parts"));
  EXPECT_THAT(words_of(wide), HasSubstr("so many parts"));
  std::string within = "event { fields := ";
  for (int i = 0; i < 10'000; ++i) within += "struct { ";
  EXPECT_THAT(words_of(within), HasSubstr("types within types"));
}

TEST(MetadataTest, AClockBeforeTheEpochIsOne) {
  const auto parsed = parse_metadata("clock { freq = 1000000000; offset_s = -1; offset = -5; };");
  ASSERT_TRUE(parsed) << parsed.error().what;
  EXPECT_EQ(parsed->clock_zero, -1'000'000'005);
}

TEST(MetadataTest, WhatIsNotKnownIsNamedWithItsLine) {
  EXPECT_THAT(words_of(kByte + "event { fields := struct {\n complex y; }; };"),
              HasSubstr("line 3: 'complex' is not of the part"));
  EXPECT_THAT(words_of("typealias integer { size = 65; } := long;"), HasSubstr("'size = 65'"));
  EXPECT_THAT(words_of("typealias integer { size = 8; align = 3; } := odd;"),
              HasSubstr("'align = 3'"));
  EXPECT_THAT(words_of("event { fields := struct { struct pair p; }; };"),
              HasSubstr("'struct pair' is not declared before"));
  EXPECT_THAT(words_of("event { fields := struct { variant v; }; };"),
              HasSubstr("'variant v' is not declared before"));
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
