// Which addresses are in which range, and what is no range.
#include "micro/agent/allow_list.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>

namespace ranvier::micro {
namespace {

using ::testing::HasSubstr;

sockaddr_storage address(const char* text) {
  sockaddr_storage made{};
  auto& in6 = reinterpret_cast<sockaddr_in6&>(made);
  auto& in = reinterpret_cast<sockaddr_in&>(made);
  if (::inet_pton(AF_INET6, text, &in6.sin6_addr) == 1) {
    made.ss_family = AF_INET6;
  } else {
    EXPECT_EQ(::inet_pton(AF_INET, text, &in.sin_addr), 1) << text;
    made.ss_family = AF_INET;
  }
  return made;
}

bool contains(const std::string& range, const char* text) {
  const auto parsed = AddressRange::parse(range);
  EXPECT_TRUE(static_cast<bool>(parsed)) << range;
  return parsed && parsed->contains(address(text));
}

TEST(AllowListTest, AnAddressIsItselfAndNoOther) {
  EXPECT_TRUE(contains("10.0.0.7", "10.0.0.7"));
  EXPECT_FALSE(contains("10.0.0.7", "10.0.0.8"));
  EXPECT_TRUE(contains("fd00::7", "fd00:0::7"));
  EXPECT_FALSE(contains("fd00::7", "fd00::8"));
}

TEST(AllowListTest, ARangeIsAllThatBeginWithItsBits) {
  EXPECT_TRUE(contains("10.0.0.0/24", "10.0.0.255"));
  EXPECT_FALSE(contains("10.0.0.0/24", "10.0.1.0"));
  EXPECT_TRUE(contains("10.0.0.128/25", "10.0.0.200"));
  EXPECT_FALSE(contains("10.0.0.128/25", "10.0.0.127"));
  EXPECT_TRUE(contains("10.0.0.9/31", "10.0.0.8")) << "the bits behind those do not count";
  EXPECT_TRUE(contains("fd00::/8", "fdff::1"));
  EXPECT_FALSE(contains("fd00::/8", "fe80::1"));
  EXPECT_TRUE(contains("0.0.0.0/0", "255.1.2.3"));
}

TEST(AllowListTest, FamiliesAreApartButForIpv4ThroughAnIpv6Socket) {
  EXPECT_FALSE(contains("0.0.0.0/0", "::1"));
  EXPECT_FALSE(contains("::/0", "127.0.0.1"));
  EXPECT_TRUE(contains("10.0.0.7", "::ffff:10.0.0.7"));
  EXPECT_FALSE(contains("::/0", "::ffff:10.0.0.7"));
  EXPECT_EQ(text_of(address("::ffff:10.0.0.7")), "10.0.0.7");
  EXPECT_EQ(text_of(address("fd00:0::7")), "fd00::7");
}

TEST(AllowListTest, AnEmptyListAllowsAllAndAnotherWhatOneOfItsRangesHas) {
  EXPECT_TRUE(allows({}, address("1.2.3.4")));
  const AllowList list{*AddressRange::parse("10.0.0.7"), *AddressRange::parse("fd00::/8")};
  EXPECT_TRUE(allows(list, address("10.0.0.7")));
  EXPECT_TRUE(allows(list, address("fd12::1")));
  EXPECT_FALSE(allows(list, address("1.2.3.4")));
}

TEST(AllowListTest, WhatIsNoAddressIsRefusedWithTheText) {
  for (const char* text : {"", "10.0.0", "10.0.0.300", "10.0.0.7/", "10.0.0.7/x", "10.0.0.7/-1",
                           "10.0.0.7/24/8", "10.0.0.7/0024", "fe80::1%eth0", "board.local"}) {
    const auto parsed = AddressRange::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_THAT(parsed.error().what, HasSubstr("'" + std::string(text) + "' is no address"));
  }
  EXPECT_THAT(AddressRange::parse("10.0.0.7/33").error().what, HasSubstr("has 32"));
  EXPECT_THAT(AddressRange::parse("::/129").error().what, HasSubstr("has 128"));
}

}  // namespace
}  // namespace ranvier::micro
