#include "ranvier/cyclone/demangle.h"

#include <string_view>

namespace ranvier::cyclone {
namespace {

bool strip_suffix(std::string& text, std::string_view suffix) {
  if (text.size() < suffix.size()) return false;
  if (text.compare(text.size() - suffix.size(), suffix.size(), suffix) != 0) return false;
  text.resize(text.size() - suffix.size());
  return true;
}

std::optional<RosTopic> with_suffix(RosTopic topic, std::string_view suffix) {
  if (!strip_suffix(topic.name, suffix)) return std::nullopt;
  return topic;
}

std::string slashed(std::string name) {
  for (std::size_t at; (at = name.find("::")) != std::string::npos;) {
    name.erase(at, 1);
    name[at] = '/';
  }
  return name;
}

}  // namespace

std::optional<RosTopic> ros_topic(const std::string& dds_topic) {
  const std::string prefix = dds_topic.substr(0, 3);
  if (prefix == "rt/") return RosTopic{RosTopic::Kind::kTopic, dds_topic.substr(2)};
  if (prefix == "rq/") {
    return with_suffix({RosTopic::Kind::kRequest, dds_topic.substr(2)}, "Request");
  }
  if (prefix == "rr/") return with_suffix({RosTopic::Kind::kReply, dds_topic.substr(2)}, "Reply");
  return std::nullopt;
}

std::string ros_type(const std::string& dds_type, RosTopic::Kind kind) {
  static constexpr std::string_view kMark = "::dds_::";
  const std::size_t mark = dds_type.find(kMark);
  if (mark == std::string::npos || dds_type.back() != '_') return dds_type;
  std::string last = dds_type.substr(mark + kMark.size());
  last.pop_back();
  if (kind == RosTopic::Kind::kRequest) strip_suffix(last, "_Request");
  if (kind == RosTopic::Kind::kReply) strip_suffix(last, "_Response");
  return slashed(dds_type.substr(0, mark)).append(1, '/').append(last);
}

}  // namespace ranvier::cyclone
