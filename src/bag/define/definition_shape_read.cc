// The structure of a type out of the text of its definition.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "bag/define/definition_shape.h"
#include "bag/define/field_types.h"

namespace ranvier::bag {
namespace {

constexpr std::size_t kMostTypes = 1000;  // of one definition

Error wrong(const std::string& what) { return {Code::kInvalidArgument, what}; }

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

/// Between types stand 80 of them; some tools write fewer.
bool is_line_of_equals(std::string_view line) {
  constexpr std::size_t kFewest = 3;
  return line.size() >= kFewest && line.find_first_not_of('=') == std::string_view::npos;
}

std::string_view package_of(std::string_view type) { return type.substr(0, type.find('/')); }

// A line of a file: a field, or nothing (a constant, a comment).
Result<void> read_line(std::string_view line, TypeShape& type) {
  line = trimmed(line);
  if (line.empty() || line.front() == '#') return {};
  const std::size_t space = line.find_first_of(" \t");
  const std::string_view word = line.substr(0, space);
  std::string_view rest =
      space == std::string_view::npos ? std::string_view() : trimmed(line.substr(space));
  const std::string_view name = rest.substr(0, rest.find_first_of(" \t=#"));
  rest = trimmed(rest.substr(name.size()));
  if (!name.empty() && rest.starts_with("=")) return {};  // a constant
  auto field = field_of_type(word, package_of(type.name));
  if (!field || !is_name(name)) {
    return wrong("Line '" + std::string(line) + "' of the definition of type '" + type.name +
                 "' is no field: write a type and a name of letters, digits and '_'");
  }
  field->name = name;
  type.fields.push_back(std::move(*field));
  return {};
}

Result<TypeShape> read_shape(const TypeText& file) {
  TypeShape type;
  type.name = file.name;
  std::istringstream lines(file.text);
  for (std::string line; std::getline(lines, line);) {
    if (auto read = read_line(line, type); !read) return read.error();
  }
  if (type.fields.empty()) {
    constexpr std::uint8_t kUint8 = 3;
    type.fields.push_back({std::string(kEmptyMember), kUint8});
  }
  return type;
}

// Each of the types that one uses, and what those use, by name.
Result<void> gather(const TypeShape& from, const std::map<std::string, TypeShape>& known,
                    std::set<std::string>& taken) {
  std::vector<const TypeShape*> next{&from};
  while (!next.empty()) {
    const TypeShape& type = *next.back();
    next.pop_back();
    for (const FieldShape& field : type.fields) {
      if (field.nested.empty() || !taken.insert(field.nested).second) continue;
      const auto found = known.find(field.nested);
      if (found == known.end()) {
        return wrong("The definition of type '" + from.name + "' has no '" + field.nested +
                     "', which '" + type.name + "' uses");
      }
      next.push_back(&found->second);
    }
  }
  return {};
}

}  // namespace

Result<std::vector<TypeText>> split_texts(std::string_view type, const Definition& definition) {
  if (definition.encoding != "ros2msg") {
    return Error{Code::kUnsupported, "The definition of type '" + std::string(type) + "' is '" +
                                         definition.encoding + "': only 'ros2msg' is read"};
  }
  std::vector<TypeText> texts{{full_name(type), "msg", ""}};
  std::istringstream lines(definition.text);
  bool head = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_line_of_equals(trimmed(line))) {
      head = true;
      // The line before it is empty, and of nobody.
      if (texts.back().text.ends_with("\n")) texts.back().text.pop_back();
      continue;
    }
    if (!head) {
      texts.back().text += line + "\n";
      continue;
    }
    head = false;
    constexpr std::string_view kTag = "MSG: ";
    const std::string name = line.starts_with(kTag) ? full_name(trimmed(line.substr(5))) : "";
    if (name.empty() || texts.size() >= kMostTypes) {
      return wrong("Line '" + line + "' of the definition of type '" + std::string(type) +
                   "' is no head of a type: write 'MSG: package/Name'");
    }
    texts.push_back({name, "msg", ""});
  }
  if (!definition.text.ends_with("\n") && !texts.back().text.empty()) texts.back().text.pop_back();
  return texts;
}

Result<TypeShapes> read_shapes(std::string_view type, const Definition& definition) {
  const auto texts = split_texts(type, definition);
  if (!texts) return texts.error();
  std::map<std::string, TypeShape> known;
  TypeShapes shapes;
  for (const TypeText& file : *texts) {
    auto shape = read_shape(file);
    if (!shape) return shape.error();
    if (&file == &texts->front()) {
      shapes.root = std::move(*shape);
    } else {
      known.emplace(file.name, std::move(*shape));
    }
  }
  std::set<std::string> used;
  if (auto gathered = gather(shapes.root, known, used); !gathered) return gathered.error();
  for (const std::string& name : used) shapes.referenced.push_back(known.at(name));
  return shapes;
}

}  // namespace ranvier::bag
