// The writers behind log(): console and file.
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "ranvier/node/log_line.h"

namespace ranvier {

/// Owns the streams that lines are written to.
///
/// Threads: any; a line is written whole. Lock order: innermost.
class LogOutput final {
 public:
  static LogOutput& get();

  /// Writes to what is on. Contract: blocks on the streams; allocates.
  void write(const LogLine& line);
  void write_to_console(const LogLine& line);

  void set_outputs(const LogOutputs& outputs);
  LogOutputs outputs() const;
  void set_console_writer(std::function<void(const LogLine&)> writer);
  std::string format() const;
  std::string file_path() const;
  void reset();

 private:
  using ConsoleWriter = std::shared_ptr<const std::function<void(const LogLine&)>>;

  /// What the environment asks for, read once.
  struct Settings {
    std::string format;
    std::FILE* stream = stderr;
    bool colour = false;
  };

  LogOutput() = default;
  const Settings& settings();  // with mutex_ held
  void put_on_console(const LogLine& line, const std::string& text);
  void put_in_file(const std::string& text);
  void open_file();

  mutable std::mutex mutex_;
  std::unique_ptr<Settings> settings_;
  LogOutputs outputs_;
  ConsoleWriter console_writer_;
  std::string file_path_;
  int file_ = -1;
  bool file_tried_ = false;
};

}  // namespace ranvier
