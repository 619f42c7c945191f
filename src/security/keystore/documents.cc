#include "security/keystore/documents.h"

#include <charconv>
#include <limits>

namespace ranvier::security {
namespace {

Result<std::uint32_t> read_number(const xmlNode& element) {
  const std::string text = text_of(element);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return fault_at(element, "'" + text + "' is no number of a domain.");
  }
  return number;
}

Result<std::uint32_t> read_bound(const xmlNode& range, std::string_view name,
                                 std::uint32_t otherwise) {
  const xmlNode* bound = only_child(range, name);
  if (bound == nullptr) return otherwise;
  return read_number(*bound);
}

Result<DomainRange> read_range(const xmlNode& element) {
  if (name_of(element) == "id") {
    const auto number = read_number(element);
    if (!number) return number.error();
    return DomainRange{*number, *number};
  }
  if (name_of(element) != "id_range") {
    return fault_at(element, "<" + std::string(name_of(element)) +
                                 "> is none of <id>, <id_range>, which <domains> may have.");
  }
  const auto least = read_bound(element, "min", 0);
  if (!least) return least.error();
  const auto most = read_bound(element, "max", std::numeric_limits<std::uint32_t>::max());
  if (!most) return most.error();
  return DomainRange{*least, *most};
}

}  // namespace

Error fault_at(const xmlNode& element, const std::string& words) {
  return {Code::kInvalidArgument, place_of(element) + ": " + words};
}

Result<const xmlNode*> needed_child(const xmlNode& element, std::string_view name) {
  const xmlNode* child = only_child(element, name);
  if (child == nullptr) {
    return fault_at(element, "<" + std::string(name_of(element)) + "> needs one <" +
                                 std::string(name) + "> and has " +
                                 std::to_string(children_of(element, name).size()) + ".");
  }
  return child;
}

Result<std::vector<DomainRange>> read_domains(const xmlNode& element) {
  std::vector<DomainRange> ranges;
  for (const xmlNode* child : children_of(element)) {
    const auto range = read_range(*child);
    if (!range) return range.error();
    ranges.push_back(*range);
  }
  return ranges;
}

Result<bool> read_flag(const xmlNode& element, std::string_view name) {
  const auto child = needed_child(element, name);
  if (!child) return child.error();
  const std::string text = text_of(**child);
  if (text == "true" || text == "1" || text == "TRUE") return true;
  if (text == "false" || text == "0" || text == "FALSE") return false;
  return fault_at(**child, "'" + text + "' is none of 'true', 'false'.");
}

}  // namespace ranvier::security
