#include "session_command.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "ranvier/trace/control.h"

namespace ranvier::apps {
namespace {

using namespace trace;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxDomain = 232;

struct Options {
  std::string action;
  Session session;
  std::size_t domain = 0;
};

std::optional<std::size_t> number(const std::string& text, std::size_t most) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size() && value <= most) return value;
  std::fprintf(stderr, "'%s' is not a whole number from 0 to %zu.\n", text.c_str(), most);
  return std::nullopt;
}

std::optional<Options> parse(const std::vector<std::string>& words) {
  if (words.size() < 2) return std::nullopt;
  Options options;
  options.action = words[0];
  options.session.name = words[1];
  const char* variable = std::getenv("ROS_DOMAIN_ID");
  std::string domain = variable && *variable ? variable : "0";
  for (std::size_t i = 2; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--flight") {
      options.session.keeps_last = true;
    } else if (words[i] == "--lttng") {
      options.session.by_lttng = true;
    } else if (words[i] == "--domain" && has_value) {
      domain = words[++i];
    } else if (words[i] == "--directory" && has_value) {
      options.session.directory = std::filesystem::absolute(words[++i]);
    } else if (words[i] == "--events" && has_value) {
      options.session.events.push_back(words[++i]);
    } else if (words[i] == "--buffer" && has_value) {
      const auto kilobytes = number(words[++i], 1024 * 1024);
      if (!kilobytes) return std::nullopt;
      options.session.buffer_kilobytes = *kilobytes;
    } else {
      return std::nullopt;
    }
  }
  const auto id = number(domain, kMaxDomain);
  if (!id) return std::nullopt;
  options.domain = *id;
  return options;
}

void print(const Json& json) {
  std::puts(json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.what.c_str());
  return 1;
}

int print_participants(const Result<std::vector<Participant>>& told) {
  if (!told) return fail(told.error());
  Json json;
  json["processes"] = Json::array();
  for (const Participant& one : *told) {
    json["processes"].push_back({{"program", one.program},
                                 {"pid", one.pid},
                                 {"trace", one.trace},
                                 {"complaint", one.complaint}});
  }
  print(json);
  return 0;
}

int print_saved(const Result<std::vector<std::string>>& saved) {
  if (!saved) return fail(saved.error());
  Json json;
  json["saved"] = *saved;
  print(json);
  return 0;
}

int print_session(const Result<Session>& session) {
  if (!session) return fail(session.error());
  print({{"name", session->name},
         {"directory", session->directory},
         {"events", session->events},
         {"buffer_kilobytes", session->buffer_kilobytes},
         {"flight", session->keeps_last},
         {"recorder", session->by_lttng ? "lttng" : "ranvier"},
         {"paused", session->paused}});
  return 0;
}

int wrong_usage() {
  std::fprintf(stderr, "usage:\n%s", kSessionUsage);
  return 2;
}

}  // namespace

int run_session(const std::vector<std::string>& words) {
  auto options = parse(words);
  if (!options) return wrong_usage();
  auto folder = SessionFolder::open();
  if (!folder) return fail(folder.error());
  const SessionControl control(std::move(*folder), options->domain);
  const std::string& name = options->session.name;
  if (options->action == "pause") return print_participants(control.pause(name));
  if (options->action == "resume") return print_participants(control.resume(name));
  if (options->action == "stop") return print_participants(control.stop(name));
  if (options->action == "snapshot") return print_saved(control.snapshot(name));
  if (options->action == "show") return print_session(control.find(name));
  if (options->action != "start" || options->session.directory.empty()) return wrong_usage();
  if (options->session.events.empty()) options->session.events = {"*"};
  return print_participants(control.start(options->session));
}

}  // namespace ranvier::apps
