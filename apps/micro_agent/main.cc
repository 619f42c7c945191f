// The agent as a program.
#include <sys/resource.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "installed_types.h"
#include "micro/agent/carriers.h"
#include "micro/agent/core_bus.h"
#include "micro/agent/statistics.h"
#include "options.h"
#include "ranvier/assemble/assemble.h"
#include "ranvier/base/for_c.h"

namespace ranvier::micro {
namespace {

Loop* running = nullptr;
std::atomic<bool> report_wanted{false};

void on_stop(int) { running->stop(); }
void on_report(int) {
  report_wanted.store(true);
  running->wake();
}

void warn(const std::string& text) { log_text(logger("micro_agent"), kWarn, {}, text); }
void inform(const std::string& text) { log_text(logger("micro_agent"), kInfo, {}, text); }

// Tells what was counted: when a signal asks, and every so often on a topic.
class Reporter {
 public:
  Reporter(const CommandLine& line, Bus& bus) : line_(line), bus_(bus) {}

  Result<void> open() {
    if (line_.statistics_s == 0) return {};
    auto topic = StatisticsTopic::open(bus_, static_cast<std::int16_t>(line_.domain.value_or(0)));
    if (!topic) return topic.error();
    topic_ = std::move(*topic);
    return {};
  }
  std::int64_t due() const {
    return topic_ ? told_ms_ + std::int64_t{line_.statistics_s} * 1000 : kNever;
  }
  void tick(const Agent& agent, std::int64_t now) {
    if (now < due()) return;
    told_ms_ = now;
    if (const auto sent = topic_->publish(agent); !sent) warn(sent.error().what);
  }
  void report_if_wanted(const Agent& agent) {
    if (report_wanted.exchange(false)) inform(told(agent));
  }

 private:
  const CommandLine& line_;
  Bus& bus_;
  std::unique_ptr<StatisticsTopic> topic_;
  std::int64_t told_ms_ = 0;
};

using Carriers = std::vector<std::unique_ptr<Carrier>>;

Result<void> add(Carriers& to, Result<std::unique_ptr<Carrier>> opened) {
  if (!opened) return opened.error();
  to.push_back(std::move(*opened));
  return {};
}

Result<void> open_lines(const CommandLine& line, Loop& loop, Agent& agent, Carriers& to) {
  if (!line.allowed_from.empty()) {
    return Error{Code::kInvalidArgument, "--allow-from " + line.allowed_from[0] +
                                             ": boards on a serial line have no address. Name "
                                             "their keys with --allow."};
  }
  if (line.transport == "pseudoterminal") {
    std::string device;
    if (auto opened = add(to, open_pseudoterminal(loop, agent, &device)); !opened) return opened;
    inform("boards open " + device);
    return {};
  }
  if (line.devices.empty()) {
    return Error{Code::kInvalidArgument, line.transport + " needs a device: --dev /dev/ttyUSB0"};
  }
  for (const std::string& device : line.devices) {
    if (auto opened = add(to, open_serial(loop, agent, device, line.baud)); !opened) return opened;
    inform("boards come in on " + device);
  }
  return {};
}

Result<void> open_all(const CommandLine& line, Loop& loop, Agent& agent, Carriers& to) {
  const bool udp = line.transport.starts_with("udp"), tcp = line.transport.starts_with("tcp");
  if (!udp && !tcp) return open_lines(line, loop, agent, to);
  NetOptions options;
  options.ipv6 = line.transport.ends_with("6");
  options.port = line.port;
  auto allowed = allowed_addresses(line);
  if (!allowed) return allowed.error();
  options.allowed = std::move(*allowed);
  std::uint16_t port = 0;
  auto opened = udp ? open_udp(loop, agent, options, &port) : open_tcp(loop, agent, options, &port);
  if (auto added = add(to, std::move(opened)); !added) return added;
  if (line.discovery) {
    agent.set_addresses(own_addresses(options.ipv6, port));
    options.port = *line.discovery;
    auto added = add(to, open_discovery(loop, agent, std::move(options)));
    if (!added) return added;
  }
  inform("boards come in on " + line.transport + " port " + std::to_string(port));
  return {};
}

// Each connection is a file: as many as the system lets this process have.
void raise_file_limit() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

Result<void> run(const CommandLine& line) {
  raise_file_limit();
  auto options = agent_options(line);
  if (!options) return options.error();
  auto loop = Loop::open();
  if (!loop) return loop.error();
  CoreBus bus(
      [&line](std::size_t domain) {
        return make_context({.domain = line.domain.value_or(domain), .enclave = "/"});
      },
      &installed_type);
  Agent agent(std::move(*options), bus, [&] { (*loop)->wake(); }, &warn);
  Carriers carriers;
  running = loop->get();
  std::signal(SIGINT, for_c<on_stop>());
  std::signal(SIGTERM, for_c<on_stop>());
  std::signal(SIGUSR1, for_c<on_report>());
  if (auto opened = open_all(line, **loop, agent, carriers); !opened) return opened;
  std::fflush(nullptr);
  Reporter reporter(line, bus);
  if (auto opened = reporter.open(); !opened) return opened;
  (*loop)->run(
      [&] {
        agent.tick(steady_ms());
        reporter.tick(agent, steady_ms());
      },
      [&] {
        agent.run_woken(steady_ms());
        reporter.report_if_wanted(agent);
      },
      [&] { return std::min(agent.due(), reporter.due()); });
  return {};
}

}  // namespace
}  // namespace ranvier::micro

int main(int argc, char** argv) {
  ranvier::micro::CommandLine line;
  if (const auto status = ranvier::micro::parse_command_line(argc, argv, line)) return *status;
  if (const auto ran = ranvier::micro::run(line); !ran) {
    std::fprintf(stderr, "ranvier-micro-agent: %s\n", ran.error().what.c_str());
    return 1;
  }
  return 0;
}
