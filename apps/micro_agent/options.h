// The command line of the agent, with the words of micro-ROS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "micro/agent/agent.h"
#include "micro/agent/allow_list.h"

namespace ranvier::micro {

struct CommandLine {
  std::string transport;  ///< udp4, udp6, tcp4, tcp6, serial, multiserial, pseudoterminal
  std::uint16_t port = 8888;
  std::vector<std::string> devices;
  unsigned baud = 115200;
  std::optional<std::uint16_t> discovery;
  std::string references;
  std::optional<std::size_t> domain;  ///< in place of the boards' own
  std::size_t clients = 10'000;
  std::size_t logins = 1'000;
  std::int64_t liveliness_ms = 30'000;
  std::size_t graph_bytes = 0;  ///< 0: what four messages hold
  std::size_t fragment_bytes = FragmentBudget::kUsual;
  unsigned statistics_s = 0;              ///< between two on the topic; 0: none
  std::vector<std::string> allowed;       ///< keys
  std::vector<std::string> allowed_from;  ///< addresses
};

/// Parses the arguments and XRCE_DOMAIN_ID_OVERRIDE.
/// @return the program's exit status if it is to end now: help was asked for, or it is wrong.
std::optional<int> parse_command_line(int argc, char** argv, CommandLine& to);

/// The addresses whose boards may come. Fails naming the one that is wrong or never comes.
Result<AllowList> allowed_addresses(const CommandLine& line);

/// The options of the agent. Fails naming the file or the key that is wrong.
Result<Agent::Options> agent_options(const CommandLine& line);

}  // namespace ranvier::micro
