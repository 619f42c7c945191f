#include "ranvier/node/log_output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ranvier {
namespace {

constexpr const char* kDefaultFormat = "[{severity}] [{time}] [{name}]: {message}";

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

// "1" or "0"; anything else is said aloud and the default is taken.
int environment_switch(const char* name, int otherwise) {
  const char* value = environment(name);
  if (!value) return otherwise;
  if (std::strcmp(value, "1") == 0) return 1;
  if (std::strcmp(value, "0") == 0) return 0;
  std::fprintf(stderr, "%s is '%s': it must be 0 or 1; ignored.\n", name, value);
  return otherwise;
}

void set_buffering(std::FILE* stream) {
  const int buffered = environment_switch("RCUTILS_LOGGING_BUFFERED_STREAM", -1);
  if (buffered == 1) std::setvbuf(stream, nullptr, _IOLBF, 0);
  if (buffered == 0) std::setvbuf(stream, nullptr, _IONBF, 0);
}

const char* colour_of(int severity) {
  if (severity >= kFatal) return "\033[35m";
  if (severity >= kError) return "\033[31m";
  if (severity >= kWarn) return "\033[33m";
  if (severity >= kInfo) return "\033[0m";
  return "\033[32m";
}

void write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // a full disk must not stop the program
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string executable_name() {
  std::error_code ignored;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return path.empty() ? "program" : path.filename().string();
}

std::int64_t milliseconds_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

std::string log_directory() {
  if (const char* directory = environment("ROS_LOG_DIR")) {
    return directory[0] == '~' && environment("HOME")
               ? std::string(environment("HOME")) + (directory + 1)
               : directory;
  }
  if (const char* home = environment("ROS_HOME")) return std::string(home) + "/log";
  const char* home = environment("HOME");
  return std::string(home ? home : "/tmp") + "/.ros/log";
}

LogOutput& LogOutput::get() {
  static auto& output = *new LogOutput;  // static objects may log at the end
  return output;
}

const LogOutput::Settings& LogOutput::settings() {
  if (settings_) return *settings_;
  settings_ = std::make_unique<Settings>();
  const char* format = environment("RCUTILS_CONSOLE_OUTPUT_FORMAT");
  settings_->format = format ? format : kDefaultFormat;
  settings_->stream = environment_switch("RCUTILS_LOGGING_USE_STDOUT", 0) ? stdout : stderr;
  set_buffering(settings_->stream);
  settings_->colour =
      environment_switch("RCUTILS_COLORIZED_OUTPUT", ::isatty(fileno(settings_->stream))) != 0;
  return *settings_;
}

void LogOutput::write(const LogLine& line) {
  ConsoleWriter writer;
  {
    const std::lock_guard lock(mutex_);
    const std::string text = format_log_line(settings().format, line);
    if (outputs_.file) put_in_file(text);
    if (outputs_.console && !console_writer_) put_on_console(line, text);
    if (outputs_.console) writer = console_writer_;
  }
  if (writer) (*writer)(line);
}

void LogOutput::write_to_console(const LogLine& line) {
  const std::lock_guard lock(mutex_);
  put_on_console(line, format_log_line(settings().format, line));
}

void LogOutput::put_on_console(const LogLine& line, const std::string& text) {
  std::string whole;
  whole.reserve(text.size() + 16);
  if (settings_->colour) whole += colour_of(line.severity);
  whole += text;
  if (settings_->colour) whole += "\033[0m";
  whole += '\n';
  std::fwrite(whole.data(), 1, whole.size(), settings_->stream);
}

void LogOutput::put_in_file(const std::string& text) {
  if (!file_tried_) open_file();
  if (file_ < 0) return;
  write_all(file_, text + "\n");
}

void LogOutput::open_file() {
  file_tried_ = true;
  const std::string directory = log_directory();
  std::error_code failure;
  std::filesystem::create_directories(directory, failure);
  const std::string prefix =
      outputs_.file_prefix.empty() ? executable_name() : outputs_.file_prefix;
  file_path_ = directory + "/" + prefix + "_" + std::to_string(::getpid()) + "_" +
               std::to_string(milliseconds_now()) + ".log";
  file_ = ::open(file_path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ >= 0) return;
  std::fprintf(stderr,
               "log file '%s' cannot be opened (%s): lines go to the console only. "
               "Set ROS_LOG_DIR to a writable folder.\n",
               file_path_.c_str(), std::strerror(errno));
  file_path_.clear();
}

void LogOutput::set_outputs(const LogOutputs& outputs) {
  const std::lock_guard lock(mutex_);
  outputs_ = outputs;
}

LogOutputs LogOutput::outputs() const {
  const std::lock_guard lock(mutex_);
  return outputs_;
}

void LogOutput::set_console_writer(std::function<void(const LogLine&)> writer) {
  using Writer = std::function<void(const LogLine&)>;
  const std::lock_guard lock(mutex_);
  console_writer_ = writer ? std::make_shared<const Writer>(std::move(writer)) : nullptr;
}

std::string LogOutput::format() const {
  const std::lock_guard lock(mutex_);
  return const_cast<LogOutput*>(this)->settings().format;
}

std::string LogOutput::file_path() const {
  const std::lock_guard lock(mutex_);
  return file_path_;
}

void LogOutput::reset() {
  const std::lock_guard lock(mutex_);
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  file_tried_ = false;
  file_path_.clear();
  settings_.reset();
  outputs_ = {};
  console_writer_.reset();
}

}  // namespace ranvier
