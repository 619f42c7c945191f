// What a context asks of a network, whichever network it is.
//
// Nothing here reads the environment; assemble/ fills the options. A network route takes
// the options that it knows, and tells `warn` which of them it ignores.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ranvier/base/result.h"
#include "ranvier/route/type_report.h"

namespace ranvier {

/// Whom a participant looks for (ROS_AUTOMATIC_DISCOVERY_RANGE).
enum class DiscoveryRange {
  kSystemDefault,  ///< what the network's own configuration says
  kSubnet,         ///< this host and the subnet
  kLocalhost,      ///< this host
  kOff             ///< nobody outside this process
};

/// The value of ROS_AUTOMATIC_DISCOVERY_RANGE; the error names the valid ones.
Result<DiscoveryRange> parse_discovery_range(const std::string& value);

constexpr std::uint32_t kLastDomain = 232;  // the port numbers of RTPS end there

/// The enclave of a context as a folder of files, for DDS Security. Whoever fills it has seen
/// that the six files are there.
struct SecurityFiles {
  std::string enclave;   ///< whose folder it is: "/talker"
  std::string folder;    ///< absolute or as the user wrote it, without a slash at its end
  bool revokes = false;  ///< whether there is a crl.pem

  std::string path(const char* file) const { return folder + "/" + file; }
};

/// What an Error is when the permissions of an enclave do not allow an endpoint. Who can do
/// without the endpoint warns and goes on.
constexpr Code kDenied = Code{200};

struct NetworkOptions {
  std::uint32_t domain = 0;  ///< ROS_DOMAIN_ID, 0 to kLastDomain
  DiscoveryRange range = DiscoveryRange::kSubnet;
  bool localhost_only = false;            ///< ROS_LOCALHOST_ONLY=1: kLocalhost, no peers
  std::vector<std::string> static_peers;  ///< ROS_STATIC_PEERS
  /// In the network's own words, of its own variable (CYCLONEDDS_URI); it wins.
  std::string config;
  std::string enclave = "/";
  /// Everything that leaves this process is protected by these files; none: nothing is.
  std::optional<SecurityFiles> security;
  /// It is there for a moment, and its end waits until all have acknowledged what it wrote: it asks
  /// for that within milliseconds, more often than a lasting one should.
  bool ends_soon = false;
  /// Clients speak as Fast DDS does while they know no server, or know servers of both kinds.
  bool prefers_fast = false;
  /// Services speak to peers on Cyclone DDS as to those on Fast DDS: for tests and benches
  /// whose both ends are ours.
  bool fast_everywhere = false;
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

/// The range; ROS_LOCALHOST_ONLY is stronger.
DiscoveryRange range_of(const NetworkOptions& options);
/// Whether the static peers are looked for.
bool takes_peers(const NetworkOptions& options);
/// Whether the options look for nobody beyond this host.
bool stays_on_this_host(const NetworkOptions& options);
/// What to tell the user of static peers that the range leaves out; nothing if
/// there are none.
std::optional<std::string> ignored_peers(const NetworkOptions& options);

}  // namespace ranvier
