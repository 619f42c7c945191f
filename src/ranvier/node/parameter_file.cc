// Parameter files and the values of -p: YAML of ROS 2's dialect.
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "ranvier/base/numbers.h"
#include "ranvier/node/arguments.h"
#include "ranvier/node/yaml.h"

namespace ranvier {
namespace {

constexpr const char* kParameters = "ros__parameters";
constexpr const char* kBinaryTag = "tag:yaml.org,2002:binary";

bool one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const auto word : words) {
    if (text == word) return true;
  }
  return false;
}

std::optional<bool> as_bool(std::string_view text) {
  if (one_of(text, {"y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) {
    return true;
  }
  if (one_of(text, {"n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) {
    return false;
  }
  return std::nullopt;
}

std::optional<std::int64_t> as_integer(const std::string& text) {
  // Newer C libraries read 0b1 too, which YAML does not know.
  if (text.find_first_of("bB") < text.find_first_of("xX")) return std::nullopt;
  char* end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text.c_str(), &end, 0);
  if (errno != 0 || end == text.c_str() || *end != '\0') return std::nullopt;
  return value;
}

// What strtod() reads in the "C" locale: "nan", "inf" and "0x1p3" too, as ROS 2 does.
std::optional<double> as_double(std::string text) {
  if (one_of(text, {".nan", ".NaN", ".NAN"})) text = "nan";
  else if (one_of(text, {".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"})) text = "inf";
  else if (one_of(text, {"-.inf", "-.Inf", "-.INF"})) text = "-inf";
  return read_double(text);
}

// Four characters of base64 as three bytes; spaces and line ends do not count.
std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t bits = 0;
  std::size_t digits = 0;
  std::size_t padding = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
    const std::size_t digit = c == '=' ? 0 : kDigits.find(c);
    if (digit == kDigits.npos || (padding != 0 && c != '=')) return std::nullopt;
    if (c == '=') ++padding;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++digits % 4 != 0) continue;
    for (const int shift : {16, 8, 0}) bytes.push_back(static_cast<std::uint8_t>(bits >> shift));
  }
  if (digits % 4 != 0 || padding > 2 || padding > bytes.size()) return std::nullopt;
  bytes.resize(bytes.size() - padding);
  return bytes;
}

const char* type_name(const ParameterValue& value) {
  constexpr const char* kNames[] = {"nothing",      "bool",        "integer",    "double",
                                    "string",       "byte array",  "bool array", "integer array",
                                    "double array", "string array"};
  return kNames[value.index()];
}

// ROS 2 heeds the tag of a text alone. That of bytes is what `ros2 param dump` writes.
bool is_tagged(const yaml_event_t& event, const char* as) {
  const auto* tag = event.data.scalar.tag;
  return tag && std::strcmp(reinterpret_cast<const char*>(tag), as) == 0;
}

Error at(const YamlReader& reader, const std::string& what) {
  return {Code::kInvalidArgument, reader.where() + ": " + what};
}

Result<ParameterValue> scalar(const YamlReader& reader, const yaml_event_t& event) {
  const auto& data = event.data.scalar;
  const std::string text(reinterpret_cast<const char*>(data.value), data.length);
  if (is_tagged(event, kBinaryTag)) {
    if (auto bytes = from_base64(text)) return ParameterValue(*std::move(bytes));
    return at(reader, "'" + text + "' is no base64, which !!binary stands before");
  }
  const bool quoted = data.style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
                      data.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  if (!quoted && text.empty()) {
    return at(reader, "a value is missing; write '' for an empty string");
  }
  if (quoted || is_tagged(event, YAML_STR_TAG)) return ParameterValue(text);
  return parse_plain_scalar(text);
}

// Appends `value` to the array that it belongs to; the first decides its type.
template <class T>
bool append_as(ParameterValue& array, ParameterValue& value) {
  T* const element = std::get_if<T>(&value);
  if (!element) return false;
  if (array.index() == 0) array = std::vector<T>();
  auto* const elements = std::get_if<std::vector<T>>(&array);
  if (!elements) return false;
  elements->push_back(std::move(*element));
  return true;
}

// Bytes come as one element each, or as many at once.
bool append_bytes(ParameterValue& array, const ParameterValue& value) {
  const auto* const bytes = std::get_if<std::vector<std::uint8_t>>(&value);
  if (!bytes) return false;
  if (array.index() == 0) array = std::vector<std::uint8_t>();
  auto* const all = std::get_if<std::vector<std::uint8_t>>(&array);
  if (all) all->insert(all->end(), bytes->begin(), bytes->end());
  return all != nullptr;
}

// What becomes of a list of whole numbers and decimals.
enum class Mixed { kRefused, kDecimals };

void to_decimals(ParameterValue& array, ParameterValue& value) {
  auto* const integers = std::get_if<std::vector<std::int64_t>>(&array);
  if (integers && std::holds_alternative<double>(value)) {
    array = std::vector<double>(integers->begin(), integers->end());
  } else if (const auto* integer = std::get_if<std::int64_t>(&value);
             integer && std::holds_alternative<std::vector<double>>(array)) {
    value = static_cast<double>(*integer);
  }
}

bool append(ParameterValue& array, ParameterValue& value, Mixed mixed) {
  if (mixed == Mixed::kDecimals) to_decimals(array, value);
  return append_bytes(array, value) || append_as<bool>(array, value) ||
         append_as<std::int64_t>(array, value) || append_as<double>(array, value) ||
         append_as<std::string>(array, value);
}

// After YAML_SEQUENCE_START_EVENT. An empty array has no type: it is NOT_SET.
Result<ParameterValue> sequence(YamlReader& reader, Mixed mixed) {
  ParameterValue array;
  for (;;) {
    const auto event = reader.next();
    if (!event) return event.error();
    if ((*event)->type == YAML_SEQUENCE_END_EVENT) return array;
    if ((*event)->type != YAML_SCALAR_EVENT) {
      return at(reader, "an array may hold scalars only, no arrays, maps or aliases");
    }
    auto value = scalar(reader, **event);
    if (!value) return value;
    const std::string added = type_name(*value);
    if (!append(array, *value, mixed)) {
      return at(reader, "all elements of an array must have one type: this " + added +
                            " stands in a " + type_name(array) +
                            " (a double is written with a dot, as in 1.0)");
    }
  }
}

// Maps within maps; names have far fewer parts.
constexpr int kMostLevels = 100;

/// Walks the maps of a parameter file.
class FileWalk {
 public:
  FileWalk(YamlReader& reader, Mixed mixed) : reader_(reader), mixed_(mixed) {}

  // Between nodes' names: `path` is what lies around this map.
  Result<void> names(const std::string& path) {
    return entries([&](const std::string& key, const yaml_event_t& value) -> Result<void> {
      if (value.type != YAML_MAPPING_START_EVENT) {
        return at(reader_, "'" + key +
                               "' has a value, but parameters must stand below "
                               "<node name>: ros__parameters:");
      }
      if (key != kParameters) return names(joined_path(path, key));
      if (path.empty()) {
        return at(reader_, "'ros__parameters' must stand below a node's name or '/**'");
      }
      return parameters(path, "");
    });
  }

  // Below 'ros__parameters': `prefix` is the name that lies around this map.
  Result<void> parameters(const std::string& node, const std::string& prefix) {
    return entries([&](const std::string& key, const yaml_event_t& value) -> Result<void> {
      const std::string name = prefix.empty() ? key : prefix + "." + key;
      if (value.type == YAML_MAPPING_START_EVENT) return parameters(node, name);
      auto read = value.type == YAML_SEQUENCE_START_EVENT ? sequence(reader_, mixed_)
                  : value.type == YAML_SCALAR_EVENT
                      ? scalar(reader_, value)
                      : Result<ParameterValue>(at(reader_, "aliases are not supported"));
      if (!read) return read.error();
      found_.push_back({node, name, *std::move(read)});
      return {};
    });
  }

  std::vector<ParameterOverride> take() { return std::move(found_); }

 private:
  static std::string joined_path(const std::string& path, const std::string& key) {
    return path + (key.starts_with('/') ? "" : "/") + key;
  }

  // Calls `entry(key, first event of the value)` until the map ends.
  template <class Entry>
  Result<void> entries(const Entry& entry) {
    if (levels_ == kMostLevels) {
      return at(reader_, "more than " + std::to_string(kMostLevels) + " maps within maps");
    }
    ++levels_;
    auto done = each_entry(entry);
    --levels_;
    return done;
  }

  template <class Entry>
  Result<void> each_entry(const Entry& entry) {
    for (;;) {
      const auto event = reader_.next();
      if (!event) return event.error();
      if ((*event)->type == YAML_MAPPING_END_EVENT) return {};
      if ((*event)->type != YAML_SCALAR_EVENT) return at(reader_, "a key must be a word");
      const auto& data = (*event)->data.scalar;
      const std::string key(reinterpret_cast<const char*>(data.value), data.length);
      if (key.empty()) return at(reader_, "a key must not be empty");
      const auto value = reader_.next();
      if (!value) return value.error();
      if (auto done = entry(key, **value); !done) return done;
    }
  }

  YamlReader& reader_;
  const Mixed mixed_;
  std::vector<ParameterOverride> found_;
  int levels_ = 0;
};

// Skips the events that open a stream and a document.
Result<const yaml_event_t*> first_content(YamlReader& reader) {
  for (;;) {
    auto event = reader.next();
    if (!event) return event;
    if ((*event)->type != YAML_STREAM_START_EVENT && (*event)->type != YAML_DOCUMENT_START_EVENT) {
      return event;
    }
  }
}

// After the content: nothing but the end may follow.
Result<void> expect_end(YamlReader& reader) {
  for (;;) {
    const auto event = reader.next();
    if (!event) return event.error();
    if ((*event)->type == YAML_STREAM_END_EVENT) return {};
    if ((*event)->type != YAML_DOCUMENT_END_EVENT) {
      return at(reader, "only one YAML document may stand here");
    }
  }
}

// If `node` is given, the text has the parameters of that one alone.
Result<std::vector<ParameterOverride>> parse_file(std::string_view text, const std::string& origin,
                                                  Mixed mixed, const std::string& node) {
  auto reader = YamlReader::open(text, origin);
  if (!reader) return reader.error();
  const auto event = first_content(*reader);
  if (!event) return event.error();
  if ((*event)->type == YAML_STREAM_END_EVENT) return std::vector<ParameterOverride>();
  if ((*event)->type != YAML_MAPPING_START_EVENT) {
    return at(*reader, "the file must be a map of node names");
  }
  FileWalk walk(*reader, mixed);
  if (auto done = node.empty() ? walk.names("") : walk.parameters(node, ""); !done) {
    return done.error();
  }
  if (auto end = expect_end(*reader); !end) return end.error();
  return walk.take();
}

}  // namespace

ParameterValue parse_plain_scalar(std::string_view view) {
  const std::string text(view);
  if (const auto value = as_bool(text)) return *value;
  if (const auto value = as_integer(text)) return *value;
  if (const auto value = as_double(text)) return *value;
  return text;
}

Result<ParameterValue> parse_parameter_value(std::string_view yaml) {
  // A plain word, the usual case, needs no YAML library.
  if (!yaml.empty() && yaml.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_+./") == yaml.npos) {
    return parse_plain_scalar(yaml);
  }
  auto reader = YamlReader::open(yaml, "value '" + std::string(yaml) + "'");
  if (!reader) return reader.error();
  const auto event = first_content(*reader);
  if (!event) return event.error();
  auto value =
      (*event)->type == YAML_SCALAR_EVENT ? scalar(*reader, **event)
      : (*event)->type == YAML_SEQUENCE_START_EVENT
          ? sequence(*reader, Mixed::kRefused)
          : Result<ParameterValue>(at(*reader, "it must be a scalar or an array of scalars"));
  if (!value) return value;
  if (auto end = expect_end(*reader); !end) return end.error();
  return value;
}

Result<std::vector<ParameterOverride>> parse_parameter_yaml(std::string_view text,
                                                            const std::string& origin) {
  return parse_file(text, origin, Mixed::kRefused, "");
}

Result<std::vector<ParameterOverride>> parse_component_yaml(std::string_view text,
                                                            const std::string& origin,
                                                            const std::string& node) {
  return parse_file(text, origin, Mixed::kDecimals,
                    text.find(kParameters) == text.npos ? node : "");
}

Result<std::vector<ParameterOverride>> read_parameter_file(const std::string& path) {
  const std::string origin = "parameter file '" + path + "'";
  const auto text = read_text(path, origin);
  if (!text) return text.error();
  return parse_parameter_yaml(*text, origin);
}

}  // namespace ranvier
