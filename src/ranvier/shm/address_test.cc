#include "ranvier/shm/address.h"

#include <gtest/gtest.h>

#include <random>

#include "ranvier/ring/layout.h"
#include "ranvier/ring/testing.h"

namespace ranvier::shm {
namespace {

Address example() {
  return {"0123456789abcdef", "00112233445566778899aabbccddeeff", 73792, true, false};
}

Qos qos_of(Reliability reliability, History history, Durability durability) {
  Qos qos;
  qos.reliability = reliability;
  qos.history = history;
  qos.durability = durability;
  return qos;
}

TEST(AddressTest, ANoteIsReadBackAsItWasWritten) {
  for (const bool all : {false, true}) {
    for (const bool past : {false, true}) {
      Address address = example();
      address.keeps_all = all;
      address.keeps_past = past;
      EXPECT_EQ(parse_user_data(to_user_data(address)), address);
    }
  }
}

TEST(AddressTest, ANoteFitsWhatANoteMayHold) {
  EXPECT_EQ(to_user_data(example()).find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789."),
            std::string::npos);
}

TEST(AddressTest, OnlyReliableEndpointsKeepAllOrThePast) {
  using enum Reliability;
  const auto flags = [](const Qos& qos) {
    const Address address = address_of("", "", 0, qos);
    return std::pair(address.keeps_all, address.keeps_past);
  };
  EXPECT_EQ(flags(qos_of(kReliable, History::kKeepAll, Durability::kTransientLocal)),
            std::pair(true, true));
  EXPECT_EQ(flags(qos_of(kReliable, History::kKeepLast, Durability::kVolatile)),
            std::pair(false, false));
  EXPECT_EQ(flags(qos_of(kBestEffort, History::kKeepAll, Durability::kTransientLocal)),
            std::pair(false, false));
}

TEST(AddressTest, AnotherVersionIsNotUnderstood) {
  const std::string user_data = to_user_data(example());
  EXPECT_FALSE(parse_user_data("9" + user_data));
  EXPECT_FALSE(
      parse_user_data(std::to_string(kLayout - 1) + user_data.substr(user_data.find('.'))));
}

TEST(AddressTest, WhatIsNotExactlyANoteIsNone) {
  const std::string user_data = to_user_data(example());
  for (std::size_t size = 0; size < user_data.size(); ++size) {
    EXPECT_FALSE(parse_user_data(user_data.substr(0, size))) << size;
  }
  EXPECT_FALSE(parse_user_data(user_data + "."));
  EXPECT_FALSE(parse_user_data(user_data + "a"));
  EXPECT_FALSE(parse_user_data(" " + user_data));
  EXPECT_FALSE(parse_user_data("2.0123456789abcdef.00112233445566778899aabbccddeeff.-1.n"));
  EXPECT_FALSE(parse_user_data("2.0123456789abcdef.00112233445566778899aabbccddeeff.1e3.n"));
  EXPECT_FALSE(parse_user_data("2.0123456789abcdef.../../../../../etc/passwd............1.n"));
}

TEST(AddressTest, AnyBytesAreReadWithoutHarm) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::string user_data = to_user_data(example());
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = user_data;
    for (int changes = 0; changes < 3; ++changes) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (const auto parsed = parse_user_data(damaged)) {
      EXPECT_EQ(to_user_data(*parsed), damaged);
    }
  }
}

TEST(AddressTest, FoldersOfTwoPlacesDifferAndOneStaysTheSame) {
  const testing::Place one, other;
  const auto place = place_of(one.folder());
  ASSERT_TRUE(place);
  EXPECT_EQ(*place, *place_of(one.folder()));
  EXPECT_NE(*place, *place_of(other.folder()));
  EXPECT_TRUE(same_host(*place, *place_of(other.folder())));
  EXPECT_FALSE(same_host(*place, "x" + place->substr(1)));
}

}  // namespace
}  // namespace ranvier::shm
