#include "ranvier/route/network.h"

namespace ranvier {

Result<DiscoveryRange> parse_discovery_range(const std::string& value) {
  if (value.empty() || value == "SUBNET") return DiscoveryRange::kSubnet;
  if (value == "LOCALHOST") return DiscoveryRange::kLocalhost;
  if (value == "OFF") return DiscoveryRange::kOff;
  if (value == "SYSTEM_DEFAULT") return DiscoveryRange::kSystemDefault;
  return Error{Code::kInvalidArgument,
               "ROS_AUTOMATIC_DISCOVERY_RANGE is '" + value +
                   "', which names no range, so it is unclear whom to look for. Set it to "
                   "SUBNET, LOCALHOST, OFF or SYSTEM_DEFAULT."};
}

DiscoveryRange range_of(const NetworkOptions& options) {
  return options.localhost_only ? DiscoveryRange::kLocalhost : options.range;
}

bool takes_peers(const NetworkOptions& options) {
  return !options.localhost_only &&
         (options.range == DiscoveryRange::kSubnet || options.range == DiscoveryRange::kLocalhost);
}

bool stays_on_this_host(const NetworkOptions& options) {
  return range_of(options) == DiscoveryRange::kLocalhost &&
         (options.static_peers.empty() || !takes_peers(options));
}

std::optional<std::string> ignored_peers(const NetworkOptions& options) {
  if (options.static_peers.empty() || takes_peers(options)) return std::nullopt;
  return "ROS_STATIC_PEERS is set, but " +
         std::string(options.localhost_only ? "ROS_LOCALHOST_ONLY=1"
                                            : "ROS_AUTOMATIC_DISCOVERY_RANGE") +
         " asks for no peers by name, so they are not looked for. Set "
         "ROS_AUTOMATIC_DISCOVERY_RANGE to SUBNET or LOCALHOST" +
         (options.localhost_only ? " and unset ROS_LOCALHOST_ONLY" : "") + " to find them.";
}

}  // namespace ranvier
