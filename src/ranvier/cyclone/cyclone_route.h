// The network route: Cyclone DDS as other ROS 2 peers speak it.
//
// Nothing here reads the environment; assemble/ fills the options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/route/route.h"
#include "ranvier/route/type_report.h"

namespace ranvier {

/// Whom a participant looks for (ROS_AUTOMATIC_DISCOVERY_RANGE).
enum class DiscoveryRange {
  kSystemDefault,  ///< what Cyclone's own configuration says
  kSubnet,         ///< this host and the subnet
  kLocalhost,      ///< this host
  kOff             ///< nobody outside this process
};

/// The value of ROS_AUTOMATIC_DISCOVERY_RANGE; the error names the valid ones.
Result<DiscoveryRange> parse_discovery_range(const std::string& value);

/// What a context asks of its participant.
struct CycloneOptions {
  std::uint32_t domain = 0;  ///< ROS_DOMAIN_ID, 0 to 232
  DiscoveryRange range = DiscoveryRange::kSubnet;
  bool localhost_only = false;            ///< ROS_LOCALHOST_ONLY=1: kLocalhost, no peers
  std::vector<std::string> static_peers;  ///< ROS_STATIC_PEERS
  std::string uri;                        ///< CYCLONEDDS_URI; what it says wins
  std::string enclave = "/";
  /// Samples that a keep-all reader holds for a full inbox before it stops the
  /// network, and the newest ones that a keep-all transient-local writer keeps
  /// for late joiners.
  std::size_t keep_all_bound = 1000;
  /// How long a keep-all reader stops the network before it drops and reports.
  std::chrono::nanoseconds keep_all_patience = std::chrono::seconds(5);
  /// How long a reply is held for a client whose reply reader is not matched.
  std::chrono::nanoseconds reply_patience = std::chrono::seconds(10);
  /// The same for a client that does not say which reply reader is its own;
  /// then the reply is sent in the hope that there is one.
  std::chrono::nanoseconds anonymous_patience = std::chrono::seconds(2);
  /// Told in words what went wrong without a caller to tell. Any thread.
  std::function<void(const std::string&)> warn;
  /// Shared by the routes of a context; null: one of its own that tells `warn`.
  std::shared_ptr<TypeReport> type_report;
};

/// Joins the domain with one participant. The route must outlive what it opens.
Result<std::unique_ptr<Route>> open_cyclone_route(const CycloneOptions& options);

}  // namespace ranvier
