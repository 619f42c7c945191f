#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ranvier::policy {

struct Options {
  std::string verb;
  std::string file;        ///< of chains, or the policy to check
  std::string out;         ///< the policy file to write; empty: none, or standard output
  std::size_t domain = 0;  ///< whose system is looked at
  std::size_t cpus = 0;    ///< 0: as the file says
  std::uint64_t sets = 1000;
  std::uint64_t seed = 0;
};

/// The status to end with, if the program has nothing more to do.
std::optional<int> parse_command_line(int argc, char** argv, Options& to);

}  // namespace ranvier::policy
