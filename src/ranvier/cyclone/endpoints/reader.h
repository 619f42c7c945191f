// A subscription's end on the network.
#pragma once

#include <memory>

#include "ranvier/cyclone/participant.h"
#include "ranvier/route/peer_link.h"

namespace ranvier::cyclone {

/// Opens a DDS reader that delivers to `sink`, on the thread that receives.
/// Contract: any thread; the sink may be called before this returns.
Result<std::unique_ptr<Reader>> open_topic_reader(Participant& participant,
                                                  const Endpoint& endpoint, MessageSink& sink);
/// The same, as PeerLink::open_reader().
Result<std::unique_ptr<Reader>> open_topic_reader(Participant& participant,
                                                  const Endpoint& endpoint,
                                                  const std::string& user_data, PeerSink& sink);

/// The DDS name of a ROS topic: "rt" in front, unless the QoS avoids it.
TopicName topic_name(const Endpoint& endpoint);

}  // namespace ranvier::cyclone
