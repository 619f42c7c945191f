// What a board had not acknowledged when its session, or its streams, came to an end.
#include "micro/agent/session.h"

namespace ranvier::micro {
namespace {

// The object of a DATA: behind its header and a request. 0: this is not its beginning.
std::uint16_t object_of_data(const std::uint8_t* data, std::size_t size) {
  if (size < Session::kDataHead || data[0] != XRCE_DATA) return 0;
  const std::uint8_t* object = data + XRCE_SUBMESSAGE_HEADER + 2;
  return static_cast<std::uint16_t>(object[0] << 8 | object[1]);
}

}  // namespace

// A sample in fragments counts with its last one. What it is of says its first one, which the
// client may have acknowledged.
void Session::find_unacknowledged(OutStream& stream, LostSamples& to) const {
  const std::size_t header =
      login_.session < XRCE_SESSION_WITHOUT_KEY ? XRCE_LONGEST_HEADER : XRCE_HEADER_BYTES;
  std::uint16_t object = 0;
  bool begins = true;
  for (std::size_t i = 0; i < stream.size(); ++i) {
    const MessageBytes& message = stream[i];
    std::size_t offset = header;
    xrce_submessage inside;
    if (!xrce_next_submessage(message.data(), message.size(), &offset, &inside)) continue;
    const bool is_fragment = inside.id == XRCE_FRAGMENT;
    if (is_fragment && begins) object = object_of_data(inside.payload, inside.size);
    begins = !is_fragment || (inside.flags & XRCE_LAST_FRAGMENT) != 0;
    if (is_fragment && begins) ++to[object];
    if (inside.id == XRCE_DATA) {
      ++to[object_of_data(message.data() + header, message.size() - header)];
    }
  }
}

void Session::tell_lost(const LostSamples& lost, const std::string& why) {
  for (const auto& [id, count] : lost) {
    const Objects::Object* object = objects_.find(id);
    const std::string name = object == nullptr ? "" : object->spec.name;
    if (count == 0 || name == kGraphTopic) continue;  // it is sent the graph again
    counts_.lost += count;
    port_.warn("samples " + (name.empty() ? "" : "of '" + name + "' ") +
               "that it had not acknowledged are dropped: " + why);
  }
}

void Session::tell_unacknowledged(const std::string& why) {
  LostSamples lost;
  for (auto& [id, stream] : out_) find_unacknowledged(stream, lost);
  tell_lost(lost, why);
}

void Session::tell_lost(const std::string& why) {
  LostSamples lost;
  for (auto& [id, stream] : out_) find_unacknowledged(stream, lost);
  for (const auto& [id, object] : objects_.all()) {
    if (object.endpoint) lost[id] += object.endpoint->waiting();
  }
  tell_lost(lost, why);
}

}  // namespace ranvier::micro
