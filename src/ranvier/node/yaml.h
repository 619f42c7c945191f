// YAML as a stream of events, by libyaml, loaded at the first use.
//
// Most processes are never given a parameter: they must not pay for loading a
// library. dlopen() costs them nothing, and a process that needs it and has it
// not gets an error that names the package.
#pragma once

#include <yaml.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "ranvier/base/result.h"

namespace ranvier {

/// The text of a file. @param origin  its name in errors, as "parameter file 'a.yaml'".
Result<std::string> read_text(const std::string& path, const std::string& origin);

/// Reads events one after the other.
///
/// Threads: one at a time. Input must outlive the reader.
class YamlReader final {
 public:
  /// `origin` is the input's name in messages.
  static Result<YamlReader> open(std::string_view text, std::string origin);

  /// The next event; fails where the text is no YAML.
  /// Contract: valid until the next call.
  Result<const yaml_event_t*> next();
  /// "<origin>, line <n>": where the last event began.
  std::string where() const;

 private:
  struct State;
  struct Close {
    void operator()(State* state) const;
  };
  explicit YamlReader(std::unique_ptr<State, Close> state) : state_(std::move(state)) {}

  std::unique_ptr<State, Close> state_;
};

}  // namespace ranvier
