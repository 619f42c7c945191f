// Samples of boards that come in fragments.
#include "micro/agent/session.h"

namespace ranvier::micro {

bool Session::on_fragment(const xrce_submessage& fragment, std::uint8_t stream) {
  if (stream < XRCE_RELIABLE_STREAM) {
    ++counts_.malformed;
    return true;
  }
  Reassembly& parts = fragments_.try_emplace(stream, port_.fragments()).first->second;
  auto whole = parts.add(fragment);
  if (!whole) {
    refuse_fragments(parts.refused());
    return true;
  }
  const std::uint8_t* head = whole->data();
  xrce_submessage inside{head[0], head[1], head + XRCE_SUBMESSAGE_HEADER,
                         whole->size() - XRCE_SUBMESSAGE_HEADER};
  // The length says where it ends; of more than 16 bits, only its low ones are there.
  const std::size_t length = head[2] | static_cast<std::size_t>(head[3]) << 8;
  const std::size_t padding = length == 0 ? 0 : (inside.size - length) & 0xffff;
  if (padding > 3 || padding > inside.size) {
    ++counts_.malformed;
    return true;
  }
  inside.size -= padding;
  if (inside.id == XRCE_FRAGMENT || handle(inside, stream)) return true;
  parts.take_back(std::move(*whole), fragment.size);
  return false;
}

// Once for each sample. Its fragments are acknowledged all the same: while they waited for room,
// they would hold the memory that others wait for.
void Session::refuse_fragments(Reassembly::Refusal why) {
  if (why == Reassembly::Refusal::kTooLong) {
    ++counts_.too_long;
    port_.warn("a sample is dropped: it has more than " + std::to_string(Reassembly::kMostBytes) +
               " bytes, the most that the agent puts together. Publish shorter ones.");
  }
  if (why == Reassembly::Refusal::kNoRoom) {
    ++counts_.unassembled;
    port_.warn(
        "a sample in fragments is dropped: those of all boards that are not whole yet have "
        "the " +
        std::to_string(port_.fragments().most()) +
        " bytes that they may. Raise --fragments, or let fewer boards publish long samples "
        "at once.");
  }
}

}  // namespace ranvier::micro
