// A network that two contexts of one process can meet on.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>

#include "ranvier/route/route.h"

namespace ranvier::conformance {

struct Network {
  const char* name;
  /// Contexts of different instances see each other as two processes do.
  std::unique_ptr<Route> (*open)(std::uint32_t instance);
};
inline std::ostream& operator<<(std::ostream& to, const Network& network) {
  return to << network.name;
}
inline std::string name_of(const ::testing::TestParamInfo<Network>& info) {
  return info.param.name;
}

}  // namespace ranvier::conformance
