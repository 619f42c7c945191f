// The graph for a board: whether it takes it, and what it is sent if it does not.
#include <algorithm>

#include "micro/agent/session.h"

namespace ranvier::micro {

// The longest DATA that the client can take. One that does not say how much it puts together of
// fragments is taken for a micro-ROS in its usual build, unless the agent was given more: what is
// beyond its history would block its stream for ever.
std::size_t Session::longest_graph(std::uint8_t stream) const {
  const bool has_key = login_.session < XRCE_SESSION_WITHOUT_KEY;
  const std::size_t header = has_key ? XRCE_LONGEST_HEADER : XRCE_HEADER_BYTES;
  const std::size_t one = login_.mtu - header;
  if (stream < XRCE_RELIABLE_STREAM) return one;
  if (login_.largest) return std::max(one, *login_.largest);
  constexpr std::size_t kMost = 0xffff;  // a length of 16 bits
  const std::size_t told = port_.graph_bytes();
  const std::size_t usual = kUsualWindow * (one - XRCE_SUBMESSAGE_HEADER);
  return std::min(kMost, std::max(one, told != 0 ? told + kDataHead : usual));
}

// In place of the graph: its READ_DATA is answered that it is too large.
void Session::refuse_graph(std::uint16_t id, Objects::Object& object, std::size_t size) {
  const Objects::Read& read = *object.read;
  ++counts_.too_long;
  send_status(read.request, id, XRCE_STATUS_RESOURCES, read.stream);
  if (object.told_too_large) return;
  object.told_too_large = true;
  const std::string bytes = std::to_string(size - kDataHead);
  port_.warn("the graph has " + bytes + " bytes, and the board takes " +
             std::to_string(longest_graph(read.stream) - kDataHead) +
             " of it: it gets the answer that it has none. " +
             (login_.largest ? "Raise XRCE_GRAPH_BYTES and XRCE_FRAGMENTED_BYTES there."
                             : "Raise RMW_UXRCE_STREAM_HISTORY_INPUT there, and start the agent "
                               "with --graph " +
                                   bytes + " or more."));
}

}  // namespace ranvier::micro
