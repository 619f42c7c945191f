#include "ranvier/cyclone/config.h"

#include <unistd.h>

#include <string_view>

#include "ranvier/os/text_file.h"

namespace ranvier::cyclone {
namespace {

// What stays on this host goes over loopback, whatever its address: datagrams of
// 64 KB, of which fewer cost less.
constexpr const char* kLargeDatagrams =
    "<MaxMessageSize>65500 B</MaxMessageSize><FragmentSize>63000 B</FragmentSize>";

// What leaves the host: three fragments to a datagram of Cyclone's default size (14,720 bytes),
// not ten, as a reader asks for 256 at most at a time and takes each by itself; and not one, as
// the repair of a fragment is a datagram, which a wire that drops frames lets through the less
// often the more frames it has. This one has three of 1,480 bytes (decision 0093).
constexpr const char* kThreeFramesEach = "<FragmentSize>4340 B</FragmentSize>";

// A participant with an index has ports that others can compute: they find it by
// a datagram to each index of its host, without multicast.
// Each process of this host sends to all others so: the number bounds the cost.
constexpr int kMostOnThisHost = 63;
constexpr int kMostIndexes = 119;  // the ports of a domain end there

// A large sample comes as a burst of datagrams. A buffer that holds it saves a
// repair, which peers on other stacks are slow at; the kernel caps what is asked for.
constexpr const char* kReceive = "<SocketReceiveBufferSize min=\"default\" max=\"8 MB\"/>";

// By default a writer waits a tenth of a second before it asks anew for acknowledgements.
constexpr const char* kAskedSoon =
    "<HeartbeatInterval min=\"2 ms\" minsched=\"4 ms\">5 ms</HeartbeatInterval>";

struct Parts {
  std::string general;
  std::string discovery;
};

bool names(const std::string& uri, const char* element) {
  static constexpr std::string_view kFile = "file://";
  const auto at = uri.find(kFile);
  const std::string rest = at == std::string::npos ? "" : uri.substr(at + kFile.size());
  const std::string in_file = text_of_file(rest.substr(0, rest.find(',')));
  return (uri + in_file).find(element) != std::string::npos;
}

// A fragment must fit into a datagram: a user who sets one size sets both.
std::string sizes(const DomainRequest& request, const char* ours) {
  return names(request.options.config, "MaxMessageSize") ? "" : ours;
}

std::string index(Indexing indexing, int most) {
  if (indexing == Indexing::kNone) return "<ParticipantIndex>none</ParticipantIndex>";
  return "<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>" +
         std::to_string(most) + "</MaxAutoParticipantIndex>";
}

// Named by one side alone, the other is found when this one announces itself again: Cyclone
// does that each eight seconds, Fast DDS each three.
constexpr const char* kAnnouncedSoon = "<SPDPInterval>2 s</SPDPInterval>";

std::string peer(const std::string& address) { return "<Peer Address=\"" + address + "\"/>"; }

Result<std::string> peers(const std::vector<std::string>& addresses) {
  std::string list;
  for (const std::string& address : addresses) {
    if (address.find_first_of("<>\"'& \t") != std::string::npos) {
      return Error{Code::kInvalidArgument,
                   "ROS_STATIC_PEERS names '" + address +
                       "', which is no address. Give host names or IP addresses, "
                       "separated by ';'."};
    }
    if (!address.empty()) list += peer(address);
  }
  return list;
}

// Loopback, over which processes of ours find each other whatever comes up or goes
// down later, and the interface that a ROS 2 peer on this host takes by itself: it has
// an address of that one, and some listen on no other.
std::string interfaces(const UpInterfaces& up) {
  std::string list;
  if (up.loopback) list += "<NetworkInterface address=\"127.0.0.1\"/>";
  if (!up.address.empty()) {
    list += "<NetworkInterface address=\"" + up.address + "\" presence_required=\"false\"/>";
  }
  return list.empty() ? "" : "<Interfaces>" + list + "</Interfaces>";
}

Parts on_this_host(const DomainRequest& request, std::string peer_list) {
  Parts parts;
  const bool chosen = names(request.options.config, "NetworkInterface");
  const bool named = !peer_list.empty();
  // Not with peers elsewhere: Cyclone would send to them over loopback.
  const bool leaves = chosen || named;
  if (!leaves) parts.general = interfaces(request.up);
  parts.general += sizes(request, leaves ? kThreeFramesEach : kLargeDatagrams);
  if (!chosen && !request.up.address.empty()) peer_list += peer(request.up.address);
  parts.general += "<AllowMulticast>false</AllowMulticast>";
  parts.discovery = index(request.indexing, kMostOnThisHost) + (named ? kAnnouncedSoon : "") +
                    "<Peers>" + peer("127.0.0.1") + peer_list + "</Peers>";
  return parts;
}

Parts on_the_subnet(const DomainRequest& request, const std::string& peer_list) {
  const std::string general = sizes(request, kThreeFramesEach);
  if (peer_list.empty()) return {general, index(request.indexing, kMostIndexes)};
  return {general, index(request.indexing, kMostOnThisHost) + kAnnouncedSoon + "<Peers>" +
                       peer("127.0.0.1") + peer_list + "</Peers>"};
}

// A tag of our own: participants of other processes have another, or none.
Parts alone(const DomainRequest& request) {
  std::string general = "<Interfaces><NetworkInterface address=\"127.0.0.1\"/></Interfaces>";
  general += sizes(request, kLargeDatagrams);
  return {general + "<AllowMulticast>false</AllowMulticast>",
          index(Indexing::kNone, 0) + "<Tag>alone-" + std::to_string(::getpid()) + "</Tag>"};
}

Parts parts_for(const DomainRequest& request, const std::string& peer_list) {
  switch (range_of(request.options)) {
    case DiscoveryRange::kLocalhost: return on_this_host(request, peer_list);
    case DiscoveryRange::kSubnet:
      return keeps_to_this_host(request) ? on_this_host(request, peer_list)
                                         : on_the_subnet(request, peer_list);
    case DiscoveryRange::kOff: return alone(request);
    case DiscoveryRange::kSystemDefault: break;
  }
  return {};
}

std::string to_xml(const Parts& parts, bool ends_soon) {
  return "<CycloneDDS><Domain Id=\"any\"><General>" + parts.general + "</General><Discovery>" +
         parts.discovery + "</Discovery><Internal>" + kReceive + (ends_soon ? kAskedSoon : "") +
         "</Internal></Domain></CycloneDDS>";
}

}  // namespace

bool keeps_to_this_host(const DomainRequest& request) {
  return range_of(request.options) == DiscoveryRange::kSubnet && request.up.loopback &&
         request.up.address.empty() && request.options.static_peers.empty() &&
         !names(request.options.config, "NetworkInterface");
}

bool takes_an_index(const NetworkOptions& options) {
  const DiscoveryRange range = range_of(options);
  return range == DiscoveryRange::kSubnet || range == DiscoveryRange::kLocalhost;
}

Result<std::string> domain_config(const DomainRequest& request) {
  const NetworkOptions& options = request.options;
  if (options.domain > kLastDomain) {
    return Error{Code::kInvalidArgument,
                 "ROS_DOMAIN_ID is " + std::to_string(options.domain) +
                     ", for which RTPS has no ports. Give a number from 0 to " +
                     std::to_string(kLastDomain) + "."};
  }
  Result<std::string> peer_list = peers(options.static_peers);
  if (!peer_list) return peer_list.error();
  const Parts parts = parts_for(request, takes_peers(options) ? *peer_list : "");
  std::string config = to_xml(parts, options.ends_soon);
  if (!options.config.empty()) config += ",";
  return config + options.config;
}

}  // namespace ranvier::cyclone
