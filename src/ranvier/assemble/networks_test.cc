// Which network RMW_IMPLEMENTATION asks for, and what the environment says to it.
#include "ranvier/assemble/networks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <vector>

#include "ranvier/assemble/assemble.h"
#include "ranvier/assemble/middleware.h"

namespace ranvier {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class NetworksTest : public testing::Test {
 protected:
  ~NetworksTest() override {
    for (const char* name : {"RMW_IMPLEMENTATION", "SECOND_URI", "ROS_STATIC_PEERS",
                             "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_LOCALHOST_ONLY"}) {
      ::unsetenv(name);
    }
  }
  static constexpr NetworkRow kTable[] = {{"rmw_first_cpp", "First", "FIRST_URI", nullptr},
                                          {"rmw_second_cpp", "Second", "SECOND_URI", nullptr}};
};

TEST_F(NetworksTest, TheFirstRowIsTheDefaultAndTheOthersHaveTheirNames) {
  EXPECT_EQ(*chosen_network(kTable), &kTable[0]);
  ::setenv("RMW_IMPLEMENTATION", "rmw_second_cpp", 1);
  EXPECT_EQ(*chosen_network(kTable), &kTable[1]);
}

TEST_F(NetworksTest, ANameThatNoRowHasIsRefusedWithThoseThatThereAre) {
  ::setenv("RMW_IMPLEMENTATION", "rmw_third_cpp", 1);
  const auto row = chosen_network(kTable);
  ASSERT_FALSE(row);
  EXPECT_THAT(row.error().what, AllOf(HasSubstr("RMW_IMPLEMENTATION='rmw_third_cpp'"),
                                      HasSubstr("rmw_first_cpp, rmw_second_cpp")));
  EXPECT_STREQ(middleware_name(), networks().front().rmw);
}

TEST_F(NetworksTest, AContextHasOneNetworkAtLeastAndNoMoreThanItHasPlacesFor) {
  const std::vector<NetworkRow> rows(Routes::kMostNetworks + 1, kTable[0]);
  const auto many = make_context({}, rows);
  ASSERT_FALSE(many);
  EXPECT_THAT(many.error().what, HasSubstr("to have 3 networks. It can have 1 to 2"));
  EXPECT_FALSE(make_context({}, std::span<const NetworkRow>()));
}

TEST_F(NetworksTest, TheNameOfFastDdsIsAPreferenceOfTheNetworkThatSpeaksAsItDoes) {
  EXPECT_FALSE(network_options(networks().front())->prefers_fast);
  ::setenv("RMW_IMPLEMENTATION", "rmw_fastrtps_cpp", 1);
  EXPECT_EQ(*chosen_network(), &networks().front());
  EXPECT_TRUE(network_options(networks().front())->prefers_fast);
  EXPECT_FALSE(chosen_network(kTable));
}

TEST_F(NetworksTest, PackagesAreToldTheNamesOfTheTable) {
  std::string names;
  for (const NetworkRow& row : networks())
    names += (names.empty() ? "" : ";") + std::string(row.rmw);
  EXPECT_EQ(names, RANVIER_RMW_NAMES);
}

TEST_F(NetworksTest, TheEnvironmentSaysWhatTheNetworkIsAskedFor) {
  ::setenv("SECOND_URI", "its own words", 1);
  ::setenv("ROS_STATIC_PEERS", "a;;b", 1);
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST", 1);
  ::setenv("ROS_LOCALHOST_ONLY", "1", 1);
  const auto options = network_options(kTable[1]);
  ASSERT_TRUE(options);
  EXPECT_EQ(options->config, "its own words");
  EXPECT_THAT(options->static_peers, ElementsAre("a", "b"));
  EXPECT_EQ(options->range, DiscoveryRange::kLocalhost);
  EXPECT_TRUE(options->localhost_only);
}

TEST_F(NetworksTest, ARangeThatIsNoneIsRefused) {
  ::setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "EVERYWHERE", 1);
  EXPECT_FALSE(network_options(kTable[0]));
}

}  // namespace
}  // namespace ranvier
