#include "bag/storage/strange_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace ranvier::bag {
namespace {

using namespace std::literals;

struct Beginning {
  std::string_view bytes;
  std::string_view meaning;
};

constexpr std::array kStrangers{
    Beginning{"version https://git-lfs"sv,
              "a pointer of Git LFS, without the content. `git lfs pull` fetches that."sv},
    Beginning{"\x89MCAP0\n"sv,
              "an MCAP file whose line ends were changed, as Git does to texts: its records are "
              "lost. Take the file again, as binary (`*.mcap binary` in .gitattributes)."sv},
    Beginning{"#ROSBAG V"sv,
              "a bag of ROS 1. `rosbags-convert` of the Python package rosbags makes one of ROS 2 "
              "of it."sv},
};
constexpr std::array kStorages{
    Beginning{"\x89MCAP0\r\n"sv, "mcap"sv},
    Beginning{"SQLite format 3\0"sv, "sqlite3"sv},
};

/// The first bytes; none of what is no plain file.
std::string beginning_of(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  std::string bytes(32, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

std::optional<Error> strange_file(const std::string& path) {
  const std::string bytes = beginning_of(path);
  for (const Beginning& each : kStrangers) {
    if (!bytes.starts_with(each.bytes)) continue;
    return Error{Code::kInvalidArgument, "File '" + path + "' is " + std::string(each.meaning)};
  }
  return std::nullopt;
}

std::string storage_by_content(const std::string& path) {
  const std::string bytes = beginning_of(path);
  for (const Beginning& each : kStorages) {
    if (bytes.starts_with(each.bytes)) return std::string(each.meaning);
  }
  return {};
}

}  // namespace ranvier::bag
