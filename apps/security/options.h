// The command line of ranvier-security.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ranvier::security {

struct Options {
  std::string verb;
  std::string root;  ///< of the keystore; else ROS_SECURITY_KEYSTORE
  std::string enclave;
  std::string policy;
  std::vector<std::string> enclaves;
  std::vector<std::string> policies;
  std::string expires;
  std::string out;
  std::set<std::string> from;
  bool revokes = false;
  bool on_robot = false;
  int days = 30;
};

/// @return the status to end with, if the command line says all (--help) or is wrong.
std::optional<int> parse_command_line(int argc, char** argv, Options& to);

}  // namespace ranvier::security
