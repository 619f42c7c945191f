#include "ranvier/cyclone/discovery_info.h"

#include "ranvier/codec/describe.h"

// As the generator of message packages writes them.
namespace ranvier::codec {

constexpr std::size_t kLongestName = 256;

template <>
struct Codec<Gid> : MessageCodec<Gid, 16, true> {
  template <typename M, typename Walk>
  static bool each_member(M& gid, Walk& walk) {
    return walk(gid.bytes);
  }
};

template <>
struct Codec<cyclone::NodeEntities> : MessageCodec<cyclone::NodeEntities, 16, false> {
  template <typename M, typename Walk>
  static bool each_member(M& of, Walk& walk) {
    return walk(of.node.space, kLongestName) && walk(of.node.name, kLongestName) &&
           walk(of.readers) && walk(of.writers);
  }
};

template <>
struct Codec<cyclone::ParticipantEntities> : MessageCodec<cyclone::ParticipantEntities, 20, false> {
  template <typename M, typename Walk>
  static bool each_member(M& of, Walk& walk) {
    return walk(of.gid) && walk(of.nodes);
  }
};

}  // namespace ranvier::codec

namespace ranvier::cyclone {

const TypeInfo& participant_entities_type() {
  using Life = codec::Life<ParticipantEntities>;
  static constexpr TypeInfo kType = {
      "rmw_dds_common/msg/ParticipantEntitiesInfo",
      "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_",
      "RIHS01_91a0593bacdcc50ea9bdcf849a938b128412cc1ea821245c663bcd26f83c295e",
      sizeof(ParticipantEntities),
      alignof(ParticipantEntities),
      false,
      &Life::create,
      &Life::destroy,
      &Life::clone,
      &Life::assign,
      &Life::encoded_size,
      &Life::encode,
      &Life::decode,
      nullptr,
      0};
  return kType;
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
