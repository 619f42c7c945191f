#include "ranvier/cyclone/discovery_info.h"

#include "ranvier/codec/cdr.h"

namespace ranvier::cyclone {
namespace {

using codec::align_up;
using codec::Decoder;
using codec::Encoder;

constexpr std::size_t kGidSize = 16;
constexpr std::size_t kLongestName = 256;
constexpr std::size_t kSmallestNode = 4 * 4;  // two strings and two counts

// --- Writing ------------------------------------------------------------------

void put(Encoder& to, const std::string& text) {
  to.put(static_cast<std::uint32_t>(text.size() + 1));
  to.put_bytes(text.c_str(), text.size() + 1);
}

void put(Encoder& to, const std::vector<Gid>& gids) {
  to.put(static_cast<std::uint32_t>(gids.size()));
  for (const Gid& gid : gids) to.put_bytes(gid.bytes.data(), kGidSize);
}

void encode(const void* object, Encoder& to) {
  const auto& info = *static_cast<const ParticipantEntities*>(object);
  to.put_bytes(info.gid.bytes.data(), kGidSize);
  to.put(static_cast<std::uint32_t>(info.nodes.size()));
  for (const NodeEntities& node : info.nodes) {
    put(to, node.node.space);
    put(to, node.node.name);
    put(to, node.readers);
    put(to, node.writers);
  }
}

std::size_t size_after(std::size_t at, const std::string& text) {
  return align_up(at, 4) + 4 + text.size() + 1;
}

std::size_t size_after(std::size_t at, const std::vector<Gid>& gids) {
  return align_up(at, 4) + 4 + gids.size() * kGidSize;
}

std::size_t encoded_size(const void* object) {
  std::size_t size = kGidSize + 4;
  for (const NodeEntities& node : static_cast<const ParticipantEntities*>(object)->nodes) {
    size = size_after(size, node.node.space);
    size = size_after(size, node.node.name);
    size = size_after(size, node.readers);
    size = size_after(size, node.writers);
  }
  return size;
}

// --- Reading ------------------------------------------------------------------

bool get(Decoder& from, Gid& gid) {
  const unsigned char* bytes = from.take(kGidSize);
  if (bytes) std::copy(bytes, bytes + kGidSize, gid.bytes.begin());
  return bytes != nullptr;
}

bool get(Decoder& from, std::string& text) {
  std::size_t size = 0;
  if (!from.get_count(1, size) || size == 0 || size > kLongestName + 1) return false;
  const auto* bytes = reinterpret_cast<const char*>(from.take(size));
  if (bytes[size - 1] != '\0') return false;
  text.assign(bytes, size - 1);
  return true;
}

bool get(Decoder& from, std::vector<Gid>& gids) {
  std::size_t count = 0;
  if (!from.get_count(kGidSize, count)) return false;
  gids.resize(count);
  for (Gid& gid : gids) {
    if (!get(from, gid)) return false;
  }
  return true;
}

bool decode(void* object, Decoder& from) {
  auto& info = *static_cast<ParticipantEntities*>(object);
  std::size_t count = 0;
  if (!get(from, info.gid) || !from.get_count(kSmallestNode, count)) return false;
  info.nodes.resize(count);
  for (NodeEntities& node : info.nodes) {
    if (!get(from, node.node.space) || !get(from, node.node.name)) return false;
    if (!get(from, node.readers) || !get(from, node.writers)) return false;
  }
  return true;
}

TypeInfo make_type() {
  TypeInfo type{};
  type.name = "rmw_dds_common/msg/ParticipantEntitiesInfo";
  type.dds_name = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
  type.hash = "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e";
  type.size = sizeof(ParticipantEntities);
  type.alignment = alignof(ParticipantEntities);
  type.create = []() -> void* { return new ParticipantEntities; };
  type.destroy = [](void* object) { delete static_cast<ParticipantEntities*>(object); };
  type.clone = [](const void* object) -> void* {
    return new ParticipantEntities(*static_cast<const ParticipantEntities*>(object));
  };
  type.assign = [](void* to, const void* from) {
    *static_cast<ParticipantEntities*>(to) = *static_cast<const ParticipantEntities*>(from);
  };
  type.encoded_size = encoded_size;
  type.encode = encode;
  type.decode = decode;
  return type;
}

}  // namespace

const TypeInfo& participant_entities_type() {
  static const TypeInfo type = make_type();
  return type;
}

Endpoint discovery_info_endpoint() {
  Endpoint endpoint;
  endpoint.topic = "ros_discovery_info";
  endpoint.type = &participant_entities_type();
  endpoint.qos.depth = 1;
  endpoint.qos.durability = Durability::kTransientLocal;
  endpoint.qos.avoid_ros_namespace = true;
  return endpoint;
}

}  // namespace ranvier::cyclone
