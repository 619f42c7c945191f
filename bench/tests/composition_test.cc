// What bench composition chooses of other benches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "bench/runner/benches.h"

namespace ranvier::bench {
namespace {

std::multiset<std::string> names(bool all) {
  Options options;
  options.all = all;
  std::multiset<std::string> found;
  for (const Case& each : composition_cases(options)) found.insert(each.name);
  return found;
}

TEST(Composition, HasTheDeploymentsOfEachFigureOnce) {
  EXPECT_THAT(names(false),
              testing::UnorderedElementsAre(
                  "growth/composed/1-30", "pingpong/same-process/cross-core/reliable/500KB/100Hz",
                  "pingpong/dds/cross-core/reliable/500KB/100Hz",
                  "pingpong/shm/plain/image/cross-core/500KB/100Hz",
                  "goodput/same-process/free-run/keep-last/1MB",
                  "goodput/two-processes/free-run/keep-last/1MB", "goodput/shm/loan/1MB",
                  "goodput/shm/plain/1MB", "containers/single/4", "containers/mt/4",
                  "containers/isolated/4"));
}

TEST(Composition, HasEverySizeAndNumberIfAllIsAsked) {
  const auto all = names(true);
  for (const char* name : {"growth/composed/1-100", "growth/processes/2-60", "containers/mt/16",
                           "goodput/two-processes/free-run/keep-last/5MB",
                           "pingpong/dds/cross-core/reliable/4MB/100Hz"}) {
    EXPECT_EQ(all.count(name), 1u) << name;
  }
  EXPECT_EQ(all.count("goodput/same-process/free-run/keep-all/1MB"), 0u);
}

}  // namespace
}  // namespace ranvier::bench
