// XML as libxml2 reads it, seen through a few functions. Of this room alone.
//
// Nothing is fetched from a network, no document type is accepted (so no entities of its own, which
// grow), and libxml2 bounds depth and size. libxml2 prints nothing.
#pragma once

#include <libxml/tree.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ranvier/base/result.h"

namespace ranvier::security {

struct DocumentFree {
  void operator()(xmlDoc* document) const noexcept { xmlFreeDoc(document); }
};
using Document = std::unique_ptr<xmlDoc, DocumentFree>;

/// Contract: any thread; the bytes may be anybody's.
/// @param name  what errors call it, with the line: its path.
Result<Document> parse_xml(std::string_view text, const std::string& name);
/// The same, with the files that it includes (XInclude, XPointer) in place. Paths in it are
/// relative to the folder of `path`.
Result<Document> parse_xml_with_includes(std::string_view text, const std::filesystem::path& path);

/// The outermost element.
const xmlNode* root_of(const Document& document);
std::string_view name_of(const xmlNode& element);
std::vector<const xmlNode*> children_of(const xmlNode& element);
/// Its children of that name.
std::vector<const xmlNode*> children_of(const xmlNode& element, std::string_view name);
/// Nothing unless there is exactly one of that name.
const xmlNode* only_child(const xmlNode& element, std::string_view name);
/// Its text without the spaces around it.
std::string text_of(const xmlNode& element);
/// The text of its only child of that name; empty if there is none.
std::string text_of(const xmlNode& element, std::string_view name);
std::optional<std::string> attribute_of(const xmlNode& element, const char* name);
/// Its attributes' names.
std::vector<std::string> attributes_of(const xmlNode& element);

/// "<file>:<line>", of the file that was included if it was.
std::string place_of(const xmlNode& element);

/// For a text between tags and for an attribute: & < > quotes, and ends of lines.
std::string escaped(std::string_view text);

}  // namespace ranvier::security
