// Contexts of one test process that meet over DDS, as two processes do.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "own_domain.h"
#include "ranvier/cyclone/cyclone_route.h"

namespace ranvier::support {

/// Options of a context on loopback in a domain of this test process. Contexts
/// with another `instance` have a Cyclone of their own (it keeps domains of
/// other ids apart), so that what they say to each other goes over the network.
inline NetworkOptions loopback(std::uint32_t instance) {
  const auto domain = static_cast<std::uint32_t>(own_domain());
  NetworkOptions options;
  options.domain = domain + instance;
  options.range = DiscoveryRange::kLocalhost;
  options.config = "<CycloneDDS><Domain><Discovery><ExternalDomainId>" + std::to_string(domain) +
                   "</ExternalDomainId></Discovery></Domain></CycloneDDS>";
  return options;
}

inline std::unique_ptr<Route> open_context(const NetworkOptions& options) {
  Result<std::unique_ptr<Route>> route = open_cyclone_route(options);
  EXPECT_TRUE(route) << route.error().what;
  return route ? std::move(*route) : nullptr;
}

}  // namespace ranvier::support
