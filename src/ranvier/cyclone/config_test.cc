#include "ranvier/cyclone/config.h"

#include <gtest/gtest.h>

namespace ranvier::cyclone {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string config_of(const CycloneOptions& options) {
  Result<std::string> config = domain_config(options);
  EXPECT_TRUE(config);
  return config ? *config : "";
}

TEST(DomainConfigTest, OnTheSubnetDiscoveryIsLeftToCycloneAndToTheUser) {
  CycloneOptions options;
  EXPECT_TRUE(has(config_of(options), "<General></General><Discovery></Discovery>"));
  options.uri = "file:///etc/cyclone.xml";
  EXPECT_TRUE(config_of(options).ends_with(",file:///etc/cyclone.xml"));
}

TEST(DomainConfigTest, WhatTheUserSaysComesLastAndWins) {
  CycloneOptions options;
  options.range = DiscoveryRange::kLocalhost;
  options.uri = "<CycloneDDS/>";
  const std::string config = config_of(options);
  EXPECT_TRUE(has(config, "127.0.0.1"));
  EXPECT_TRUE(has(config, "<AllowMulticast>false</AllowMulticast>"));
  EXPECT_TRUE(config.ends_with(",<CycloneDDS/>"));
}

TEST(DomainConfigTest, AnInterfaceThatTheUserNamesIsTheOnlyOne) {
  CycloneOptions options;
  options.range = DiscoveryRange::kLocalhost;
  options.uri = "<General><Interfaces><NetworkInterface name=\"lo\"/></Interfaces></General>";
  EXPECT_FALSE(has(config_of(options), "NetworkInterface address"));
}

TEST(DomainConfigTest, StaticPeersAreListedUnlessNobodyShallBeFound) {
  CycloneOptions options;
  options.static_peers = {"10.0.0.7", "robot.local"};
  EXPECT_TRUE(has(config_of(options), "<Peer Address=\"10.0.0.7\"/><Peer Address=\"robot.local\"/>"));
  options.range = DiscoveryRange::kOff;
  EXPECT_FALSE(has(config_of(options), "10.0.0.7"));
  EXPECT_TRUE(has(config_of(options), "<Tag>alone-"));
}

TEST(DomainConfigTest, LocalhostOnlyIsStrongerThanTheRangeAndThePeers) {
  CycloneOptions options;
  options.localhost_only = true;
  options.static_peers = {"10.0.0.7"};
  EXPECT_TRUE(has(config_of(options), "127.0.0.1"));
  EXPECT_FALSE(has(config_of(options), "10.0.0.7"));
}

TEST(DomainConfigTest, AnAddressThatIsNoneIsNamedWithTheRemedy) {
  CycloneOptions options;
  options.static_peers = {"10.0.0.7\"/><x>"};
  const Result<std::string> config = domain_config(options);
  ASSERT_FALSE(config);
  EXPECT_TRUE(has(config.error().what, "ROS_STATIC_PEERS"));
  EXPECT_TRUE(has(config.error().what, "10.0.0.7\"/><x>"));
  EXPECT_TRUE(has(config.error().what, "separated by ';'"));
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
}  // namespace ranvier::cyclone
