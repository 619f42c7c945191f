// Policies as files: read with care, written in order.
#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "security/keystore/documents.h"
#include "security/keystore/file.h"
#include "security/keystore/policy.h"
#include "security/keystore/xml.h"

namespace ranvier::security {
namespace {

constexpr const char* kVersion = "0.2.0";

// What stands in a profile: `<topics publish="ALLOW"><topic>…`.
struct Words {
  Access access;
  const char* list;
  const char* one;
  const char* attribute;
};
constexpr std::array<Words, 6> kWords = {{
    {Access::kReply, "services", "service", "reply"},
    {Access::kRequest, "services", "service", "request"},
    {Access::kPublish, "topics", "topic", "publish"},
    {Access::kSubscribe, "topics", "topic", "subscribe"},
    {Access::kCall, "actions", "action", "call"},
    {Access::kExecute, "actions", "action", "execute"},
}};

Error unknown(const xmlNode& element, const std::string& allowed) {
  return fault_at(element, "<" + std::string(name_of(element)) + "> does not belong here. " +
                               "A policy has " + allowed + " in this place.");
}

Result<std::string> needed_attribute(const xmlNode& element, const char* name) {
  auto value = attribute_of(element, name);
  if (!value || value->empty()) {
    return fault_at(element, "<" + std::string(name_of(element)) + "> needs " + name + "=\"…\".");
  }
  return *std::move(value);
}

// Whether the attribute allows; nothing if it is not there.
Result<std::optional<bool>> read_qualifier(const xmlNode& list, const char* attribute) {
  const auto value = attribute_of(list, attribute);
  if (!value) return std::optional<bool>();
  if (*value == "ALLOW" || *value == "DENY") return std::optional<bool>(*value == "ALLOW");
  return fault_at(list,
                  std::string(attribute) + "=\"" + *value + "\" is none of \"ALLOW\", \"DENY\".");
}

Result<std::set<std::string>> read_names(const xmlNode& list, std::string_view one) {
  std::set<std::string> names;
  for (const xmlNode* child : children_of(list)) {
    if (name_of(*child) != one) return unknown(*child, "<" + std::string(one) + ">");
    const std::string name = text_of(*child);
    if (name.empty()) {
      return fault_at(*child, "<" + std::string(one) + "> is empty: give a name, or take it out.");
    }
    names.insert(name);
  }
  return names;
}

Result<void> check_attributes(const xmlNode& list) {
  for (const std::string& name : attributes_of(list)) {
    const bool known = std::any_of(kWords.begin(), kWords.end(), [&](const Words& words) {
      return name == words.attribute && name_of(list) == words.list;
    });
    if (!known) {
      return fault_at(list, "<" + std::string(name_of(list)) + "> has no attribute '" + name +
                                "'. Topics have publish, subscribe; services reply, request; "
                                "actions call, execute.");
    }
  }
  return {};
}

Result<void> read_list(const xmlNode& list, Profile& to) {
  if (const auto checked = check_attributes(list); !checked) return checked.error();
  bool known = false;
  for (const Words& words : kWords) {
    if (name_of(list) != words.list) continue;
    known = true;
    const auto allows = read_qualifier(list, words.attribute);
    if (!allows) return allows.error();
    if (!*allows) continue;
    const auto names = read_names(list, words.one);
    if (!names) return names.error();
    to.names[{words.access, **allows}].insert(names->begin(), names->end());
  }
  if (!known) return unknown(list, "<topics>, <services> or <actions>");
  return {};
}

Result<Profile> read_profile(const xmlNode& element) {
  if (name_of(element) != "profile") return unknown(element, "<profile>");
  auto ns = needed_attribute(element, "ns");
  if (!ns) return ns.error();
  auto node = needed_attribute(element, "node");
  if (!node) return node.error();
  Profile profile{*std::move(ns), *std::move(node), {}};
  for (const xmlNode* child : children_of(element)) {
    if (const auto read = read_list(*child, profile); !read) return read.error();
  }
  return profile;
}

// An include without a pointer puts the whole of a file here, its <profiles> among our profiles.
Result<void> read_profiles(const xmlNode& profiles, PolicyEnclave& to) {
  for (const xmlNode* child : children_of(profiles)) {
    if (name_of(*child) == "profiles") {
      if (const auto read = read_profiles(*child, to); !read) return read.error();
      continue;
    }
    auto profile = read_profile(*child);
    if (!profile) return profile.error();
    to.profiles.push_back(*std::move(profile));
  }
  return {};
}

Result<PolicyEnclave> read_enclave(const xmlNode& element) {
  if (name_of(element) != "enclave") return unknown(element, "<enclave>");
  auto path = needed_attribute(element, "path");
  if (!path) return path.error();
  PolicyEnclave enclave{*std::move(path), {}};
  for (const xmlNode* child : children_of(element)) {
    if (name_of(*child) != "profiles") return unknown(*child, "<profiles>");
    if (const auto read = read_profiles(*child, enclave); !read) return read.error();
  }
  return enclave;
}

Result<Policy> read_document(const Document& document) {
  const xmlNode& root = *root_of(document);
  if (name_of(root) != "policy") {
    return fault_at(root, "<" + std::string(name_of(root)) + "> is no <policy>.");
  }
  if (const auto version = attribute_of(root, "version"); version != kVersion) {
    return fault_at(root, "version=\"" + version.value_or("") + "\" is not \"" + kVersion +
                              "\", the one that is known. Name the enclaves of older files "
                              "(<enclaves><enclave path=\"/a\">), then set the version.");
  }
  const auto enclaves = needed_child(root, "enclaves");
  if (!enclaves) return enclaves.error();
  Policy policy;
  for (const xmlNode* child : children_of(**enclaves)) {
    auto enclave = read_enclave(*child);
    if (!enclave) return enclave.error();
    add_policy(policy, {*enclave});
  }
  return policy;
}

std::string list_text(const Words& words, bool allows, const std::set<std::string>& names) {
  const std::string list(words.list), one(words.one);
  std::string text =
      "          <" + list + " " + words.attribute + "=\"" + (allows ? "ALLOW" : "DENY") + "\">\n";
  for (const std::string& name : names) {
    text += "            <" + one + ">" + escaped(name) + "</" + one + ">\n";
  }
  return text + "          </" + list + ">\n";
}

std::string profile_text(const Profile& profile) {
  std::string text = "        <profile ns=\"" + escaped(profile.ns) + "\" node=\"" +
                     escaped(profile.node) + "\">\n";
  for (const bool allows : {false, true}) {
    for (const Words& words : kWords) {
      const auto found = profile.names.find({words.access, allows});
      if (found != profile.names.end() && !found->second.empty()) {
        text += list_text(words, allows, found->second);
      }
    }
  }
  return text + "        </profile>\n";
}

}  // namespace

Result<Policy> read_policy_text(std::string_view text, const std::filesystem::path& name) {
  const auto document = parse_xml_with_includes(text, name);
  if (!document) return document.error();
  return read_document(*document);
}

Result<Policy> read_policy(const std::filesystem::path& path) {
  const auto text = read_file(path);
  if (!text) return text.error();
  return read_policy_text(*text, path);
}

std::string policy_text(const Policy& policy) {
  Policy sorted = policy;
  std::sort(sorted.begin(), sorted.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<policy version=\"" +
                     std::string(kVersion) + "\">\n  <enclaves>\n";
  for (PolicyEnclave& enclave : sorted) {
    std::sort(enclave.profiles.begin(), enclave.profiles.end(),
              [](const Profile& a, const Profile& b) {
                return std::tie(a.ns, a.node) < std::tie(b.ns, b.node);
              });
    text += "    <enclave path=\"" + escaped(enclave.path) + "\">\n      <profiles>\n";
    for (const Profile& profile : enclave.profiles) text += profile_text(profile);
    text += "      </profiles>\n    </enclave>\n";
  }
  return text + "  </enclaves>\n</policy>\n";
}

}  // namespace ranvier::security
