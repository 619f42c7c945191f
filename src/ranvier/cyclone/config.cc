#include "ranvier/cyclone/config.h"

#include <unistd.h>

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

namespace cyclone {
namespace {

constexpr std::uint32_t kLastDomain = 232;  // the port numbers of RTPS end there

// Loopback carries datagrams of 64 KB: fewer, larger ones cost less.
constexpr const char* kLoopback =
    "<Interfaces><NetworkInterface address=\"127.0.0.1\"/></Interfaces>"
    "<MaxMessageSize>65500 B</MaxMessageSize><FragmentSize>63000 B</FragmentSize>";

// Processes on one host find each other by their participant index; each is
// asked by a datagram, so the number of them bounds what a start costs.
constexpr const char* kByIndex =
    "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>63</MaxAutoParticipantIndex>";

// A large sample comes as a burst of datagrams. A buffer that holds it spares a
// repair, which peers on other stacks are slow at; the kernel caps the wish.
constexpr const char* kReceive =
    "<Internal><SocketReceiveBufferSize min=\"default\" max=\"8 MB\"/></Internal>";

struct Parts {
  std::string general;
  std::string discovery;
};

bool names_interfaces(const std::string& uri) {
  return uri.find("NetworkInterface") != std::string::npos;
}

Result<std::string> peers(const std::vector<std::string>& addresses) {
  std::string list;
  for (const std::string& address : addresses) {
    if (address.find_first_of("<>\"'& \t") != std::string::npos) {
      return Error{Code::kInvalidArgument,
                   "ROS_STATIC_PEERS names '" + address +
                       "', which is no address. Give host names or IP addresses, "
                       "separated by ';'."};
    }
    if (!address.empty()) list += "<Peer Address=\"" + address + "\"/>";
  }
  return list;
}

Parts on_this_host(const CycloneOptions& options, const std::string& peer_list) {
  Parts parts;
  if (!names_interfaces(options.uri)) parts.general = kLoopback;
  parts.general += "<AllowMulticast>false</AllowMulticast>";
  parts.discovery =
      std::string(kByIndex) + "<Peers><Peer Address=\"127.0.0.1\"/>" + peer_list + "</Peers>";
  return parts;
}

Parts on_the_subnet(const std::string& peer_list) {
  if (peer_list.empty()) return {};
  return {"", std::string(kByIndex) + "<Peers><Peer Address=\"127.0.0.1\"/>" + peer_list + "</Peers>"};
}

// A tag of our own: participants of other processes have another, or none.
Parts alone() {
  static constexpr const char* kNoPorts = "<ParticipantIndex>none</ParticipantIndex>";
  return {std::string(kLoopback) + "<AllowMulticast>false</AllowMulticast>",
          kNoPorts + ("<Tag>alone-" + std::to_string(::getpid()) + "</Tag>")};
}

Parts parts_for(const CycloneOptions& options, const std::string& peer_list) {
  if (options.localhost_only) return on_this_host(options, "");
  switch (options.range) {
    case DiscoveryRange::kLocalhost: return on_this_host(options, peer_list);
    case DiscoveryRange::kSubnet: return on_the_subnet(peer_list);
    case DiscoveryRange::kOff: return alone();
    case DiscoveryRange::kSystemDefault: break;
  }
  return {};
}

std::string to_xml(const Parts& parts) {
  return "<CycloneDDS><Domain Id=\"any\"><General>" + parts.general + "</General><Discovery>" +
         parts.discovery + "</Discovery>" + kReceive + "</Domain></CycloneDDS>";
}

}  // namespace

Result<std::string> domain_config(const CycloneOptions& options) {
  if (options.domain > kLastDomain) {
    return Error{Code::kInvalidArgument,
                 "ROS_DOMAIN_ID is " + std::to_string(options.domain) +
                     ", for which RTPS has no ports. Give a number from 0 to " +
                     std::to_string(kLastDomain) + "."};
  }
  Result<std::string> peer_list = peers(options.static_peers);
  if (!peer_list) return peer_list.error();
  std::string config = to_xml(parts_for(options, *peer_list));
  if (!options.uri.empty()) config += ",";
  return config + options.uri;
}

}  // namespace cyclone
}  // namespace ranvier
