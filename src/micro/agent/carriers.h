// The links by which boards reach the agent.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "micro/agent/agent.h"
#include "micro/agent/allow_list.h"
#include "micro/agent/answers.h"
#include "micro/agent/loop.h"

namespace ranvier::micro {

struct NetOptions {
  bool ipv6 = false;
  std::uint16_t port = 8888;  ///< 0: any free one
  std::string address = {};   ///< to listen on; empty: all
  AllowList allowed = {};     ///< whom it hears; nobody else costs more than a look
  /// Of tcp: a connection is closed that long after it came or its client was gone.
  std::int64_t without_login_ms = 10'000;
};

/// Opens a link; it serves boards from now on, on the loop's thread, while it lives.
/// Fails naming the address or device, and the remedy.
Result<std::unique_ptr<Carrier>> open_udp(Loop& loop, Agent& agent, const NetOptions& options,
                                          std::uint16_t* port = nullptr);
Result<std::unique_ptr<Carrier>> open_tcp(Loop& loop, Agent& agent, const NetOptions& options,
                                          std::uint16_t* port = nullptr);
/// A line that exists. One that hangs up is opened again as soon as it is back.
/// @param baud  0: as it is set.
Result<std::unique_ptr<Carrier>> open_serial(Loop& loop, Agent& agent, const std::string& device,
                                             unsigned baud);
/// A new pseudo terminal. @param device  where boards open it.
Result<std::unique_ptr<Carrier>> open_pseudoterminal(Loop& loop, Agent& agent, std::string* device);
/// Answers questions on 239.255.0.2 and to this machine itself, at options.port.
Result<std::unique_ptr<Carrier>> open_discovery(Loop& loop, Agent& agent, NetOptions options);
/// The addresses of this machine at which such a link is reached, those first that a client should
/// try first: at most kMostAddresses.
std::vector<Address> own_addresses(bool ipv6, std::uint16_t port);
inline constexpr std::size_t kMostAddresses = 8;

}  // namespace ranvier::micro
