#include "ranvier/node/yaml.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace ranvier {
namespace {

constexpr const char* kLibrary = "libyaml-0.so.2";

/// The functions that we use. Loaded once, never unloaded.
struct Library {
  decltype(&::yaml_parser_initialize) parser_initialize = nullptr;
  decltype(&::yaml_parser_set_input_string) parser_set_input_string = nullptr;
  decltype(&::yaml_parser_parse) parser_parse = nullptr;
  decltype(&::yaml_parser_delete) parser_delete = nullptr;
  decltype(&::yaml_event_delete) event_delete = nullptr;
  bool complete = false;
};

template <class Function>
bool load(void* handle, const char* name, Function& to) {
  to = reinterpret_cast<Function>(::dlsym(handle, name));
  return to != nullptr;
}

Library load_library() {
  Library library;
  void* handle = ::dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL);
  if (!handle) return library;
  library.complete =
      load(handle, "yaml_parser_initialize", library.parser_initialize) &&
      load(handle, "yaml_parser_set_input_string", library.parser_set_input_string) &&
      load(handle, "yaml_parser_parse", library.parser_parse) &&
      load(handle, "yaml_parser_delete", library.parser_delete) &&
      load(handle, "yaml_event_delete", library.event_delete);
  return library;
}

const Library& library() {
  static const Library loaded = load_library();
  return loaded;
}

}  // namespace

Result<std::string> read_text(const std::string& path, const std::string& origin) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Error{Code::kNotFound, origin + " cannot be opened: " + std::strerror(errno) +
                                      ". Check the path; a relative one starts in the working "
                                      "directory."};
  }
  std::string text((std::istreambuf_iterator<char>(file)), {});
  if (file.bad()) return Error{Code::kWorld, origin + " cannot be read: is it a folder?"};
  return text;
}

struct YamlReader::State {
  yaml_parser_t parser;
  yaml_event_t event;
  bool has_event = false;
  std::string origin;
};

void YamlReader::Close::operator()(State* state) const {
  if (state->has_event) library().event_delete(&state->event);
  library().parser_delete(&state->parser);
  delete state;
}

Result<YamlReader> YamlReader::open(std::string_view text, std::string origin) {
  if (!library().complete) {
    return Error{Code::kWorld, origin + " cannot be read: the library " + std::string(kLibrary) +
                                   " is not there. Install the package libyaml-0-2."};
  }
  auto made = std::make_unique<State>();
  if (!library().parser_initialize(&made->parser)) {
    return Error{Code::kWorld, origin + " cannot be read: out of memory"};
  }
  made->origin = std::move(origin);
  library().parser_set_input_string(
      &made->parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return YamlReader(std::unique_ptr<State, Close>(made.release()));
}

Result<const yaml_event_t*> YamlReader::next() {
  State& state = *state_;
  if (std::exchange(state.has_event, false)) library().event_delete(&state.event);
  if (!library().parser_parse(&state.parser, &state.event)) {
    const auto line = state.parser.problem_mark.line + 1;
    return Error{Code::kInvalidArgument,
                 state.origin + ", line " + std::to_string(line) + ": not valid YAML: " +
                     (state.parser.problem ? state.parser.problem : "it cannot be read") +
                     ". Write text with special characters in quotes: 'x: y'."};
  }
  state.has_event = true;
  return &state.event;
}

std::string YamlReader::where() const {
  return state_->origin + ", line " + std::to_string(state_->event.start_mark.line + 1);
}

}  // namespace ranvier
