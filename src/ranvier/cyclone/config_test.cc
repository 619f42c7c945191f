#include "ranvier/cyclone/config.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace ranvier::cyclone {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

const UpInterfaces kOnlyLoopback{.loopback = true, .address = ""};
const UpInterfaces kBoth{.loopback = true, .address = "10.0.0.2"};

std::string config_of(const NetworkOptions& options, const UpInterfaces& up = kBoth,
                      Indexing indexing = Indexing::kAuto) {
  Result<std::string> config = domain_config({options, up, indexing});
  EXPECT_TRUE(config);
  return config ? *config : "";
}

TEST(DomainConfigTest, OnTheSubnetInterfacesAreLeftToCycloneAndToTheUser) {
  NetworkOptions options;
  EXPECT_FALSE(has(config_of(options), "Interface"));
  options.config = "file:///etc/cyclone.xml";
  EXPECT_TRUE(config_of(options).ends_with(",file:///etc/cyclone.xml"));
}

TEST(DomainConfigTest, WhatEndsSoonAsksForAcknowledgementsSoonUnlessTheUserSaysOtherwise) {
  NetworkOptions options;
  options.config = "<CycloneDDS/>";
  EXPECT_FALSE(has(config_of(options), "HeartbeatInterval"));
  options.ends_soon = true;
  EXPECT_TRUE(has(config_of(options), ">5 ms</HeartbeatInterval></Internal>"));
  EXPECT_TRUE(config_of(options).ends_with(",<CycloneDDS/>")) << "what comes later wins";
}

TEST(DomainConfigTest, AParticipantHasAnIndexSoThatItIsFoundWithoutMulticast) {
  NetworkOptions options;
  EXPECT_TRUE(has(config_of(options), "<ParticipantIndex>auto</ParticipantIndex>"));
  options.static_peers = {"10.0.0.7"};
  EXPECT_TRUE(has(config_of(options), "<ParticipantIndex>auto</ParticipantIndex>"));
  options.range = DiscoveryRange::kLocalhost;
  EXPECT_TRUE(has(config_of(options), "<ParticipantIndex>auto</ParticipantIndex>"));
}

TEST(DomainConfigTest, AParticipantMayGoWithoutAnIndexWhereAllAreTaken) {
  for (const auto range : {DiscoveryRange::kSubnet, DiscoveryRange::kLocalhost}) {
    NetworkOptions options;
    options.range = range;
    EXPECT_TRUE(takes_an_index(options));
    const std::string config = config_of(options, kBoth, Indexing::kNone);
    EXPECT_TRUE(has(config, "<ParticipantIndex>none</ParticipantIndex>"));
    EXPECT_FALSE(has(config, ">auto<"));
  }
}

TEST(DomainConfigTest, OnTheSubnetWithNoNetworkUpAProcessIsThereForItsHost) {
  NetworkOptions options;
  EXPECT_TRUE(keeps_to_this_host({options, kOnlyLoopback}));
  EXPECT_TRUE(has(config_of(options, kOnlyLoopback), "<NetworkInterface address=\"127.0.0.1\"/>"));
  EXPECT_TRUE(has(config_of(options, kOnlyLoopback), "<Peer Address=\"127.0.0.1\"/>"));
  EXPECT_FALSE(keeps_to_this_host({options, kBoth}));
  options.static_peers = {"10.0.0.7"};
  EXPECT_FALSE(keeps_to_this_host({options, kOnlyLoopback}));
  options.static_peers.clear();
  options.config = "<CycloneDDS><Domain><General><Interfaces><NetworkInterface name=\"x\"/>";
  EXPECT_FALSE(keeps_to_this_host({options, kOnlyLoopback}));
}

TEST(DomainConfigTest, OnThisHostLoopbackIsTakenAndWhatOthersTakeByThemselves) {
  NetworkOptions options;
  options.range = DiscoveryRange::kLocalhost;
  EXPECT_TRUE(has(config_of(options), "<NetworkInterface address=\"127.0.0.1\"/>"));
  EXPECT_TRUE(has(config_of(options), "<NetworkInterface address=\"10.0.0.2\""));
  EXPECT_TRUE(has(config_of(options), "<Peer Address=\"127.0.0.1\"/><Peer Address=\"10.0.0.2\"/>"));
  EXPECT_TRUE(has(config_of(options, kOnlyLoopback), "127.0.0.1"));
  EXPECT_FALSE(has(config_of(options, kOnlyLoopback), "10.0.0.2"));
  EXPECT_FALSE(has(config_of(options, {.address = "10.0.0.2"}), "NetworkInterface address=\"127"));
  EXPECT_FALSE(has(config_of(options, UpInterfaces{}), "Interfaces"));
}

TEST(DomainConfigTest, DatagramsAreLargeOnlyWhereNoneLeavesThisHost) {
  NetworkOptions options;
  options.range = DiscoveryRange::kLocalhost;
  EXPECT_TRUE(has(config_of(options), "<FragmentSize>63000 B"));
  options.static_peers = {"10.0.0.7"};
  EXPECT_TRUE(has(config_of(options), "<FragmentSize>4340 B"));
  EXPECT_FALSE(has(config_of(options), "NetworkInterface"));  // nor is loopback a way to others
  options.range = DiscoveryRange::kSubnet;
  EXPECT_TRUE(has(config_of(options), "<FragmentSize>4340 B"));
  EXPECT_FALSE(has(config_of(options), "MaxMessageSize"));
}

TEST(DomainConfigTest, WhoSaysHowLargeADatagramIsSaysItOfFragmentsToo) {
  NetworkOptions options;
  options.config =
      "<CycloneDDS><Domain><General><MaxMessageSize>1400 B</MaxMessageSize>"
      "</General></Domain></CycloneDDS>";
  for (const auto range : {DiscoveryRange::kLocalhost, DiscoveryRange::kSubnet}) {
    options.range = range;
    EXPECT_FALSE(has(config_of(options), "FragmentSize"));
  }
}

TEST(DomainConfigTest, WhatTheUserSaysComesLastAndWins) {
  NetworkOptions options;
  options.range = DiscoveryRange::kLocalhost;
  options.config = "<CycloneDDS/>";
  const std::string config = config_of(options);
  EXPECT_TRUE(has(config, "127.0.0.1"));
  EXPECT_TRUE(has(config, "<AllowMulticast>false</AllowMulticast>"));
  EXPECT_TRUE(config.ends_with(",<CycloneDDS/>"));
}

TEST(DomainConfigTest, AnInterfaceThatTheUserNamesIsTheOnlyOne) {
  NetworkOptions options;
  options.range = DiscoveryRange::kLocalhost;
  options.config = "<General><Interfaces><NetworkInterface name=\"lo\"/></Interfaces></General>";
  EXPECT_FALSE(has(config_of(options), "NetworkInterface address"));
}

TEST(DomainConfigTest, AnInterfaceThatTheUsersFileNamesIsTheOnlyOne) {
  NetworkOptions options;
  options.range = DiscoveryRange::kLocalhost;
  const std::string path = testing::TempDir() + "cyclone_" + std::to_string(getpid()) + ".xml";
  std::ofstream(path) << "<Interfaces><NetworkInterface name=\"lo\"/></Interfaces>";
  options.config = "<CycloneDDS/>,file://" + path;
  EXPECT_FALSE(has(config_of(options), "NetworkInterface address"));
  std::remove(path.c_str());
  EXPECT_TRUE(has(config_of(options), "NetworkInterface address"));
}

TEST(DomainConfigTest, StaticPeersAreListedUnlessNobodyShallBeFound) {
  NetworkOptions options;
  options.static_peers = {"10.0.0.7", "robot.local"};
  EXPECT_TRUE(
      has(config_of(options), "<Peer Address=\"10.0.0.7\"/><Peer Address=\"robot.local\"/>"));
  options.range = DiscoveryRange::kOff;
  EXPECT_FALSE(has(config_of(options), "10.0.0.7"));
  EXPECT_TRUE(has(config_of(options), "<Tag>alone-"));
}

TEST(DomainConfigTest, LocalhostOnlyIsStrongerThanTheRangeAndThePeers) {
  NetworkOptions options;
  options.localhost_only = true;
  options.static_peers = {"10.0.0.7"};
  EXPECT_TRUE(has(config_of(options), "127.0.0.1"));
  EXPECT_FALSE(has(config_of(options), "10.0.0.7"));
}

TEST(DomainConfigTest, AnAddressThatIsNoneIsNamedWithTheRemedy) {
  NetworkOptions options;
  options.static_peers = {"10.0.0.7\"/><x>"};
  const Result<std::string> config = domain_config({options, kBoth});
  ASSERT_FALSE(config);
  EXPECT_TRUE(has(config.error().what, "ROS_STATIC_PEERS"));
  EXPECT_TRUE(has(config.error().what, "10.0.0.7\"/><x>"));
  EXPECT_TRUE(has(config.error().what, "separated by ';'"));
}

}  // namespace
}  // namespace ranvier::cyclone
