#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <cerrno>

#include "micro/agent/sockets.h"

namespace ranvier::micro {
namespace {

constexpr int kMostDatagramsATurn = 64;
constexpr std::size_t kLongestDatagram = 65'535;
constexpr const char* kDiscoveryGroup = "239.255.0.2";

class UdpCarrier final : public Carrier {
 public:
  UdpCarrier(Loop& loop, Agent& agent, OwnedFile socket, AllowList allowed, bool discovers)
      : loop_(loop),
        agent_(agent),
        socket_(std::move(socket)),
        allowed_(std::move(allowed)),
        discovers_(discovers) {}
  ~UdpCarrier() override { loop_.remove(socket_.get()); }

  int begin() {
    return loop_.add(socket_.get(), [this] { receive(); });
  }

  // What the socket does not take is lost, as on any wire.
  void send(const std::string& peer, std::span<const std::uint8_t> message) override {
    SocketAddress to = SocketAddress::of(peer);
    (void)::sendto(socket_.get(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL,
                   to.get(), to.size);
  }

  std::string where(const std::string& peer) const override {
    return text_with_port(SocketAddress::of(peer).storage);
  }

 private:
  void receive() {
    for (int i = 0; i < kMostDatagramsATurn; ++i) {
      SocketAddress from;
      const ssize_t size = ::recvfrom(socket_.get(), buffer_.data(), buffer_.size(), MSG_DONTWAIT,
                                      from.get(), &from.size);
      if (size < 0) return;
      if (!allows(allowed_, from.storage)) {
        agent_.turn_away(text_of(from.storage));
        continue;
      }
      const std::span<const std::uint8_t> message(buffer_.data(), static_cast<std::size_t>(size));
      if (discovers_) {
        agent_.discover(*this, from.bytes(), message);
      } else {
        agent_.receive(*this, from.bytes(), message, steady_ms());
      }
    }
  }

  Loop& loop_;
  Agent& agent_;
  const OwnedFile socket_;
  const AllowList allowed_;
  const bool discovers_;
  std::vector<std::uint8_t> buffer_ = std::vector<std::uint8_t>(kLongestDatagram);
};

Error socket_error(const char* what, std::uint16_t port) {
  return {Code::kWorld, std::string("The agent cannot ") + what + " port " + std::to_string(port) +
                            ": " + std::strerror(errno) +
                            ". Another agent may have it: choose another one with --port."};
}

bool bind_to(int file, const NetOptions& options) {
  SocketAddress own;
  const char* given = options.address.c_str();
  errno = EINVAL;  // of an address that is none
  if (options.ipv6) {
    auto& in = reinterpret_cast<sockaddr_in6&>(own.storage);
    in.sin6_family = AF_INET6;
    in.sin6_port = htons(options.port);
    own.size = sizeof in;
    if (*given && inet_pton(AF_INET6, given, &in.sin6_addr) != 1) return false;
  } else {
    auto& in = reinterpret_cast<sockaddr_in&>(own.storage);
    in.sin_family = AF_INET;
    in.sin_port = htons(options.port);
    own.size = sizeof in;
    if (*given && inet_pton(AF_INET, given, &in.sin_addr) != 1) return false;
  }
  return ::bind(file, own.get(), own.size) == 0;
}

}  // namespace

Result<OwnedFile> bound_socket(const NetOptions& options, int type, std::uint16_t* port) {
  OwnedFile file(
      ::socket(options.ipv6 ? AF_INET6 : AF_INET, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  if (type == SOCK_STREAM) ::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (file.get() < 0 || !bind_to(file.get(), options)) return socket_error("bind", options.port);
  SocketAddress bound;
  if (port != nullptr && ::getsockname(file.get(), bound.get(), &bound.size) == 0) {
    const auto& in = reinterpret_cast<const sockaddr_in&>(bound.storage);
    const auto& in6 = reinterpret_cast<const sockaddr_in6&>(bound.storage);
    *port = ntohs(options.ipv6 ? in6.sin6_port : in.sin_port);
  }
  return file;
}

Result<std::unique_ptr<Carrier>> open_udp(Loop& loop, Agent& agent, const NetOptions& options,
                                          std::uint16_t* port) {
  auto socket = bound_socket(options, SOCK_DGRAM, port);
  if (!socket) return socket.error();
  const int wanted = 4 << 20;  // a burst of many boards
  ::setsockopt(socket->get(), SOL_SOCKET, SO_RCVBUF, &wanted, sizeof wanted);
  auto carrier =
      std::make_unique<UdpCarrier>(loop, agent, std::move(*socket), options.allowed, false);
  if ((errno = carrier->begin()) != 0) return socket_error("wait on", options.port);
  return std::unique_ptr<Carrier>(std::move(carrier));
}

Result<std::unique_ptr<Carrier>> open_discovery(Loop& loop, Agent& agent, NetOptions options) {
  OwnedFile file(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const int yes = 1;
  // DDS of domain 0 discovers on the same port.
  ::setsockopt(file.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  ip_mreq group{};
  inet_pton(AF_INET, kDiscoveryGroup, &group.imr_multiaddr);
  // Of that group alone, and of who asks this machine itself.
  const int others = 0;
  ::setsockopt(file.get(), IPPROTO_IP, IP_MULTICAST_ALL, &others, sizeof others);
  options.ipv6 = false;
  options.address.clear();
  if (file.get() < 0 || !bind_to(file.get(), options) ||
      ::setsockopt(file.get(), IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof group) != 0) {
    return socket_error("listen for discovery on", options.port);
  }
  auto carrier = std::make_unique<UdpCarrier>(loop, agent, std::move(file), options.allowed, true);
  if ((errno = carrier->begin()) != 0) return socket_error("wait on", options.port);
  return std::unique_ptr<Carrier>(std::move(carrier));
}

namespace {

bool is_link_local(const sockaddr& address) {
  return address.sa_family == AF_INET6 &&
         IN6_IS_ADDR_LINKLOCAL(&reinterpret_cast<const sockaddr_in6&>(address).sin6_addr);
}

// What a client has to try first comes first: eProsima's looks at four. A link of IPv6 takes IPv4
// too, and an address of the link alone says nothing without its interface.
int rank_of(const sockaddr& address, bool ipv6) {
  if (address.sa_family == AF_INET) return ipv6 ? 2 : 0;
  if (address.sa_family != AF_INET6 || !ipv6) return -1;
  return is_link_local(address) ? 1 : 0;
}

Address address_of(const sockaddr& from, std::uint16_t port) {
  Address address;
  address.ipv6 = from.sa_family == AF_INET6;
  address.port = port;
  if (address.ipv6) {
    std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in6&>(from).sin6_addr, 16);
  } else {
    std::memcpy(address.bytes.data(), &reinterpret_cast<const sockaddr_in&>(from).sin_addr, 4);
  }
  return address;
}

}  // namespace

std::vector<Address> own_addresses(bool ipv6, std::uint16_t port) {
  std::vector<Address> addresses;
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return addresses;
  for (int rank = 0; rank < 3; ++rank) {
    for (const ifaddrs* at = all; at != nullptr; at = at->ifa_next) {
      if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0) continue;
      if (rank_of(*at->ifa_addr, ipv6) != rank || addresses.size() == kMostAddresses) continue;
      addresses.push_back(address_of(*at->ifa_addr, port));
    }
  }
  ::freeifaddrs(all);
  return addresses;
}

}  // namespace ranvier::micro
