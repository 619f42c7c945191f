#include "micro/agent/spec.h"

#include <cstring>

namespace ranvier::micro {
namespace {

struct KindName {
  std::uint8_t kind;
  const char* name;
};
constexpr KindName kKinds[] = {{XRCE_PARTICIPANT, "participant"}, {XRCE_TOPIC, "topic"},
                               {XRCE_PUBLISHER, "publisher"},     {XRCE_SUBSCRIBER, "subscriber"},
                               {XRCE_DATA_WRITER, "data_writer"}, {XRCE_DATA_READER, "data_reader"},
                               {XRCE_REQUESTER, "requester"},     {XRCE_REPLIER, "replier"}};

const char* name_of(std::uint8_t kind) {
  for (const KindName& row : kKinds) {
    if (row.kind == kind) return row.name;
  }
  return nullptr;
}

bool is_group(std::uint8_t kind) { return kind == XRCE_PUBLISHER || kind == XRCE_SUBSCRIBER; }

// A value behind a flag that says whether it is there; false: the input is not valid.
bool optional_string(xrce_cdr& cdr, std::string& to) {
  // What is left out at the end is not there: peers take that too.
  if (xrce_cdr_left(&cdr) == 0 || xrce_get_u8(&cdr) == 0) return true;
  auto text = read_string(cdr, kLongestName);
  if (text) to = std::move(*text);
  return text.has_value();
}

std::uint32_t optional_u32(xrce_cdr& cdr) {
  return xrce_get_u8(&cdr) != 0 ? xrce_get_u32(&cdr) : 0;
}

void read_endpoint(xrce_cdr& cdr, ObjectSpec& to) {
  to.topic = xrce_get_id(&cdr);
  if (xrce_get_u8(&cdr) == 0) return;
  to.qos = xrce_get_u16(&cdr);
  if (xrce_get_u8(&cdr) != 0) to.depth = xrce_get_u16(&cdr);
  to.deadline = optional_u32(cdr);
  to.lifespan = optional_u32(cdr);
  // User data, strength and filters follow: none of them has an effect here.
}

bool read_service(xrce_cdr& cdr, ObjectSpec& to) {
  ServiceSpec& service = to.service.make();
  for (std::string* text : {&to.name, &to.type, &service.reply_type}) {
    auto read = read_string(cdr, kLongestName);
    if (!read) return false;
    *text = std::move(*read);
  }
  return optional_string(cdr, service.request_topic) && optional_string(cdr, service.reply_topic);
}

bool read_blob(xrce_cdr& cdr, ObjectSpec& to) {
  std::string unused;
  switch (to.kind) {
    case XRCE_PARTICIPANT: return optional_string(cdr, unused) && optional_string(cdr, to.name);
    case XRCE_TOPIC: {
      auto name = read_string(cdr, kLongestName);
      if (!name) return false;
      to.name = std::move(*name);
      return optional_string(cdr, unused) && optional_string(cdr, to.type);
    }
    case XRCE_PUBLISHER:
    case XRCE_SUBSCRIBER: return true;
    case XRCE_DATA_WRITER:
    case XRCE_DATA_READER: read_endpoint(cdr, to); return !cdr.failed;
    default: return read_service(cdr, to);
  }
}

bool read_binary(xrce_cdr& payload, ObjectSpec& to) {
  const std::uint32_t size = xrce_get_u32(&payload);
  if (payload.failed || size > xrce_cdr_left(&payload)) return false;
  xrce_cdr blob = payload;
  blob.end = blob.at + size;
  xrce_cdr_origin(&blob);
  if (!read_blob(blob, to) || blob.failed) return false;
  payload.at += size;
  payload.position += size;
  return true;
}

void read_xml_endpoint(const XmlElement& xml, ObjectSpec& to) {
  to.name = xml.text_of({"topic", "name"});
  to.type = xml.text_of({"topic", "dataType"});
  // DDS's defaults: a writer is reliable, a reader is not; both keep one sample.
  const std::string reliability = xml.text_of({"qos", "reliability", "kind"});
  const bool reliable =
      reliability.empty() ? to.kind == XRCE_DATA_WRITER : reliability == "RELIABLE";
  const std::string durability = xml.text_of({"qos", "durability", "kind"});
  const XmlElement* history = xml.find({"topic", "historyQos"});
  if (reliable) to.qos |= XRCE_QOS_RELIABLE;
  if (!durability.empty() && durability != "VOLATILE") to.qos |= XRCE_QOS_TRANSIENT_LOCAL;
  if (history == nullptr || history->text_of({"kind"}) != "KEEP_ALL") {
    to.qos |= XRCE_QOS_KEEP_LAST;
  }
  const std::string depth = history == nullptr ? std::string() : history->text_of({"depth"});
  const unsigned long given = std::strtoul(depth.c_str(), nullptr, 10);
  to.depth = static_cast<std::uint16_t>(given == 0 || given > 0xffff ? 1 : given);
}

// `xml` is the element of the object itself.
void read_element(const XmlElement& xml, ObjectSpec& to) {
  switch (to.kind) {
    case XRCE_PARTICIPANT: to.name = xml.text_of({"rtps", "name"}); break;
    case XRCE_TOPIC:
      to.name = xml.text_of({"name"});
      to.type = xml.text_of({"dataType"});
      break;
    case XRCE_DATA_WRITER:
    case XRCE_DATA_READER: read_xml_endpoint(xml, to); break;
    case XRCE_REQUESTER:
    case XRCE_REPLIER:
      to.name = xml.attribute("service_name");
      to.type = xml.attribute("request_type");
      to.service.make() = {xml.attribute("reply_type"), xml.text_of({"request_topic_name"}),
                           xml.text_of({"reply_topic_name"})};
      break;
    default: break;
  }
}

bool read_text(xrce_cdr& payload, std::uint8_t format, const References& references,
               ObjectSpec& to) {
  const auto text = read_string(payload, format == XRCE_AS_XML ? kLongestXml : kLongestName);
  if (!text) return false;
  if (is_group(to.kind) && format == XRCE_AS_XML) return true;  // nothing of it has an effect
  if (format == XRCE_BY_REFERENCE) {
    const XmlElement* profile = references.find(to.kind, *text);
    if (profile != nullptr) read_element(*profile, to);
    return profile != nullptr;
  }
  const auto document = parse_xml(*text);
  if (!document) return false;
  const XmlElement* own =
      document->name == name_of(to.kind) ? &*document : document->find({name_of(to.kind)});
  if (own != nullptr) read_element(*own, to);
  return own != nullptr;
}

}  // namespace

bool References::read(std::string_view xml) {
  auto document = parse_xml(xml);
  if (!document || document->name != "profiles") return false;
  for (XmlElement& profile : document->children) {
    std::pair<std::string, std::string> key(profile.name, profile.attribute("profile_name"));
    profiles_.insert_or_assign(std::move(key), std::move(profile));
  }
  return true;
}

const XmlElement* References::find(std::uint8_t kind, const std::string& name) const {
  const auto found = profiles_.find({name_of(kind), name});
  return found == profiles_.end() ? nullptr : &found->second;
}

std::optional<std::string> read_string(xrce_cdr& cdr, std::size_t most) {
  const std::uint32_t size = xrce_get_u32(&cdr);
  if (cdr.failed || size == 0 || size > most + 1 || size > xrce_cdr_left(&cdr)) return {};
  std::string text(size, '\0');
  xrce_get_bytes(&cdr, text.data(), size);
  if (text.back() != '\0') return {};
  text.resize(std::strlen(text.c_str()));
  return text;
}

std::optional<ObjectSpec> read_spec(xrce_cdr& payload, const References& references) {
  ObjectSpec spec;
  spec.kind = xrce_get_u8(&payload);
  const std::uint8_t format = xrce_get_u8(&payload);
  if (payload.failed || name_of(spec.kind) == nullptr) return {};
  const bool by_text =
      format == XRCE_AS_XML || (format == XRCE_BY_REFERENCE && !is_group(spec.kind));
  if (by_text ? !read_text(payload, format, references, spec)
              : format != XRCE_AS_BINARY || !read_binary(payload, spec)) {
    return {};
  }
  if (spec.kind == XRCE_PARTICIPANT) {
    spec.domain = static_cast<std::int16_t>(xrce_get_u16(&payload));
  } else {
    spec.parent = xrce_get_id(&payload);
  }
  if (payload.failed) return {};
  return spec;
}

}  // namespace ranvier::micro
