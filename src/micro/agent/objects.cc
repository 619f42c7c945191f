#include "micro/agent/objects.h"

#include <vector>

namespace ranvier::micro {
namespace {

bool is_endpoint(std::uint8_t kind) { return kind >= XRCE_DATA_WRITER && kind <= XRCE_REPLIER; }

// What an object of this kind is created in.
std::uint8_t parent_kind(std::uint8_t kind) {
  if (kind == XRCE_DATA_WRITER) return XRCE_PUBLISHER;
  if (kind == XRCE_DATA_READER) return XRCE_SUBSCRIBER;
  return XRCE_PARTICIPANT;
}

}  // namespace

Objects::Object* Objects::find(std::uint16_t id) {
  const auto found = objects_.find(id);
  return found == objects_.end() ? nullptr : &found->second;
}

BoardNode* Objects::node_of(const ObjectSpec& spec) {
  const Object* at = find(spec.parent);
  if (at != nullptr && at->spec.kind != XRCE_PARTICIPANT) at = find(at->spec.parent);
  return at == nullptr ? nullptr : at->node.get();
}

std::uint8_t Objects::open(Object& object, std::string& why) {
  ObjectSpec& spec = object.spec;
  if (spec.kind == XRCE_PARTICIPANT) {
    auto node = bus_.open_node(spec.name, spec.domain);
    if (!node) {
      why = node.error().what;
      return XRCE_STATUS_DDS_ERROR;
    }
    object.node = std::move(*node);
    return XRCE_STATUS_OK;
  }
  const Object* parent = find(spec.parent);
  if (parent == nullptr || parent->spec.kind != parent_kind(spec.kind)) {
    return XRCE_STATUS_UNKNOWN_REFERENCE;
  }
  if (!is_endpoint(spec.kind)) return XRCE_STATUS_OK;
  ObjectSpec whole = spec;
  if (whole.name.empty()) {  // the topic is an object of its own
    const Object* topic = find(spec.topic);
    if (topic == nullptr || topic->spec.kind != XRCE_TOPIC) return XRCE_STATUS_UNKNOWN_REFERENCE;
    whole.name = topic->spec.name;
    whole.type = topic->spec.type;
  }
  BoardNode* node = node_of(spec);
  if (node == nullptr) return XRCE_STATUS_UNKNOWN_REFERENCE;
  auto endpoint = node->open(whole, ready_);
  if (!endpoint) {
    why = endpoint.error().what;
    return endpoint.error().code == Code::kInvalidName ? XRCE_STATUS_INVALID_DATA
                                                       : XRCE_STATUS_DDS_ERROR;
  }
  object.endpoint = std::move(*endpoint);
  return XRCE_STATUS_OK;
}

std::uint8_t Objects::create(std::uint16_t id, ObjectSpec spec, std::uint8_t flags,
                             std::string& why) {
  if (const Object* there = find(id)) {
    const bool reuse = (flags & XRCE_REUSE) != 0, replace = (flags & XRCE_REPLACE) != 0;
    if (!reuse && !replace) return XRCE_STATUS_ALREADY_EXISTS;
    const bool same = there->spec == spec;
    if (reuse && same) return XRCE_STATUS_OK_MATCHED;
    if (!replace) return XRCE_STATUS_MISMATCH;
    remove(id);
  }
  if (objects_.size() >= kMost) {
    why = "this client has " + std::to_string(kMost) + " objects already, and may have no more";
    return XRCE_STATUS_RESOURCES;
  }
  Object object{std::move(spec), nullptr, nullptr, {}, 0, false};
  const std::uint8_t status = open(object, why);
  if (status == XRCE_STATUS_OK) objects_.emplace(id, std::move(object));
  return status;
}

std::uint8_t Objects::remove(std::uint16_t id) {
  if (find(id) == nullptr) return XRCE_STATUS_UNKNOWN_REFERENCE;
  std::vector<std::uint16_t> below;
  for (const auto& [child, object] : objects_) {
    if (object.spec.kind != XRCE_PARTICIPANT && object.spec.parent == id) below.push_back(child);
  }
  for (const std::uint16_t child : below) {
    if (child != id) remove(child);
  }
  objects_.erase(id);
  return XRCE_STATUS_OK;
}

void Objects::clear() {
  // Endpoints before the nodes that they are of.
  for (auto& [id, object] : objects_) object.endpoint.reset();
  objects_.clear();
}

}  // namespace ranvier::micro
