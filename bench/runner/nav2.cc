#include "bench/runner/nav2.h"

#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "bench/common/clock.h"
#include "bench/common/placement.h"
#include "bench/nav2/src/nodes.hpp"
#include "bench/runner/scratch.h"
#include "bench/runner/worker.h"

namespace ranvier::bench {
namespace {

using Words = std::vector<std::string>;
using Workers = std::vector<std::unique_ptr<Worker>>;
using ranvier_nav2::NavNode;

constexpr double kNav2Patience = 240;  // seconds: start-up and one drive
constexpr auto kUnderWay = std::chrono::seconds(3);
constexpr const char* kContainer = "nav2_container";
// There and back: x, y, yaw.
const Words kGoals = {"14.6", "10.0", "1.57", "2.0", "2.0", "0.0"};

// Table I of "Impact of ROS 2 Node Composition in Robotic Systems": x86, i5-8300H.
struct Published {
  double cpu_percent, pss_mb;
};

struct Deployment {
  Nav2Deployment which;
  const char* name;
  Published published;  // zero where the table has none
};
constexpr std::array<Deployment, 4> kDeployments = {
    {{Nav2Deployment::kProcesses, "processes", {48.60, 118.85}},
     {Nav2Deployment::kManual, "manual", {36.60, 67.13}},
     {Nav2Deployment::kIsolated, "isolated", {36.09, 67.67}},
     {Nav2Deployment::kMultiThreaded, "multi-threaded", {0, 0}}}};

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// As one word of a shell's command line.
std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// The parameter file of a run.
class ParameterFile {
 public:
  explicit ParameterFile(const Nav2Prefix& prefix) {
    std::ofstream to(path());
    to << std::ifstream(prefix.file("config/nav2.yaml")).rdbuf();
    to << "map_server:\n  ros__parameters:\n    yaml_filename: \""
       << prefix.file("config/rooms.yaml") << "\"\n";
    if (!to) throw std::runtime_error("cannot write " + path());
  }
  [[nodiscard]] std::string path() const { return folder_.path() + "/nav2.yaml"; }

 private:
  const ScratchFolder folder_;
};

// Records every process of a domain into a folder, from record() to its end. To begin with buffers
// takes a while: that is done before.
class Session {
 public:
  Session(const std::string& folder, const Environment& environment)
      : name_("ranvier_bench_" + std::to_string(getpid())),
        domain_(environment.at("ROS_DOMAIN_ID")) {
    (void)said_by_ranvier_trace({"session", "start", name_, "--directory", folder, "--domain",
                                 domain_, "--buffer", "16384"});
    (void)said_by_ranvier_trace({"session", "pause", name_, "--domain", domain_});
  }
  void record() { (void)said_by_ranvier_trace({"session", "resume", name_, "--domain", domain_}); }
  ~Session() {
    try {
      (void)said_by_ranvier_trace({"session", "stop", name_, "--domain", domain_});
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
    }
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  const std::string name_, domain_;
};

// One trial: the processes of Nav2, and those of the robot, which are not counted.
class Run {
 public:
  Run(const Nav2Prefix& prefix, const Deployment& deployment)
      : prefix_(prefix), parameters_(prefix), environment_(loopback_environment()) {
    environment_.insert(prefix.environment().begin(), prefix.environment().end());
    start(others_, "ranvier_nav2", "loopback_robot", {});
    start_nav2(deployment.which);
    start(others_, "ranvier_nav2", "drive", kGoals);
  }

  /// @param record  where the measured window is recorded; empty: nowhere.
  Nav2Trial measure(const std::string& record) {
    Worker& drive = *others_.back();
    for (const char* line : {"accepted 1", "near 1", "reached 1"})
      drive.expect(line, kNav2Patience);
    std::optional<Session> session;
    if (!record.empty()) session.emplace(record, environment_);
    drive.expect("accepted 2", kNav2Patience);
    std::this_thread::sleep_for(kUnderWay);
    if (session) session->record();
    const std::int64_t begin = now_ns(), cpu = cpu_ns();
    drive.expect("near 2", kNav2Patience);
    Nav2Trial trial;
    const auto window = static_cast<double>(now_ns() - begin);
    trial.cpu_percent = 100 * static_cast<double>(cpu_ns() - cpu) / window;
    session.reset();
    trial.seconds = window / 1e9;
    for (const auto& worker : nav2_) trial.pss_mb += memory_of(worker->pid()).pss * 1024 / 1e6;
    drive.expect("reached 2", kNav2Patience);
    return trial;
  }

  // What the processes of Nav2 wrote last, for who looks for the fault.
  [[nodiscard]] std::string last_words() const {
    std::string words;
    for (const auto& worker : nav2_) words += worker->last_words();
    return words;
  }

 private:
  void start(Workers& to, const std::string& package, const std::string& name, Words words) {
    to.push_back(
        std::make_unique<Worker>(prefix_.program(package, name), std::move(words), environment_));
  }
  Words ros_arguments(const Words& rules) const {
    Words words{"--ros-args", "--params-file", parameters_.path()};
    for (const std::string& rule : rules) words.insert(words.end(), {"-r", rule});
    return words;
  }
  void start_nav2(Nav2Deployment which) {
    switch (which) {
      case Nav2Deployment::kProcesses: return start_processes();
      case Nav2Deployment::kManual:
        return start(nav2_, "ranvier_nav2", "compose", ros_arguments({}));
      case Nav2Deployment::kIsolated: return start_container("component_container_isolated");
      case Nav2Deployment::kMultiThreaded: return start_container("component_container_mt");
    }
  }
  void start_processes() {
    for (const NavNode& node : ranvier_nav2::nodes()) {
      Words rules = ranvier_nav2::remappings(node);
      // The others have their names already; a rule would rename their costmaps, too.
      if (std::string(node.program) == "lifecycle_manager") {
        rules.push_back(std::string("__node:=") + node.name);
      }
      start(nav2_, node.package, node.program, ros_arguments(rules));
    }
  }
  void start_container(const std::string& program) {
    start(nav2_, "rclcpp_components", program,
          ros_arguments({std::string("__node:=") + kContainer}));
    start(others_, "ranvier_nav2", "load", {std::string("/") + kContainer, parameters_.path()});
    others_.back()->expect("loaded", kNav2Patience);
  }
  [[nodiscard]] std::int64_t cpu_ns() const {
    std::int64_t sum = 0;
    for (const auto& worker : nav2_) sum += worker->cpu_ns();
    return sum;
  }

  const Nav2Prefix& prefix_;
  const ParameterFile parameters_;
  Environment environment_;
  Workers others_;
  Workers nav2_;
};

void run_trial(const Nav2Prefix& prefix, const Deployment& deployment, const std::string& record,
               Nav2Row& row) {
  Run run(prefix, deployment);
  try {
    row.trials.push_back(run.measure(record));
  } catch (const std::exception& error) {
    row.errors.push_back(std::string(error.what()) + "\n" + run.last_words());
  }
}

struct Spread {
  double mean = 0, deviation = 0;
};
Spread spread(const std::vector<Nav2Trial>& trials, double Nav2Trial::* of) {
  Spread result;
  const auto count = static_cast<double>(trials.size());
  for (const Nav2Trial& trial : trials) result.mean += trial.*of / count;
  for (const Nav2Trial& trial : trials) result.deviation += std::pow(trial.*of - result.mean, 2);
  result.deviation = count > 1 ? std::sqrt(result.deviation / (count - 1)) : 0;
  return result;
}

std::string with_deviation(const Spread& of) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << of.mean << " +- " << of.deviation;
  return text.str();
}

// "-25.1 %" of what the processes take; empty if there are none to compare with.
std::string saved(double value, double processes) {
  if (!(processes > 0) || !(value > 0) || value == processes) return "";
  std::ostringstream text;
  text << std::showpos << std::fixed << std::setprecision(1) << 100 * (value / processes - 1)
       << " %";
  return text.str();
}

std::string published_number(double value) {
  if (!(value > 0)) return "-";
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << value;
  return text.str();
}

const Nav2Row* find_row(const std::vector<Nav2Row>& rows, const std::string& name) {
  for (const Nav2Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

}  // namespace

Nav2Prefix::Nav2Prefix(const std::string& prefix) : prefix_(prefix) {
  const std::string setup = prefix + "/setup.bash";
  if (access(setup.c_str(), R_OK) != 0) {
    throw std::runtime_error("'" + prefix +
                             "' has no setup.bash: give the install folder of the "
                             "workspace that has Nav2 and ranvier_nav2 (docs/benchmarks.md)");
  }
  const std::string command = "bash -c '. \"$0\" >&2; exec env -0' " + quoted(setup);
  FILE* out = popen(command.c_str(), "r");
  if (out == nullptr) throw std::runtime_error("cannot run bash for " + setup);
  std::string text;
  for (int c = 0; (c = fgetc(out)) != EOF;) text += static_cast<char>(c);
  pclose(out);
  for (const std::string& entry : split(text, '\0')) {
    const auto equals = entry.find('=');
    const std::string key = entry.substr(0, equals);
    if (key == "LD_LIBRARY_PATH" || key == "AMENT_PREFIX_PATH" || key == "PATH") {
      environment_[key] = entry.substr(equals + 1);
    }
  }
  prefixes_ = split(environment_["AMENT_PREFIX_PATH"], ':');
}

std::string Nav2Prefix::find(const std::string& path) const {
  for (const std::string& each : prefixes_) {
    if (std::filesystem::exists(each + "/" + path)) return each + "/" + path;
  }
  throw std::runtime_error("'" + path + "' is in no prefix that " + prefix_ +
                           "/setup.bash names: build Nav2 and bench/nav2 there "
                           "(docs/benchmarks.md)");
}
std::string Nav2Prefix::program(const std::string& package, const std::string& name) const {
  return find("lib/" + package + "/" + name);
}
std::string Nav2Prefix::file(const std::string& name) const {
  return find("share/ranvier_nav2/" + name);
}

std::string why_no_nav2(const std::string& prefix) {
  try {
    const Nav2Prefix found(prefix);
    for (const char* name : {"loopback_robot", "drive", "compose", "load"}) {
      (void)found.program("ranvier_nav2", name);
    }
    for (const NavNode& node : ranvier_nav2::nodes()) {
      (void)found.program(node.package, node.program);
    }
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

std::vector<std::string> nav2_deployments() {
  std::vector<std::string> names;
  for (const Deployment& each : kDeployments) names.push_back(std::string("nav2/") + each.name);
  return names;
}

std::vector<Nav2Row> run_nav2(const Nav2Prefix& prefix, int trials, const std::string& record,
                              const std::function<bool(const std::string&)>& wanted,
                              const std::function<void(const std::string&)>& progress) {
  std::vector<Nav2Row> rows;
  std::vector<const Deployment*> chosen;
  for (const Deployment& each : kDeployments) {
    const std::string name = std::string("nav2/") + each.name;
    if (!wanted(name)) continue;
    chosen.push_back(&each);
    rows.push_back({name, {}, {}});
  }
  for (int trial = 0; trial < trials; ++trial) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress(rows[i].name + "  " + std::to_string(trial + 1) + "/" + std::to_string(trials));
      std::string to;
      if (!record.empty())
        to = std::filesystem::absolute(record) /
             (std::string(chosen[i]->name) + "-" + std::to_string(trial + 1));
      run_trial(prefix, *chosen[i], to, rows[i]);
    }
  }
  return rows;
}

void print_nav2(std::ostream& out, const std::vector<Nav2Row>& rows) {
  const Nav2Row* const processes = find_row(rows, "nav2/processes");
  const auto of_processes = [&](double Nav2Trial::* what) {
    return processes ? spread(processes->trials, what).mean : 0;
  };
  const auto line = [&out](const Words& cells) {
    constexpr std::array<int, 8> kWidths = {22, 10, 18, 10, 18, 10, 16, 16};
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out << (i == 0 ? std::left : std::right) << std::setw(kWidths[i]) << cells[i];
    }
    out << "\n";
  };
  line({"deployment", "reached", "CPU, % core", "", "PSS, MB", "", "paper: CPU", "paper: PSS"});
  for (const Nav2Row& row : rows) {
    const Spread cpu = spread(row.trials, &Nav2Trial::cpu_percent);
    const Spread pss = spread(row.trials, &Nav2Trial::pss_mb);
    Published published{};
    for (const Deployment& each : kDeployments) {
      if (row.name == std::string("nav2/") + each.name) published = each.published;
    }
    line({row.name,
          std::to_string(row.trials.size()) + "/" +
              std::to_string(row.trials.size() + row.errors.size()),
          with_deviation(cpu), saved(cpu.mean, of_processes(&Nav2Trial::cpu_percent)),
          with_deviation(pss), saved(pss.mean, of_processes(&Nav2Trial::pss_mb)),
          published_number(published.cpu_percent), published_number(published.pss_mb)});
    for (const std::string& error : row.errors) out << "  ERROR: " << error << "\n";
  }
}

nlohmann::ordered_json nav2_json(const std::vector<Nav2Row>& rows) {
  nlohmann::ordered_json json;
  json["bench"] = "nav2";
  for (const auto& [key, value] : machine_facts()) json["machine"][key] = value;
  json["cases"] = nlohmann::ordered_json::array();
  for (const Nav2Row& row : rows) {
    nlohmann::ordered_json one;
    one["name"] = row.name;
    for (const Nav2Trial& trial : row.trials) {
      one["cpu_percent"].push_back(trial.cpu_percent);
      one["pss_mb"].push_back(trial.pss_mb);
      one["window_s"].push_back(trial.seconds);
    }
    one["errors"] = row.errors;
    json["cases"].push_back(std::move(one));
  }
  return json;
}

}  // namespace ranvier::bench
