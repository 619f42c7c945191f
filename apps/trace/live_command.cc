#include "live_command.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <memory>
#include <optional>

#include "live_page.h"
#include "live_session.h"
#include "ranvier/os/clock.h"
#include "terminal.h"
#include "words.h"

namespace ranvier::apps {
namespace {

using namespace trace_model;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxDomain = 232;

struct Options {
  std::size_t domain = 0;
  double interval = 1, window = 10;  // seconds
  std::size_t kilobytes = 1024;
  ChainQuery query;
  bool once = false, json = false;
};

bool put_value(Options& options, const std::string& key, const std::string& value) {
  if (key == "--domain") return read_number<std::size_t>(key, value, 0, kMaxDomain, options.domain);
  if (key == "--interval") return read_number(key, value, 0.1, 3600.0, options.interval);
  if (key == "--window") return read_number(key, value, 0.1, 86400.0, options.window);
  if (key == "--buffer") {
    return read_number<std::size_t>(key, value, 64, 1024 * 1024, options.kilobytes);
  }
  if (key != "--chain") return false;
  options.query = {ChainQuery::What::kNamed, names_in(value)};
  return !options.query.names.empty();
}

std::optional<Options> parse(const std::vector<std::string>& words) {
  Options options;
  const char* domain = std::getenv("ROS_DOMAIN_ID");
  const bool has_domain = std::find(words.begin(), words.end(), "--domain") != words.end();
  if (domain && *domain && !has_domain && !put_value(options, "--domain", domain)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "--once") {
      options.once = true;
    } else if (words[i] == "--json") {
      options.json = true;
    } else if (words[i] == "--hops") {
      options.query.what = ChainQuery::What::kHops;
    } else if (i + 1 == words.size() || !put_value(options, words[i], words[i + 1])) {
      return std::nullopt;
    } else {
      ++i;
    }
  }
  return options;
}

std::chrono::nanoseconds processor_time() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& t) {
    return std::chrono::seconds(t.tv_sec) + std::chrono::microseconds(t.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

Nanoseconds nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

/// Looks, adds up, and shows.
class Live final {
 public:
  Live(const Options& options, LiveSession& session, Commands& commands)
      : options_(options),
        session_(session),
        commands_(commands),
        window_(std::max(nanoseconds(options.window), nanoseconds(options.interval))) {
    if (!options.once && !options.json && ::isatty(STDOUT_FILENO) == 1) terminal_.emplace();
  }

  int run() {
    state_.domain = options_.domain;
    const auto interval = std::chrono::nanoseconds(nanoseconds(options_.interval));
    auto next = Clock::now() + interval;
    if (terminal_) show();
    while (wait_until(next)) {
      if (!look()) return 1;
      if (!show()) return 0;
      if (options_.once) return state_.processes > 0 ? 0 : 1;
      next = std::max(next + interval, Clock::now());  // one that came late is left out
    }
    return 0;
  }
  /// Why look() failed.
  [[nodiscard]] const std::string& failure() const { return failure_; }

 private:
  // False: it is asked to leave.
  bool wait_until(Clock::time_point next) {
    for (;;) {
      const auto said = commands_.wait(next, terminal_ && terminal_->has_keys());
      if (said == Commands::Said::kLeave) return false;
      if (said == Commands::Said::kNothing) return true;
      if (terminal_ && !show()) return false;
    }
  }

  bool look() {
    auto now = session_.look(options_.query);
    if (!now) {
      failure_ = now.error().what;
      return false;
    }
    state_.processes = static_cast<std::size_t>(
        std::count_if(now->processes.begin(), now->processes.end(),
                      [](const trace::Participant& one) { return !one.trace.empty(); }));
    state_.complaints = std::move(now->complaints);
    // Where nobody recorded, nothing happened that could have been seen.
    Look nothing;
    nothing.asked = now->asked.count();
    nothing.seen = state_.processes == 0 ? nothing.asked : 0;
    window_.add(now->look ? std::move(*now->look) : std::move(nothing));
    state_.recent = window_.recent(options_.query.what == ChainQuery::What::kWhole);
    const auto used = processor_time();
    state_.cpu = static_cast<double>((used - used_).count()) /
                 static_cast<double>(std::max<std::int64_t>(now->asked.count(), 1));
    used_ = used;
    return true;
  }

  bool show() {
    if (options_.json) return put_out(live_json(state_, system_ns()) + "\n");
    if (!terminal_) return put_out(live_text(state_));
    const auto size = terminal_->size();
    return terminal_->show(live_page(state_, size.width, size.height));
  }

  const Options& options_;
  LiveSession& session_;
  Commands& commands_;
  Window window_;
  LiveState state_;
  std::chrono::nanoseconds used_ = processor_time();
  std::string failure_;
  std::optional<Terminal> terminal_;
};

}  // namespace

int run_live(const std::vector<std::string>& words) {
  const auto options = parse(words);
  if (!options) {
    std::fprintf(stderr, "usage:\n%s", kLiveUsage);
    return 2;
  }
  Commands commands;  // before there is anything that a signal would leave behind
  auto session = LiveSession::start(options->domain, options->kilobytes);
  if (!session) {
    std::fprintf(stderr, "%s\n", session.error().what.c_str());
    return 1;
  }
  std::string failure;
  int code = 0;
  {
    Live live(*options, **session, commands);
    code = live.run();
    failure = live.failure();
  }  // the terminal is as it was: it may be written to
  if (!failure.empty()) std::fprintf(stderr, "%s\n", failure.c_str());
  return code;
}

}  // namespace ranvier::apps
