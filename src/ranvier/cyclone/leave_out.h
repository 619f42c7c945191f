// Leaving one peer's endpoint out of DDS, which has no word for it: what
// ignore_subscription would do (docs/decisions/0031).
#pragma once

#include <dds/ddsi/ddsi_sertype.h>

#include "ranvier/cyclone/qos_map.h"
#include "ranvier/msg/gid.h"

namespace ranvier::cyclone {

/// Makes this process forget a peer's endpoint, as if the peer had closed it: no
/// writer of ours sends to that reader or waits for it any more, or no reader of
/// ours hears that writer. The match, and the sample of the built-in topic, go.
///
/// It concerns all endpoints of this process in that domain, those to come too.
/// The peer is not told. It comes back when it announces itself anew, as it does
/// when its QoS changes.
///
/// The publisher's process goes first: a reader that has forgotten a writer
/// acknowledges nothing, and a writer that waits for it waits in vain.
///
/// @param type  of any topic of ours in that domain.
/// @param side  what the endpoint is.
/// @return false if DDS knows no such peer's endpoint now.
/// Contract: any thread but those that hear of samples or endpoints from DDS
/// (their locks are wanted). Waits for no writer, also not for one that blocks.
bool leave_out(const ddsi_sertype& type, Side side, const Gid& endpoint) noexcept;

}  // namespace ranvier::cyclone
