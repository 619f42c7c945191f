#include "security/keystore/xml.h"

#include <libxml/parser.h>
#include <libxml/xinclude.h>
#include <libxml/xmlerror.h>

#include <filesystem>
#include <memory>

#include "ranvier/base/ascii.h"
#include "ranvier/base/for_c.h"

namespace ranvier::security {
namespace {

using View = std::string_view;

View seen(const xmlChar* text) {
  return text != nullptr ? View(reinterpret_cast<const char*>(text)) : View();
}

struct ParserFree {
  void operator()(xmlParserCtxt* parser) const noexcept { xmlFreeParserCtxt(parser); }
};
struct TextFree {
  void operator()(xmlChar* text) const noexcept { xmlFree(text); }
};

View trimmed(View text) {
  while (!text.empty() && is_ascii_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_ascii_space(text.back())) text.remove_suffix(1);
  return text;
}

// What libxml2 said first of a fault: what follows comes of it.
struct FirstFault {
  std::string words;

  static void keep(void* to, xmlError* error) {
    auto& self = *static_cast<FirstFault*>(to);
    if (!self.words.empty() || error == nullptr || error->level < XML_ERR_ERROR) return;
    const std::string file = error->file != nullptr ? error->file : "";
    self.words = (file.empty() ? "" : file + ":" + std::to_string(error->line) + ": ") +
                 std::string(trimmed(error->message != nullptr ? error->message : "unknown"));
  }
};

// Takes libxml2's errors of this thread for a scope.
class FaultsHere {
 public:
  explicit FaultsHere(FirstFault& to)
      : before_(xmlStructuredErrorContext), function_(xmlStructuredError) {
    xmlSetStructuredErrorFunc(&to, for_c<FirstFault::keep>());
  }
  ~FaultsHere() { xmlSetStructuredErrorFunc(before_, function_); }
  FaultsHere(const FaultsHere&) = delete;

 private:
  void* before_;
  xmlStructuredErrorFunc function_;
};

constexpr int kOptions = XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_BIG_LINES;

Error no_xml(const std::string& name, const FirstFault& fault) {
  const bool placed = fault.words.starts_with(name);
  return {Code::kInvalidArgument, (placed ? "" : "'" + name + "': ") + "no XML that can be read: " +
                                      (fault.words.empty() ? "unknown" : fault.words) + "."};
}

// What was included stands between two marks, its first node and its last beside them.
const xmlNode* include_before(const xmlNode& node) {
  for (const xmlNode* at = &node; at != nullptr; at = at->parent) {
    int closed = 0;
    for (const xmlNode* before = at->prev; before != nullptr; before = before->prev) {
      if (before->type == XML_XINCLUDE_END) ++closed;
      if (before->type == XML_XINCLUDE_START && closed-- == 0) return before;
    }
  }
  return nullptr;
}

// libxml2 keeps the names of included files only of other folders.
std::filesystem::path file_of(const xmlNode& node) {
  const xmlNode* include = include_before(node);
  if (include == nullptr) return seen(node.doc->URL);
  for (const xmlAttr* one = include->properties; one != nullptr; one = one->next) {
    if (seen(one->name) == "href" && one->children != nullptr) {
      return file_of(*include).parent_path() / seen(one->children->content);
    }
  }
  return file_of(*include);
}

bool has_type(const Document& document) { return document->intSubset != nullptr; }

Error has_document_type(const std::string& name) {
  return {Code::kInvalidArgument,
          "'" + name + "' has a document type (<!DOCTYPE …>): take it out."};
}

}  // namespace

Result<Document> parse_xml(View text, const std::string& name) {
  FirstFault fault;
  const FaultsHere here(fault);
  const std::unique_ptr<xmlParserCtxt, ParserFree> parser(xmlNewParserCtxt());
  Document document(parser ? xmlCtxtReadMemory(parser.get(), text.data(),
                                               static_cast<int>(text.size()), name.c_str(), nullptr,
                                               kOptions)
                           : nullptr);
  if (!document || xmlDocGetRootElement(document.get()) == nullptr) return no_xml(name, fault);
  if (has_type(document)) return has_document_type(name);
  return document;
}

Result<Document> parse_xml_with_includes(View text, const std::filesystem::path& path) {
  auto document = parse_xml(text, path.string());
  if (!document) return document;
  FirstFault fault;
  const FaultsHere here(fault);
  if (xmlXIncludeProcessFlags(document->get(), kOptions) < 0) return no_xml(path.string(), fault);
  if (has_type(*document)) return has_document_type(path.string());
  return document;
}

const xmlNode* root_of(const Document& document) { return xmlDocGetRootElement(document.get()); }

View name_of(const xmlNode& element) { return seen(element.name); }

std::vector<const xmlNode*> children_of(const xmlNode& element) {
  std::vector<const xmlNode*> found;
  for (const xmlNode* child = element.children; child != nullptr; child = child->next) {
    if (child->type == XML_ELEMENT_NODE) found.push_back(child);
  }
  return found;
}

std::vector<const xmlNode*> children_of(const xmlNode& element, View name) {
  auto found = children_of(element);
  std::erase_if(found, [&](const xmlNode* child) { return name_of(*child) != name; });
  return found;
}

const xmlNode* only_child(const xmlNode& element, View name) {
  const auto found = children_of(element, name);
  return found.size() == 1 ? found.front() : nullptr;
}

std::string text_of(const xmlNode& element) {
  std::string text;
  for (const xmlNode* child = element.children; child != nullptr; child = child->next) {
    if (child->type == XML_TEXT_NODE || child->type == XML_CDATA_SECTION_NODE) {
      text += seen(child->content);
    }
  }
  return std::string(trimmed(text));
}

std::string text_of(const xmlNode& element, View name) {
  const xmlNode* child = only_child(element, name);
  return child != nullptr ? text_of(*child) : std::string();
}

std::optional<std::string> attribute_of(const xmlNode& element, const char* name) {
  const std::unique_ptr<xmlChar, TextFree> value(
      xmlGetNoNsProp(const_cast<xmlNode*>(&element), reinterpret_cast<const xmlChar*>(name)));
  if (!value) return std::nullopt;
  return std::string(trimmed(seen(value.get())));
}

std::vector<std::string> attributes_of(const xmlNode& element) {
  std::vector<std::string> names;
  for (const xmlAttr* one = element.properties; one != nullptr; one = one->next) {
    if (one->ns == nullptr) names.emplace_back(seen(one->name));  // not xml:base and its like
  }
  return names;
}

std::string place_of(const xmlNode& element) {
  return file_of(element).string() + ":" + std::to_string(xmlGetLineNo(&element));
}

std::string escaped(View text) {
  std::string made;
  for (const char letter : text) {
    switch (letter) {
      case '&': made += "&amp;"; break;
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '"': made += "&quot;"; break;
      case '\n': made += "&#10;"; break;  // an attribute would make spaces of these
      case '\r': made += "&#13;"; break;
      case '\t': made += "&#9;"; break;
      default: made += letter;
    }
  }
  return made;
}

}  // namespace ranvier::security
