#include "bag/storage/sqlite_options.h"

#include "ranvier/node/yaml_tree.h"

namespace ranvier::bag {
namespace {

Result<void> add_pragmas(const YamlNode& list, std::vector<std::string>& to) {
  for (const YamlNode& item : list.items) {
    if (item.text.empty() || item.text.find(';') != std::string::npos) {
      return Error{Code::kInvalidArgument, item.where + ": '" + item.text +
                                               "' is no pragma. Give one each, as 'cache_size = "
                                               "10000'."};
    }
    to.push_back(item.text);
  }
  return {};
}

Result<void> take_config(const YamlNode& root, SqliteOptions& options) {
  for (const YamlNode::Entry& side : root.entries) {
    const bool reads = side.key == "read";
    if (!reads && side.key != "write") {
      return Error{Code::kInvalidArgument,
                   side.where + ": the storage sqlite3 has no setting '" + side.key +
                       "'. There are 'read' and 'write', each with a list 'pragmas'."};
    }
    auto& to = reads ? options.read_pragmas : options.write_pragmas;
    for (const YamlNode::Entry& entry : side.value.entries) {
      if (entry.key != "pragmas" || entry.value.kind != YamlNode::Kind::kList) {
        return Error{Code::kInvalidArgument, entry.where + ": give a list 'pragmas'."};
      }
      if (const auto added = add_pragmas(entry.value, to); !added) return added;
    }
  }
  return {};
}

}  // namespace

Result<SqliteOptions> read_sqlite_options(std::string_view preset, const std::string& config) {
  SqliteOptions options;
  if (preset.empty() || preset == "none") {
    options.write_pragmas = {"journal_mode = MEMORY", "synchronous = OFF"};
  } else if (preset == "resilient") {
    options.write_pragmas = {"journal_mode = WAL", "synchronous = NORMAL"};
  } else {
    return Error{Code::kInvalidArgument, "The storage sqlite3 has no preset '" +
                                             std::string(preset) + "'. Use none or resilient."};
  }
  if (config.empty()) return options;
  const auto root = read_yaml("storage config file", config);
  if (!root) return root.error();
  if (const auto taken = take_config(*root, options); !taken) return taken.error();
  return options;
}

}  // namespace ranvier::bag
