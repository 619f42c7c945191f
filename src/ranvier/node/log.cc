#include "ranvier/node/log.h"

#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ranvier/node/log_output.h"

namespace ranvier {
namespace {

std::int64_t system_now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

// The parent of "a.b" is "a", of "a" is "".
std::string_view parent_of(std::string_view name) {
  const auto dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
}

}  // namespace

/// All loggers by name, and the levels from which their thresholds follow.
/// Lock order: innermost.
class LoggerTable {
 public:
  // Never destroyed: static objects may log while the process ends.
  static LoggerTable& get() {
    static auto& table = *new LoggerTable;
    return table;
  }

  Logger& at(std::string_view name) {
    const std::lock_guard lock(mutex_);
    return find_or_make(name);
  }

  void set_level(std::string_view name, int severity) {
    const std::lock_guard lock(mutex_);
    find_or_make(name).level_.store(severity, std::memory_order_relaxed);
    refresh();
  }

  void clear_levels() {
    const std::lock_guard lock(mutex_);
    for (auto& [name, entry] : loggers_) entry->level_.store(kUnset, std::memory_order_relaxed);
    refresh();
  }

 private:
  Logger& find_or_make(std::string_view name) {
    if (const auto found = loggers_.find(name); found != loggers_.end()) return *found->second;
    auto made = std::make_unique<Logger>(std::string(name));
    Logger& entry = *made;
    loggers_.emplace(std::string_view(entry.name()), std::move(made));
    entry.threshold_.store(effective(name), std::memory_order_relaxed);
    return entry;
  }

  int effective(std::string_view name) const {
    for (;; name = parent_of(name)) {
      const auto found = loggers_.find(name);
      const int level = found == loggers_.end() ? int{kUnset} : found->second->level();
      if (level != kUnset) return level;
      if (name.empty()) return kInfo;
    }
  }

  void refresh() {
    for (auto& [name, entry] : loggers_) {
      entry->threshold_.store(effective(name), std::memory_order_relaxed);
    }
  }

  std::mutex mutex_;
  std::unordered_map<std::string_view, std::unique_ptr<Logger>> loggers_;
};

Logger& logger(std::string_view name) { return LoggerTable::get().at(name); }

void set_log_level(std::string_view name, int severity) {
  LoggerTable::get().set_level(name, severity);
}

int default_log_level() noexcept {
  static const Logger& root = logger("");
  return root.threshold().load(std::memory_order_relaxed);
}

namespace {

/// Says that this thread is inside a sink, for a scope.
class InSink {
 public:
  InSink() { inside_ = true; }
  ~InSink() { inside_ = false; }
  static bool here() { return inside_; }

 private:
  static thread_local bool inside_;
};
thread_local bool InSink::inside_ = false;

/// The receivers of lines. Lines are given under a shared lock: a sink that
/// waits for a thread that logs would otherwise wait for ever.
class Sinks {
 public:
  static Sinks& get() {
    static auto& sinks = *new Sinks;  // see LoggerTable
    return sinks;
  }

  int add(LogSink sink) {
    const std::lock_guard lock(mutex_);
    sinks_.emplace_back(++last_id_, std::move(sink));
    return last_id_;
  }

  void remove(int id) {
    const std::lock_guard lock(mutex_);
    std::erase_if(sinks_, [id](const auto& entry) { return entry.first == id; });
  }

  void give(const LogLine& line) {
    if (InSink::here()) return;  // a sink that logs would call itself for ever
    const InSink inside;
    const std::shared_lock lock(mutex_);
    for (const auto& [id, sink] : sinks_) sink(line);
  }

 private:
  std::shared_mutex mutex_;
  std::vector<std::pair<int, LogSink>> sinks_;
  int last_id_ = 0;
};

}  // namespace

int add_log_sink(LogSink sink) { return Sinks::get().add(std::move(sink)); }

void remove_log_sink(int id) { Sinks::get().remove(id); }

void log_text(const Logger& logger, int severity, const LogLocation& where,
              std::string_view message) {
  const LogLine line{logger.name(), severity, system_now_ns(), message, where};
  LogOutput::get().write(line);
  Sinks::get().give(line);
}

void log_made(const char* kind, const std::string& name) {
  const Logger& core = logger("rcl");
  if (core.enabled(kDebug)) log(core, kDebug, {}, "%s '%s' is made", kind, name.c_str());
}

void vlog(const Logger& logger, int severity, const LogLocation& where, const char* format,
          std::va_list arguments) {
  char small[512];
  std::va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(small, sizeof small, format, arguments);
  if (length < static_cast<int>(sizeof small)) {
    log_text(logger, severity, where, length < 0 ? format : std::string_view(small, length));
  } else {
    std::string large(static_cast<std::size_t>(length), '\0');
    std::vsnprintf(large.data(), large.size() + 1, format, again);
    log_text(logger, severity, where, large);
  }
  va_end(again);
}

void log(const Logger& logger, int severity, const LogLocation& where, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  vlog(logger, severity, where, format, arguments);
  va_end(arguments);
}

void set_log_outputs(const LogOutputs& outputs) { LogOutput::get().set_outputs(outputs); }

LogOutputs log_outputs() { return LogOutput::get().outputs(); }

void set_console_writer(std::function<void(const LogLine&)> writer) {
  LogOutput::get().set_console_writer(std::move(writer));
}

void write_to_console(const LogLine& line) { LogOutput::get().write_to_console(line); }

std::string format_log_line(const LogLine& line) {
  return format_log_line(LogOutput::get().format(), line);
}

std::string log_file_path() { return LogOutput::get().file_path(); }

void reset_logging() {
  LoggerTable::get().clear_levels();
  LogOutput::get().reset();
}

}  // namespace ranvier
