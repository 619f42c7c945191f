#include "bag/define/definition_text.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "bag/define/field_types.h"

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;

struct TypeName {
  std::string package, kind, name;
  std::string text() const { return package + "/" + kind + "/" + name; }
  bool operator<(const TypeName& other) const { return text() < other.text(); }
};

// A file of a package is plain text; what is larger is none.
constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 20;

bool is_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// "pkg/kind/Name"; of two parts the kind is `msg`.
std::optional<TypeName> split(std::string_view type) {
  const std::size_t first = type.find('/');
  const std::size_t last = type.rfind('/');
  if (first == std::string_view::npos) return std::nullopt;
  TypeName name;
  name.package = type.substr(0, first);
  name.name = type.substr(last + 1);
  name.kind = first == last ? "msg" : type.substr(first + 1, last - first - 1);
  if (!is_word(name.package) || !is_word(name.kind) || !is_word(name.name)) return std::nullopt;
  return name;
}

std::optional<std::string> read_file(const fs::path& path) {
  std::error_code failed;
  const std::uintmax_t size = fs::file_size(path, failed);
  if (failed || size > kMostBytes) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

struct Found {
  TypeName name;
  std::string text;
};

// Texts of one form, in the order in which they are needed.
class Collector {
 public:
  Collector(const std::vector<std::string>& folders, bool idl) : folders_(folders), idl_(idl) {}

  /// False if a file is missing: missing() says which.
  bool collect(const TypeName& root) {
    std::deque<TypeName> next{root};
    std::set<TypeName> known{root};
    while (!next.empty()) {
      const TypeName name = next.front();
      next.pop_front();
      auto text = find(name);
      if (!text) {
        missing_ = name.text();
        return false;
      }
      for (TypeName& used : used_by(name, *text)) {
        if (known.insert(used).second) next.push_back(std::move(used));
      }
      found_.push_back({name, std::move(*text)});
    }
    return true;
  }
  const std::vector<Found>& found() const { return found_; }
  const std::string& missing() const { return missing_; }

 private:
  std::optional<std::string> find(const TypeName& name) const {
    const std::string file = name.name + (idl_ ? ".idl" : "." + name.kind);
    for (const std::string& folder : folders_) {
      if (auto text = read_file(fs::path(folder) / name.package / name.kind / file)) return text;
    }
    return std::nullopt;
  }
  std::vector<TypeName> used_by(const TypeName& name, const std::string& text) const {
    std::vector<TypeName> used;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      auto found = idl_ ? included(line) : type_of_field(line, name.package);
      if (found) used.push_back(std::move(*found));
    }
    return used;
  }
  // #include "pkg/msg/Name.idl"
  static std::optional<TypeName> included(const std::string& line) {
    if (line.rfind("#include", 0) != 0) return std::nullopt;
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind(".idl\"");
    if (begin == std::string::npos || end == std::string::npos || end <= begin) return std::nullopt;
    return split(std::string_view(line).substr(begin + 1, end - begin - 1));
  }
  // The type at the front of a line, unless it is one of the language.
  static std::optional<TypeName> type_of_field(const std::string& line,
                                               const std::string& package) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string type;
    words >> type;
    if (type == "@" || type.empty()) return std::nullopt;
    type.resize(std::min(type.find_first_of("[<="), type.size()));
    if (type.find('/') != std::string::npos) return split(type);
    constexpr std::array<std::string_view, 15> kOwn{
        "bool",   "byte",  "char",   "float32", "float64", "int8",   "uint8",  "int16",
        "uint16", "int32", "uint32", "int64",   "uint64",  "string", "wstring"};
    const bool is_own = std::find(kOwn.begin(), kOwn.end(), type) != kOwn.end();
    if (!is_word(type) || is_own) return std::nullopt;
    return TypeName{package, "msg", type};
  }

  const std::vector<std::string>& folders_;
  const bool idl_;
  std::vector<Found> found_;
  std::string missing_;
};

std::string joined(const std::vector<Found>& texts, bool idl) {
  std::string all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TypeName& name = texts[i].name;
    const bool headed = i != 0 || idl || name.kind == "srv" || name.kind == "action";
    if (i != 0) all += "\n";
    if (headed) {
      const std::string tag = idl                     ? "IDL"
                              : name.kind == "srv"    ? "SRV"
                              : name.kind == "action" ? "ACTION"
                                                      : "MSG";
      all += section_head(tag, tag == "MSG" ? name.package + "/" + name.name : name.text());
    }
    all += texts[i].text;
  }
  return all;
}

}  // namespace

std::vector<std::string> interface_folders() {
  std::vector<std::string> folders;
  const char* prefixes = std::getenv("AMENT_PREFIX_PATH");
  std::istringstream list(prefixes ? prefixes : "");
  for (std::string prefix; std::getline(list, prefix, ':');) {
    if (!prefix.empty()) folders.push_back(prefix + "/share");
  }
  Dl_info info{};
  ::dladdr(reinterpret_cast<void*>(&interface_folders), &info);
  if (info.dli_fname) {
    folders.push_back((fs::path(info.dli_fname).parent_path().parent_path() / "share").string());
  }
  return folders;
}

Result<Definition> read_definition(std::string_view type, const std::vector<std::string>& folders) {
  auto name = split(type);
  if (!name) {
    return Error{Code::kInvalidArgument, "Type '" + std::string(type) +
                                             "' is not of the form package/msg/Name: it has no "
                                             "definition"};
  }
  constexpr std::string_view kEvent = "_Event";
  if (name->kind == "srv" && name->name.ends_with(kEvent)) {
    name->name.resize(name->name.size() - kEvent.size());
  }
  Collector texts(folders, false);
  if (texts.collect(*name)) return Definition{"ros2msg", joined(texts.found(), false)};
  Collector idl(folders, true);
  if (idl.collect(*name)) return Definition{"ros2idl", joined(idl.found(), true)};
  return Error{Code::kNotFound, "There is no interface file of '" + texts.missing() +
                                    "', which the definition of '" + std::string(type) +
                                    "' needs. Source the setup file of the prefix that has it"};
}

}  // namespace ranvier::bag
