// A publisher's end on the network.
#pragma once

#include <memory>

#include "ranvier/cyclone/participant.h"
#include "ranvier/route/peer_link.h"

namespace ranvier::cyclone {

/// Opens a DDS writer. Nothing is encoded while no reader is matched; DDS keeps
/// the messages of a transient-local writer as they are until one asks.
/// @param user_data  as for PeerLink::open_writer(); empty: none is shown.
/// Contract: any thread; `events` may be called before this returns.
Result<std::unique_ptr<Writer>> open_topic_writer(Participant& participant,
                                                  const Endpoint& endpoint,
                                                  const std::string& user_data,
                                                  EndpointEvents& events);

}  // namespace ranvier::cyclone
