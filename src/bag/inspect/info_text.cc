#include "bag/inspect/info_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <ctime>

#include "bag/storage/service_events.h"
#include "ranvier/base/saturating.h"

namespace ranvier::bag {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::array<std::string_view, 3> kSortWords{"count", "name", "type"};
constexpr std::array<SortBy, 3> kSorts{SortBy::kCount, SortBy::kName, SortBy::kType};
constexpr std::array<const char*, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                              "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

/// A topic or a service, as a line names it.
struct Row {
  std::string name;
  std::string type;
  std::string format;
  std::uint64_t messages = 0;
  TopicUsage usage;
};

/// printf into a string.
template <class... Values>
std::string printed(const char* format, Values... values) {
  char text[96];
  const int length = std::snprintf(text, sizeof text, format, values...);
  return {text, static_cast<std::size_t>(std::clamp(length, 0, int{sizeof text} - 1))};
}

bool comes_before(const Row& a, const Row& b, SortBy sort) {
  switch (sort) {
    case SortBy::kType: return a.type < b.type;
    case SortBy::kCount: return a.messages < b.messages;
    default: return a.name < b.name;
  }
}

/// @param events  the topics of services, or all others.
std::vector<Row> rows_of(const BagMetadata& metadata, const InfoForm& form, bool events) {
  std::vector<Row> rows;
  for (const TopicCount& each : metadata.topics) {
    const Topic& topic = each.topic;
    if (is_service_event(topic.name, topic.type) != events) continue;
    Row row{events ? service_of(topic.name) : topic.name,
            events ? service_type_of(topic.type) : topic.type,
            topic.format,
            each.messages,
            {}};
    if (form.usage) {
      const auto found = form.usage->find(topic.name);
      if (found != form.usage->end()) row.usage = found->second;
      if (events) row.messages = row.usage.requests + row.usage.responses;
    }
    rows.push_back(std::move(row));
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Row& a, const Row& b) { return comes_before(a, b, form.sort); });
  return rows;
}

std::string counted(const Row& row, const InfoForm& form, bool is_service) {
  const std::string count = std::to_string(row.messages);
  if (!is_service) return "Count: " + count;
  if (!form.usage) return "Event Count: " + count;
  return "Request Count: " + std::to_string(row.usage.requests) +
         " | Response Count: " + std::to_string(row.usage.responses);
}

std::string row_text(const Row& row, const InfoForm& form, bool is_service) {
  std::string text = is_service ? "Service: " : "Topic: ";
  text += row.name + " | Type: " + row.type + " | " + counted(row, form, is_service) + " | ";
  if (form.usage && form.sizes) {
    text += "Size Contribution: " + size_text(row.usage.bytes) + " | ";
  }
  return text + "Serialization Format: " + row.format;
}

/// The label, and a line for each; all but the first are as far in as the label is long.
std::string block(const std::string& label, const std::vector<std::string>& lines) {
  std::string text = label;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text.append(label.size(), ' ');
    text += lines[i] + '\n';
  }
  return text;
}

std::string block_or_empty(const std::string& label, const std::vector<std::string>& lines) {
  return lines.empty() ? label + '\n' : block(label, lines);
}

/// What a recorder could not keep.
std::string lost_text(const BagMetadata& metadata) {
  const auto whole = metadata.custom_data.find(std::string(kLostKey));
  if (whole == metadata.custom_data.end()) return {};
  std::vector<std::string> lines{whole->second};
  const std::string prefix = std::string(kLostKey) + ' ';
  for (const auto& [key, count] : metadata.custom_data) {
    if (key.starts_with(prefix)) lines.push_back(key.substr(prefix.size()) + ": " + count);
  }
  return block("Lost messages:     ", lines);
}

std::uint64_t events_of(const BagMetadata& metadata) {
  std::uint64_t events = 0;
  for (const TopicCount& each : metadata.topics) {
    if (is_service_event(each.topic.name, each.topic.type)) events += each.messages;
  }
  return events;
}

std::vector<std::string> lines_of(const std::vector<Row>& rows, const InfoForm& form,
                                  bool services) {
  std::vector<std::string> lines;
  for (const Row& row : rows) lines.push_back(row_text(row, form, services));
  return lines;
}

}  // namespace

std::optional<SortBy> sort_by_of(std::string_view word) noexcept {
  const auto found = std::find(kSortWords.begin(), kSortWords.end(), word);
  if (found == kSortWords.end()) return std::nullopt;
  return kSorts[static_cast<std::size_t>(found - kSortWords.begin())];
}

std::vector<std::string> sort_words() { return {kSortWords.begin(), kSortWords.end()}; }

std::string size_text(std::uint64_t bytes) {
  static constexpr std::array<const char*, 5> kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024 && unit + 1 < kUnits.size(); ++unit) size /= 1024;
  char text[32];  // not by printf: the locale has its decimal point
  const auto end =
      std::to_chars(text, text + sizeof text, size, std::chars_format::fixed, unit == 0 ? 0 : 1);
  return std::string(text, end.ptr) + ' ' + kUnits[unit];
}

std::string seconds_text(std::int64_t ns) {
  const std::int64_t seconds = ns / kSecond, rest = ns % kSecond;
  const char* sign = ns < 0 && seconds == 0 ? "-" : "";
  return printed("%s%lld.%09lld", sign, static_cast<long long>(seconds),
                 static_cast<long long>(rest < 0 ? -rest : rest));
}

std::string time_text(std::int64_t ns) {
  const std::int64_t rest = (ns % kSecond + kSecond) % kSecond;
  const auto seconds = static_cast<std::time_t>(ns / kSecond - (ns % kSecond < 0 ? 1 : 0));
  std::tm local{};
  ::localtime_r(&seconds, &local);
  return printed("%s %2d %d %02d:%02d:%02d.%09lld (%s)",
                 kMonths[static_cast<std::size_t>(local.tm_mon)], local.tm_mday,
                 local.tm_year + 1900, local.tm_hour, local.tm_min, local.tm_sec,
                 static_cast<long long>(rest), seconds_text(ns).c_str());
}

std::string info_text(const BagMetadata& metadata, const InfoForm& form) {
  const auto topics = rows_of(metadata, form, false);
  const auto services = rows_of(metadata, form, true);
  const std::string& distro = metadata.ros_distro;
  const std::int64_t end = add_saturating(metadata.start_ns, metadata.duration_ns);
  std::string text = "\n" + block_or_empty("Files:             ", metadata.paths);
  text += "Bag size:          " + size_text(metadata.size) + '\n';
  text += "Storage id:        " + metadata.storage_id + '\n';
  text += "ROS Distro:        " + (distro.empty() ? "unknown" : distro) + '\n';
  text += "Duration:          " + seconds_text(metadata.duration_ns) + "s\n";
  text += "Start:             " + time_text(metadata.start_ns) + '\n';
  text += "End:               " + time_text(end) + '\n';
  const std::uint64_t events = std::min(events_of(metadata), metadata.messages);
  text += "Messages:          " + std::to_string(metadata.messages - events) + '\n';
  text += lost_text(metadata);
  text += block_or_empty("Topic information: ", lines_of(topics, form, false));
  text += "Service:           " + std::to_string(services.size()) + '\n';
  return text + block("Service information: ", lines_of(services, form, true));
}

std::vector<std::string> topic_names(const BagMetadata& metadata, SortBy sort) {
  std::vector<std::string> names;
  for (const Row& row : rows_of(metadata, {sort}, false)) names.push_back(row.name);
  return names;
}

}  // namespace ranvier::bag
