// `ranvier bench storm`: does every request of a start-up storm get its reply?
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ranvier::bench {

/// Who takes part in a storm, and in which order they start.
struct Storm {
  std::string name;
  int names = 1;  ///< of services
  int server_processes = 1;
  int client_processes = 1;
  int clients = 1;  ///< in all; servers: one for each name
  bool servers_first = true;
  bool bare = true;  ///< nodes have nothing but their service or client
};

/// The storms of the bench: `ends` names or clients each, in both orders.
[[nodiscard]] std::vector<Storm> storms(int ends, bool bare);

/// What one round found.
struct StormRound {
  double sent = 0;
  double replies = 0;          ///< right ones, each counted once
  double wrong = 0;            ///< twice, or of another request
  double hangs = 0;            ///< clients that still waited when time was up
  double without_service = 0;  ///< clients whose service never came
  double seconds = 0;          ///< from the start of those that come second to the last reply
  [[nodiscard]] double lost() const { return sent - replies; }
};

/// Starts the processes in a domain of their own, those that come first until
/// they are ready, then the others; each client sends `calls` requests at once
/// as soon as its service is there.
/// Errors: std::runtime_error of Worker.
[[nodiscard]] StormRound run_storm(const Storm& storm, int calls);

/// All rounds of a storm.
struct StormRow {
  Storm storm;
  std::vector<StormRound> rounds;
  std::string error;  ///< why rounds are missing, else empty
  /// Every reply of every round came, and nothing else did.
  [[nodiscard]] bool complete() const;
};

/// Runs `rounds` rounds; the row carries an error instead of throwing.
[[nodiscard]] StormRow run_storm_rounds(const Storm& storm, int calls, int rounds,
                                        const std::function<void(const std::string&)>& progress);

void print_storms(std::ostream& out, const std::vector<StormRow>& rows);
[[nodiscard]] nlohmann::ordered_json storms_json(const std::vector<StormRow>& rows);

}  // namespace ranvier::bench
