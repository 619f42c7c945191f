#include "bag/storage/bag_names.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

namespace ranvier::bag {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCompressed = ".zstd";

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool has_extension(std::string_view name, std::string_view extension) {
  return without_zstd(name).ends_with(extension);
}

/// The number of "bag_12.mcap".
std::optional<std::uint64_t> number_of(std::string_view name, std::string_view extension) {
  name = without_zstd(name);
  if (!name.ends_with(extension)) return std::nullopt;
  name.remove_suffix(extension.size());
  const auto line = name.rfind('_');
  if (line == std::string_view::npos) return std::nullopt;
  std::uint64_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stopped, error] = std::from_chars(name.data() + line + 1, end, number);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

/// All files with the extension, by their names; of one that lies there plainly and compressed, the
/// plain one. What macOS puts beside a file that it copies ("._bag_0.mcap") has its extension too.
std::vector<std::string> files_with(const std::string& folder, const std::string& extension) {
  std::vector<std::string> paths;
  std::error_code error;
  if (extension.empty()) return paths;  // names do not tell which files are a plugin's
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool taken = has_extension(name, extension) && !name.starts_with("._");
    if (taken && entry.is_regular_file(error)) paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  std::erase_if(paths, [](const std::string& path) {
    return is_compressed_file(path) && is_there(std::string(without_zstd(path)));
  });
  return paths;
}

/// Old bags name files from the folder above, or from elsewhere: the name alone counts then.
std::string path_in(const std::string& folder, const std::string& relative) {
  const fs::path path = fs::path(folder) / relative;
  std::error_code ignored;
  if (fs::exists(path, ignored)) return path.string();
  return (fs::path(folder) / fs::path(relative).filename()).string();
}

/// The file that has taken the place of one that is not there, or null.
const std::string* renamed(const std::string& missing, const std::vector<std::string>& free,
                           const std::string& extension, bool is_only_one) {
  if (is_only_one) return free.size() == 1 ? &free.front() : nullptr;
  const auto number = number_of(name_of(missing), extension);
  const auto same = [&](const std::string& each) {
    return number && number_of(name_of(each), extension) == number;
  };
  if (std::count_if(free.begin(), free.end(), same) != 1) return nullptr;
  return &*std::find_if(free.begin(), free.end(), same);
}

}  // namespace

bool is_compressed_file(std::string_view path) noexcept { return path.ends_with(kCompressed); }

std::string_view without_zstd(std::string_view path) noexcept {
  if (is_compressed_file(path)) path.remove_suffix(kCompressed.size());
  return path;
}

std::vector<std::string> numbered_files(const std::string& folder, const std::string& extension) {
  std::vector<std::pair<std::uint64_t, std::string>> found;
  for (std::string& path : files_with(folder, extension)) {
    if (const auto number = number_of(name_of(path), extension)) {
      found.emplace_back(*number, std::move(path));
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> paths;
  for (auto& [number, path] : found) paths.push_back(std::move(path));
  return paths;
}

Result<std::vector<std::string>> unnamed_files(const std::string& folder,
                                               const std::string& extension) {
  auto numbered = numbered_files(folder, extension);
  if (!numbered.empty()) return numbered;
  auto paths = files_with(folder, extension);
  if (paths.size() < 2) return paths;
  std::string names;
  for (const std::string& path : paths) names += (names.empty() ? "" : ", ") + name_of(path);
  return Error{Code::kInvalidArgument,
               "Bag '" + folder + "': there are several files, and no numbers in their names (as " +
                   "bag_0" + extension + ") that say their order: " + names +
                   ". Name one of them, or move the others "
                   "away."};
}

NamedFiles named_files(const std::string& folder, const std::vector<std::string>& names,
                       const std::string& extension) {
  NamedFiles named;
  for (const std::string& name : names) named.paths.push_back(path_in(folder, name));
  if (std::all_of(named.paths.begin(), named.paths.end(), is_there)) return named;
  std::vector<std::string> free = files_with(folder, extension);
  std::erase_if(free, [&](const std::string& path) {
    return std::any_of(named.paths.begin(), named.paths.end(),
                       [&](const std::string& each) { return name_of(each) == name_of(path); });
  });
  for (std::string& path : named.paths) {
    if (is_there(path)) continue;
    const std::string* const found = renamed(path, free, extension, named.paths.size() == 1);
    if (!found) continue;
    named.notes.push_back("Bag '" + folder + "': metadata.yaml names '" + name_of(path) +
                          "', which is not there. '" + name_of(*found) +
                          "' is read in its place. `ros2 bag reindex` writes down its name.");
    path = *found;
    std::erase(free, path);  // it takes the place of one alone
  }
  return named;
}

}  // namespace ranvier::bag
