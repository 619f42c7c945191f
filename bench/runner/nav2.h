// `ranvier bench nav2`: what Nav2 takes as processes and composed, driving a robot of ours.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace ranvier::bench {

/// How Nav2's nodes are spread over processes and executors.
enum class Nav2Deployment { kProcesses, kManual, kIsolated, kMultiThreaded };

/// What one trial found: two drives, the second one measured.
struct Nav2Trial {
  double cpu_percent = 0;  ///< of one core, all processes of Nav2, while the robot drove
  double pss_mb = 0;       ///< at the end of that
  double seconds = 0;      ///< length of the measured window
};

/// All trials of a deployment.
struct Nav2Row {
  std::string name;
  std::vector<Nav2Trial> trials;    ///< of those in which both goals were reached
  std::vector<std::string> errors;  ///< one for each that failed
};

/// The installed Nav2 and the package ranvier_nav2, found by a prefix that colcon made.
///
/// Threads: one. Errors: std::runtime_error that names what is missing.
class Nav2Prefix {
 public:
  /// Reads what `prefix`/setup.bash sets.
  explicit Nav2Prefix(const std::string& prefix);
  [[nodiscard]] std::string program(const std::string& package, const std::string& name) const;
  /// A file of share/ranvier_nav2.
  [[nodiscard]] std::string file(const std::string& name) const;
  [[nodiscard]] const std::map<std::string, std::string>& environment() const {
    return environment_;
  }

 private:
  [[nodiscard]] std::string find(const std::string& path) const;

  std::string prefix_;
  std::map<std::string, std::string> environment_;
  std::vector<std::string> prefixes_;
};

/// Whether a prefix has what the bench needs; if not, why, in words.
[[nodiscard]] std::string why_no_nav2(const std::string& prefix);

/// Every deployment `trials` times, in turn.
/// @param record  the folder in which each measured window is recorded, with robot and goals, as
///                <deployment>-<trial>; empty: nothing is.
[[nodiscard]] std::vector<Nav2Row> run_nav2(
    const Nav2Prefix& prefix, int trials, const std::string& record,
    const std::function<bool(const std::string&)>& wanted,
    const std::function<void(const std::string&)>& progress);

[[nodiscard]] std::vector<std::string> nav2_deployments();
void print_nav2(std::ostream& out, const std::vector<Nav2Row>& rows);
[[nodiscard]] nlohmann::ordered_json nav2_json(const std::vector<Nav2Row>& rows);

}  // namespace ranvier::bench
