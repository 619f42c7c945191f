#include "bag/define/definition_shape.h"

#include <algorithm>

#include "bag/define/field_types.h"

namespace ranvier::bag {
namespace {

Error unsupported(const std::string& what) { return {Code::kUnsupported, what}; }

// Names of types and fields need no escapes in JSON.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; });
}

std::string field_text(const FieldShape& field) {
  return "{\"name\": \"" + field.name +
         "\", \"type\": {\"type_id\": " + std::to_string(field.type_id) +
         ", \"capacity\": " + std::to_string(field.capacity) +
         ", \"string_capacity\": " + std::to_string(field.string_capacity) +
         ", \"nested_type_name\": \"" + field.nested + "\"}}";
}

std::string shape_text(const TypeShape& shape) {
  std::string text = "{\"type_name\": \"" + shape.name + "\", \"fields\": [";
  for (std::size_t i = 0; i < shape.fields.size(); ++i) {
    text += (i == 0 ? "" : ", ") + field_text(shape.fields[i]);
  }
  return text + "]}";
}

Result<void> check_names(const TypeShape& shape) {
  bool plain = is_plain(shape.name);
  for (const FieldShape& field : shape.fields) {
    plain = plain && is_plain(field.name) && is_plain(field.nested);
  }
  if (plain) return {};
  return Error{Code::kInvalidArgument,
               "Type '" + shape.name + "' or a field of it has a name that is none"};
}

Result<std::string> line_of(const TypeShape& type, const FieldShape& field) {
  const auto written = type_text(field);
  if (written.empty()) {
    return unsupported("Field '" + field.name + "' of type '" + type.name + "' has the kind " +
                       std::to_string(field.type_id) + ", which interface files cannot say");
  }
  return written + " " + field.name + "\n";
}

Result<std::string> file_of(const TypeShape& type) {
  const bool is_empty = type.fields.size() == 1 && type.fields[0].name == kEmptyMember;
  std::string text;
  if (is_empty) return text;
  for (const FieldShape& field : type.fields) {
    auto line = line_of(type, field);
    if (!line) return line.error();
    text += *line;
  }
  return text;
}

}  // namespace

Result<std::string> description_text(const TypeShapes& shapes) {
  if (auto checked = check_names(shapes.root); !checked) return checked.error();
  std::string text =
      "{\"type_description\": " + shape_text(shapes.root) + ", \"referenced_type_descriptions\": [";
  for (std::size_t i = 0; i < shapes.referenced.size(); ++i) {
    if (auto checked = check_names(shapes.referenced[i]); !checked) return checked.error();
    text += (i == 0 ? "" : ", ") + shape_text(shapes.referenced[i]);
  }
  return text + "]}";
}

Result<Definition> make_definition(const TypeShapes& shapes) {
  std::vector<TypeText> texts;
  std::vector<const TypeShape*> types{&shapes.root};
  for (const TypeShape& type : shapes.referenced) types.push_back(&type);
  for (const TypeShape* type : types) {
    auto text = file_of(*type);
    if (!text) return text.error();
    texts.push_back({type->name, "msg", std::move(*text)});
  }
  return join_texts(texts);
}

Result<Definition> join_texts(const std::vector<TypeText>& texts) {
  if (texts.empty()) return unsupported("A definition is made of at least one text");
  const std::string& encoding = texts.front().encoding;
  const bool idl = encoding == "idl";
  std::string all;
  for (const TypeText& one : texts) {
    const std::string name = idl ? one.name : short_name(one.name);
    if (one.encoding != encoding || (!idl && encoding != "msg") || name.empty()) {
      return unsupported("The text of type '" + one.name + "' has the encoding '" + one.encoding +
                         "': a definition is made of messages' .msg files, or of .idl files");
    }
    if (!all.empty()) all += "\n";
    if (idl || &one != &texts.front()) all += section_head(idl ? "IDL" : "MSG", name);
    all += one.text;
  }
  return Definition{idl ? "ros2idl" : "ros2msg", all};
}

}  // namespace ranvier::bag
