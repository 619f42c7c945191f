#include "ranvier/os/udp_ports.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "ranvier/os/text_file.h"

namespace ranvier {
namespace {

std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

}  // namespace

// A row: its number, "address:port" of this end, and more.
std::set<std::uint32_t> ports_in_udp_table(std::string_view table) {
  std::set<std::uint32_t> ports;
  while (!table.empty()) {
    std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    next_word(line);
    const std::string_view local = next_word(line);
    const auto colon = local.rfind(':');
    if (colon == std::string_view::npos) continue;
    std::uint32_t port = 0;
    const char* const end = local.data() + local.size();
    const auto [read, error] = std::from_chars(local.data() + colon + 1, end, port, 16);
    if (error == std::errc() && read == end) ports.insert(port);
  }
  return ports;
}

std::set<std::uint32_t> bound_udp_ports(std::uint32_t first, std::uint32_t last) {
  std::set<std::uint32_t> ports;
  for (const char* path : {"/proc/net/udp", "/proc/net/udp6"}) {
    ports.merge(ports_in_udp_table(text_of_file(path)));
  }
  std::erase_if(ports, [&](std::uint32_t port) { return port < first || port > last; });
  return ports;
}

}  // namespace ranvier
