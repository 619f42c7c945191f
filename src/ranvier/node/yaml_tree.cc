#include "ranvier/node/yaml_tree.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "ranvier/node/yaml.h"

namespace ranvier {
namespace {

constexpr int kMostTreeLevels = 100;

/// Reads the nodes of a document from its events.
class YamlTreeReader {
 public:
  explicit YamlTreeReader(YamlReader& reader) : reader_(reader) {}

  Result<YamlNode> document() {
    auto event = after({YAML_STREAM_START_EVENT, YAML_DOCUMENT_START_EVENT});
    if (!event) return event.error();
    if ((*event)->type == YAML_STREAM_END_EVENT) return started();
    auto root = node(**event);
    if (!root) return root;
    event = after({YAML_DOCUMENT_END_EVENT});
    if (!event) return event.error();
    if ((*event)->type == YAML_STREAM_END_EVENT) return root;
    return at("only one YAML document may stand here. Take the others away");
  }

 private:
  // The first event that is none of these.
  Result<const yaml_event_t*> after(std::initializer_list<yaml_event_type_t> passed) {
    for (;;) {
      auto event = reader_.next();
      if (!event || std::find(passed.begin(), passed.end(), (*event)->type) == passed.end()) {
        return event;
      }
    }
  }

  Error at(const std::string& what) const {
    return {Code::kInvalidArgument, reader_.where() + ": " + what + "."};
  }

  YamlNode started() const {
    YamlNode made;
    made.where = reader_.where();
    return made;
  }

  Result<YamlNode> node(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_SCALAR_EVENT: return scalar(event);
      case YAML_SEQUENCE_START_EVENT: return nested(&YamlTreeReader::list);
      case YAML_MAPPING_START_EVENT: return nested(&YamlTreeReader::map);
      default: return at("aliases are not supported. Write the value itself");
    }
  }

  Result<YamlNode> nested(Result<YamlNode> (YamlTreeReader::*read)()) {
    if (levels_ == kMostTreeLevels) {
      return at("more than " + std::to_string(kMostTreeLevels) + " levels. Write fewer");
    }
    ++levels_;
    auto made = (this->*read)();
    --levels_;
    return made;
  }

  YamlNode scalar(const yaml_event_t& event) const {
    const auto& data = event.data.scalar;
    YamlNode made = started();
    made.text.assign(reinterpret_cast<const char*>(data.value), data.length);
    made.quoted = data.style != YAML_PLAIN_SCALAR_STYLE;
    return made;
  }

  Result<YamlNode> list() {
    YamlNode made = started();
    made.kind = YamlNode::Kind::kList;
    for (;;) {
      const auto event = reader_.next();
      if (!event) return event.error();
      if ((*event)->type == YAML_SEQUENCE_END_EVENT) return made;
      auto item = node(**event);
      if (!item) return item;
      made.items.push_back(*std::move(item));
    }
  }

  Result<YamlNode> map() {
    YamlNode made = started();
    made.kind = YamlNode::Kind::kMap;
    for (;;) {
      const auto event = reader_.next();
      if (!event) return event.error();
      if ((*event)->type == YAML_MAPPING_END_EVENT) return made;
      if ((*event)->type != YAML_SCALAR_EVENT) return at("a key must be a word");
      auto entry = entry_of(scalar(**event), made);
      if (!entry) return entry.error();
      made.entries.push_back(*std::move(entry));
    }
  }

  Result<YamlNode::Entry> entry_of(const YamlNode& key, const YamlNode& map) {
    const bool twice = std::any_of(map.entries.begin(), map.entries.end(),
                                   [&](const auto& entry) { return entry.key == key.text; });
    if (twice) return at("'" + key.text + "' stands twice in one map. Keep one of them");
    const auto event = reader_.next();
    if (!event) return event.error();
    auto value = node(**event);
    if (!value) return value.error();
    return YamlNode::Entry{key.text, key.where, *std::move(value)};
  }

  YamlReader& reader_;
  int levels_ = 0;
};

}  // namespace

bool YamlNode::is_null() const noexcept {
  if (kind != Kind::kScalar || quoted) return false;
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

Result<YamlNode> parse_yaml(std::string_view text, const std::string& origin) {
  auto reader = YamlReader::open(text, origin);
  if (!reader) return reader.error();
  return YamlTreeReader(*reader).document();
}

Result<YamlNode> read_yaml(const std::string& what, const std::string& path) {
  const std::string origin = what + " '" + path + "'";
  const auto text = read_text(path, origin);
  if (!text) return text.error();
  return parse_yaml(*text, origin);
}

}  // namespace ranvier
