// The rows of `bench policies`, a file each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/runner/benches.h"
#include "bench/runner/scratch.h"

namespace ranvier::bench {

/// PiCAS's case study: chains of callbacks, their bounds and their deadlines.
[[nodiscard]] std::vector<Case> policies_chains_cases(const Options&);
/// Pings on two paths, one more urgent than the other.
[[nodiscard]] std::vector<Case> policies_pingpong_cases(const Options&);
/// EventsCBGExecutor's workload.
[[nodiscard]] std::vector<Case> policies_events_cases(const Options&);
/// A thread for each callback group: context switches and memory.
[[nodiscard]] std::vector<Case> policies_isolated_cases(const Options&);
/// How late a timer's callback is beside others that compute all the time.
[[nodiscard]] std::vector<Case> policies_response_cases(const Options&);

/// A file that lives as long as the runs of a case, such as one of RANVIER_EXECUTOR_POLICY.
class RunFile final {
 public:
  /// Throws std::runtime_error if it cannot be written.
  explicit RunFile(const std::string& text);
  [[nodiscard]] std::string path() const { return folder_->path() + "/policy.yaml"; }

 private:
  std::shared_ptr<ScratchFolder> folder_ = std::make_shared<ScratchFolder>();
};

}  // namespace ranvier::bench
