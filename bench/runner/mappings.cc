#include "bench/runner/mappings.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace ranvier::bench {
namespace {

// The line that begins a mapping: addresses, rights, offset, device, inode, path. False if it is
// none. Others begin with a word and a colon.
bool name_of(const std::string& line, std::string& name) {
  std::istringstream words(line);
  std::string addresses, rights, offset, device, inode, path;
  words >> addresses;
  if (addresses.empty() || addresses.back() == ':' || addresses.find('-') == std::string::npos)
    return false;
  words >> rights >> offset >> device >> inode;
  std::getline(words >> std::ws, path);
  name = path.empty() ? "[anon]" : path.substr(path.rfind('/') + 1);
  return true;
}

}  // namespace

std::vector<Mapping> mappings_in(std::istream& smaps) {
  std::map<std::string, Mapping> by_name;
  Mapping* now = nullptr;
  std::string name;
  for (std::string line; std::getline(smaps, line);) {
    if (name_of(line, name)) {
      now = &by_name[name];
      now->name = name;
      ++now->count;
    } else if (now != nullptr) {
      now->memory.add(line);
    }
  }
  std::vector<Mapping> mappings;
  for (auto& [key, mapping] : by_name) mappings.push_back(std::move(mapping));
  std::stable_sort(mappings.begin(), mappings.end(),
                   [](const Mapping& a, const Mapping& b) { return a.memory.rss > b.memory.rss; });
  return mappings;
}

std::vector<Mapping> mappings_of(pid_t pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/smaps";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path + ": is the process still alive?");
  return mappings_in(file);
}

std::vector<std::string> mapping_lines(const std::vector<Mapping>& mappings) {
  std::vector<std::string> lines;
  for (const Mapping& each : mappings) {
    std::ostringstream line;
    line << "mapping " << each.name << " " << each.count << " " << each.memory.rss << " "
         << each.memory.pss << " " << each.memory.own;
    lines.push_back(line.str());
  }
  return lines;
}

}  // namespace ranvier::bench
