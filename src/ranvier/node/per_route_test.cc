#include "ranvier/node/per_route.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace ranvier {
namespace {

TEST(PerRoute, HasTheLocalOneFirstAndTheNetworksInTheirOrder) {
  PerRoute<int> all(1);
  all.add_network(2);
  all.add_network(3);
  EXPECT_EQ(std::vector<int>(all.begin(), all.end()), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(all.networks().size(), 2U);
}

TEST(PerRoute, RefusesANetworkForWhichItHasNoPlaceAndKeepsTheOthers) {
  PerRoute<int> all(0);
  for (std::size_t i = 0; i < PerRoute<int>::kMostNetworks; ++i) all.add_network(1);
  EXPECT_THROW(all.add_network(2), std::out_of_range);
  EXPECT_EQ(all.networks().size(), PerRoute<int>::kMostNetworks);
}

}  // namespace
}  // namespace ranvier
