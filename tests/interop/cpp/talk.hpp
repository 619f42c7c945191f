// How a test and the C++ programs of the interop tests talk: commands as lines
// on stdin, events as JSON lines on stdout. The end of stdin ends a program, so
// that nothing outlives the test that started it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace interop {

/// One event, written as one line when it goes out of scope.
/// Threads: each event belongs to one; lines of several never mix.
class Event {
 public:
  explicit Event(const std::string& name);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  Event& put(const std::string& key, std::int64_t value);
  Event& put(const std::string& key, const std::string& value);
  Event& put(const std::string& key, const std::vector<std::string>& values);
  /// `json` stands as it is.
  Event& put_json(const std::string& key, const std::string& json);

 private:
  std::string text_;
};

std::string quoted(const std::string& text);
std::string json_list(const std::vector<std::string>& values);

using Words = std::vector<std::string>;

/// Calls `obey` with the words of each line of stdin, in a thread of its own,
/// and `at_end` when stdin ends. An exception of `obey` becomes an event
/// "error" and the next line is read.
class Commands {
 public:
  Commands(std::function<void(const Words&)> obey, std::function<void()> at_end);
  ~Commands();

 private:
  std::thread reader_;
};

/// The text of a given length and phase: letter i is 'a' + (phase + i) % 26.
std::string pattern(std::size_t phase, std::size_t size);
/// The phase of a text that pattern() made; -1 for any other text.
int phase_of(const std::string& text);

/// Nanoseconds since the epoch.
std::int64_t wall_ns();

/// `--key value` and `--flag` of the command line.
class Options {
 public:
  Options(int argc, char** argv);
  std::string mode;
  bool has(const std::string& key) const { return values_.count(key) != 0; }
  std::string get(const std::string& key, const std::string& otherwise) const;
  std::int64_t number(const std::string& key, std::int64_t otherwise) const;

 private:
  std::map<std::string, std::string> values_;
};

/// What a program can do, by the first word of its command line.
using Modes = std::map<std::string, std::function<void(const Options&)>>;

/// Does what the command line asks for. What it throws, or a mode that is not there, is a line of
/// stderr that begins with `who`. @return the status of the program.
int run_mode(int argc, char** argv, const std::string& who, const Modes& modes);

}  // namespace interop
