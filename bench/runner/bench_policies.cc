#include <fstream>
#include <iterator>
#include <stdexcept>

#include "bench/runner/policies.h"

namespace ranvier::bench {

RunFile::RunFile(const std::string& text) {
  std::ofstream file(path());
  file << text;
  file.flush();
  if (!file) throw std::runtime_error("cannot write " + path() + ". Is the disk full?");
}

std::vector<Case> policies_cases(const Options& options) {
  std::vector<Case> cases;
  for (const auto& row : {policies_chains_cases, policies_pingpong_cases, policies_events_cases,
                          policies_isolated_cases, policies_response_cases}) {
    std::vector<Case> of_row = row(options);
    std::move(of_row.begin(), of_row.end(), std::back_inserter(cases));
  }
  return cases;
}

}  // namespace ranvier::bench
