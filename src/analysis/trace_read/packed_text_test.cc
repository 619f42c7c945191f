#include "analysis/trace_read/packed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lttng_trace.h"

namespace ranvier::trace_read {
namespace {

using support::Bits;
using testing::HasSubstr;

std::string packet(const std::string& text, std::size_t padding, std::uint64_t schemes = 0) {
  Bits bits;
  bits.put(0x75D11D57, 32);
  bits.put(0, 64);
  bits.put(0, 64);
  bits.put(0, 32);
  bits.put(8 * (37 + text.size()), 32);
  bits.put(8 * (37 + text.size() + padding), 32);
  bits.put(schemes, 24);
  bits.put(0x0801, 16);
  bits.put_bytes(text.data(), text.size());
  return bits.bytes() + std::string(padding, '\0');
}

std::string fault_of_packets(const std::string& bytes) {
  const auto text = unpack_text(bytes);
  return text ? "" : text.error().what;
}

TEST(PackedTextTest, WhatIsInNoPacketsStaysAsItIs) {
  for (const std::string text : {"", "/*", "/* CTF 1.8 */ trace { };"}) {
    EXPECT_EQ(*unpack_text(text), text);
  }
}

TEST(PackedTextTest, PacketsAreJoinedWithoutTheirPadding) {
  EXPECT_EQ(*unpack_text(packet("one, ", 20) + packet("two", 0)), "one, two");
  // The last packet's padding may be missing: a writer that was stopped.
  const std::string whole = packet("one", 0) + packet(" and a half", 50);
  EXPECT_EQ(*unpack_text(whole.substr(0, whole.size() - 40)), "one and a half");
}

TEST(PackedTextTest, OfTheOtherByteOrderItIsReadToo) {
  std::string bytes = packet("text", 3);
  for (const std::size_t at : {0, 20, 24, 28}) std::reverse(&bytes[at], &bytes[at] + 4);
  EXPECT_EQ(*unpack_text(bytes), "text");
}

TEST(PackedTextTest, APacketThatCannotBeReadIsNamed) {
  const std::string one = packet("one", 0), at_two = "byte " + std::to_string(one.size());
  EXPECT_THAT(fault_of_packets(one + "rubbish"), HasSubstr(at_two + " ends within its head"));
  EXPECT_THAT(fault_of_packets(one + std::string(50, 'r')), HasSubstr(at_two + " is none"));
  EXPECT_THAT(fault_of_packets(packet("one", 0, 1)), HasSubstr("is compressed"));
  EXPECT_THAT(fault_of_packets(one.substr(0, one.size() - 1)), HasSubstr("which cannot be"));
  std::string tiny = one;
  tiny.replace(24, 8, 8, '\0');
  EXPECT_THAT(fault_of_packets(tiny), HasSubstr("has 0 bytes of 0"));
}

}  // namespace
}  // namespace ranvier::trace_read
