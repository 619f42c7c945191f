#include "bag/storage/mcap_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

#include "ranvier/node/yaml_tree.h"

namespace ranvier::bag {
namespace {

constexpr std::uint64_t kLargestChunk = std::uint64_t{1} << 30;

std::optional<std::uint64_t> read_bytes(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

struct Flag {
  std::string_view key;
  bool McapOptions::* member;
  bool negative;  // rosbag2's key says what is left out
};
constexpr std::array kFlags{
    Flag{"noChunkCRC", &McapOptions::chunk_crc, true},
    Flag{"noAttachmentCRC", &McapOptions::attachment_crc, true},
    Flag{"enableDataCRC", &McapOptions::data_crc, false},
    Flag{"noSummaryCRC", &McapOptions::summary_crc, true},
    Flag{"noChunking", &McapOptions::chunking, true},
    Flag{"noMessageIndex", &McapOptions::message_index, true},
    Flag{"noSummary", &McapOptions::summary, true},
    Flag{"forceCompression", &McapOptions::force_compression, false},
    Flag{"noRepeatedSchemas", &McapOptions::repeated_schemas, true},
    Flag{"noRepeatedChannels", &McapOptions::repeated_channels, true},
    Flag{"noAttachmentIndex", &McapOptions::attachment_index, true},
    Flag{"noMetadataIndex", &McapOptions::metadata_index, true},
    Flag{"noChunkIndex", &McapOptions::chunk_index, true},
    Flag{"noStatistics", &McapOptions::statistics, true},
    Flag{"noSummaryOffsets", &McapOptions::summary_offsets, true},
};
constexpr std::array kCompressions{std::string_view("None"), std::string_view("Lz4"),
                                   std::string_view("Zstd")};
constexpr std::array kLevels{std::string_view("Fastest"), std::string_view("Fast"),
                             std::string_view("Default"), std::string_view("Slow"),
                             std::string_view("Slowest")};

Error wrong_setting(const YamlNode::Entry& entry, const std::string& expected) {
  return {Code::kInvalidArgument, entry.where + ": '" + entry.key + "' is '" + entry.value.text +
                                      "'. Give " + expected + "."};
}

template <std::size_t n>
std::string one_of(const std::array<std::string_view, n>& names) {
  std::string text = "one of";
  for (const auto name : names) text += ' ' + std::string(name);
  return text;
}

/// Sets an enumeration by its name in rosbag2.
template <class Enum, std::size_t n>
Result<void> set_named(const YamlNode::Entry& entry, const std::array<std::string_view, n>& names,
                       Enum& to) {
  const auto found = std::find(names.begin(), names.end(), entry.value.text);
  if (found == names.end()) return wrong_setting(entry, one_of(names));
  to = static_cast<Enum>(found - names.begin());
  return {};
}

Result<void> set_flag(const YamlNode::Entry& entry, const Flag& flag, McapOptions& options) {
  const std::string& text = entry.value.text;
  if (text != "true" && text != "false") return wrong_setting(entry, "true or false");
  options.*flag.member = (text == "true") != flag.negative;
  return {};
}

Result<void> set_mcap_option(const YamlNode::Entry& entry, McapOptions& options) {
  for (const Flag& flag : kFlags) {
    if (entry.key == flag.key) return set_flag(entry, flag, options);
  }
  if (entry.key == "compression") return set_named(entry, kCompressions, options.compression);
  if (entry.key == "compressionLevel") return set_named(entry, kLevels, options.level);
  if (entry.key != "chunkSize") {
    return Error{Code::kInvalidArgument,
                 entry.where + ": the storage mcap has no setting '" + entry.key + "'."};
  }
  const auto size = read_bytes(entry.value.text);
  if (!size || *size == 0 || *size > kLargestChunk) {
    return wrong_setting(entry, "bytes, from 1 to " + std::to_string(kLargestChunk));
  }
  options.chunk_size = *size;
  return {};
}

Result<McapOptions> mcap_preset(std::string_view name) {
  McapOptions options;
  if (name.empty() || name == "none") return options;
  if (name == "fastwrite") {
    options.chunking = false;
    options.summary_crc = false;
    return options;
  }
  options.compression = Compression::kZstd;
  if (name == "zstd_fast") {
    options.level = CompressionLevel::kFastest;
    return options;
  }
  if (name == "zstd_small") {
    options.level = CompressionLevel::kSlowest;
    options.chunk_size = std::uint64_t{4} << 20;
    options.chunk_crc = true;
    return options;
  }
  return Error{Code::kInvalidArgument, "The storage mcap has no preset '" + std::string(name) +
                                           "'. Use none, fastwrite, zstd_fast or zstd_small."};
}

}  // namespace

Result<McapOptions> read_mcap_options(std::string_view preset, const std::string& config) {
  Result<McapOptions> options = mcap_preset(preset);
  if (!options || config.empty()) return options;
  const Result<YamlNode> root = read_yaml("storage config file", config);
  if (!root) return root.error();
  if (root->kind != YamlNode::Kind::kMap && !root->is_null()) {
    return Error{Code::kInvalidArgument, root->where + ": give a map of settings of mcap."};
  }
  for (const YamlNode::Entry& entry : root->entries) {
    if (const auto set = set_mcap_option(entry, *options); !set) return set.error();
  }
  return options;
}

}  // namespace ranvier::bag
