#include "options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace ranvier::micro {
namespace {

std::optional<ClientKey> key_of(const std::string& text) {
  char* end = nullptr;
  const unsigned long number = std::strtoul(text.c_str(), &end, 16);
  if (text.empty() || *end != '\0' || number == 0 || number > 0xffffffffu) return {};
  ClientKey key;
  for (std::size_t i = 0; i < key.size(); ++i) {
    key[i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  }
  return key;
}

void add_options(CLI::App& app, CommandLine& to) {
  app.add_option("transport", to.transport, "how boards reach the agent")
      ->required()
      ->check(CLI::IsMember(
          {"udp4", "udp6", "tcp4", "tcp6", "serial", "multiserial", "pseudoterminal"}));
  app.add_option("-p,--port", to.port, "of udp and tcp; 0: any free one")->capture_default_str();
  app.add_option("-D,--dev,--devs", to.devices, "of serial lines");
  app.add_option("-b,--baudrate", to.baud, "of serial lines")->capture_default_str();
  app.add_option("-d,--discovery", to.discovery, "answer discovery on this port (7400)")
      ->expected(0, 1)
      ->default_str("7400");
  app.add_option("-r,--refs", to.references, "file with the profiles that boards refer to");
  app.add_option("--clients", to.clients, "most clients at a time")->capture_default_str();
  app.add_option("--logins", to.logins, "most logins a second")->capture_default_str();
  app.add_option("--liveliness", to.liveliness_ms,
                 "ms of silence after which a board is gone, unless it says so itself; 0: never")
      ->capture_default_str();
  app.add_option("--graph", to.graph_bytes,
                 "bytes of the graph for boards that do not say what they take; 0: four messages")
      ->check(CLI::Range(0, 65'000))
      ->capture_default_str();
  app.add_option("--fragments", to.fragment_bytes,
                 "bytes, of all boards, of samples that come in fragments and are not whole yet")
      ->capture_default_str();
  app.add_option("--statistics", to.statistics_s,
                 "seconds between two messages on /diagnostics about what was counted; 0: none")
      ->capture_default_str();
  app.add_option("--allow", to.allowed, "key of a client, in hex, that may log in; others may not");
  app.add_option("--allow-from", to.allowed_from,
                 "address (10.0.0.7, fd00::7) or range of them (10.0.0.0/24) that udp and tcp "
                 "take from; what others send is dropped");
}

}  // namespace

std::optional<int> parse_command_line(int argc, char** argv, CommandLine& to) {
  CLI::App app("Brings microcontrollers (DDS-XRCE, micro-ROS) into the graph.");
  std::string middleware, verbosity;
  add_options(app, to);
  app.add_option("-m,--middleware", middleware, "taken, without an effect");
  app.add_option("-v,--verbose", verbosity, "taken, without an effect");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  if (app.count("--discovery") != 0 && !to.discovery) to.discovery = 7400;
  if (const char* domain = std::getenv("XRCE_DOMAIN_ID_OVERRIDE"); domain && *domain) {
    to.domain = std::strtoul(domain, nullptr, 10);
  }
  return {};
}

Result<AllowList> allowed_addresses(const CommandLine& line) {
  AllowList list;
  for (const std::string& text : line.allowed_from) {
    auto range = AddressRange::parse(text);
    if (!range) return Error{Code::kInvalidArgument, "--allow-from: " + range.error().what};
    if (range->is_ipv6() && line.transport.ends_with("4")) {
      return Error{Code::kInvalidArgument, "--allow-from " + text + ": no board with an IPv6 " +
                                               "address comes over " + line.transport +
                                               ". Name an IPv4 address, or use udp6 or tcp6."};
    }
    list.push_back(*range);
  }
  return list;
}

Result<Agent::Options> agent_options(const CommandLine& line) {
  Agent::Options options;
  options.most_clients = line.clients;
  options.logins_per_second = line.logins;
  options.liveliness_ms = line.liveliness_ms;
  options.graph_bytes = line.graph_bytes;
  options.fragment_bytes = line.fragment_bytes;
  for (const std::string& text : line.allowed) {
    const auto key = key_of(text);
    if (!key) {
      return Error{Code::kInvalidArgument,
                   "--allow " + text +
                       " is no key of a client: it has up to eight hex digits, and "
                       "is not 0"};
    }
    options.keys.insert(*key);
  }
  if (!line.references.empty()) {
    std::ifstream file(line.references);
    std::stringstream text;
    text << file.rdbuf();
    if (!file || !options.references.read(text.str())) {
      return Error{Code::kInvalidArgument, "--refs " + line.references +
                                               " is no XML file with <profiles> that have a "
                                               "profile_name"};
    }
  }
  return options;
}

}  // namespace ranvier::micro
