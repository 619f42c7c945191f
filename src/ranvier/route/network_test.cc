#include "ranvier/route/network.h"

#include <gtest/gtest.h>

namespace ranvier {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(NetworkOptionsTest, StaticPeersThatAreIgnoredAreToldOfWithTheRemedy) {
  NetworkOptions options;
  EXPECT_FALSE(ignored_peers(options));
  options.static_peers = {"10.0.0.7"};
  EXPECT_FALSE(ignored_peers(options));
  for (const auto range : {DiscoveryRange::kOff, DiscoveryRange::kSystemDefault}) {
    options.range = range;
    ASSERT_TRUE(ignored_peers(options));
    EXPECT_TRUE(has(*ignored_peers(options), "ROS_AUTOMATIC_DISCOVERY_RANGE to SUBNET"));
  }
  options.range = DiscoveryRange::kSubnet;
  options.localhost_only = true;
  ASSERT_TRUE(ignored_peers(options));
  EXPECT_TRUE(has(*ignored_peers(options), "unset ROS_LOCALHOST_ONLY"));
}

TEST(DiscoveryRangeTest, AnUnknownRangeIsNamedWithTheValidOnes) {
  EXPECT_EQ(*parse_discovery_range("LOCALHOST"), DiscoveryRange::kLocalhost);
  EXPECT_EQ(*parse_discovery_range("OFF"), DiscoveryRange::kOff);
  EXPECT_EQ(*parse_discovery_range("SYSTEM_DEFAULT"), DiscoveryRange::kSystemDefault);
  EXPECT_EQ(*parse_discovery_range(""), DiscoveryRange::kSubnet);
  const auto range = parse_discovery_range("EVERYWHERE");
  ASSERT_FALSE(range);
  EXPECT_TRUE(has(range.error().what, "'EVERYWHERE'"));
  EXPECT_TRUE(has(range.error().what, "SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT"));
}

}  // namespace
}  // namespace ranvier
