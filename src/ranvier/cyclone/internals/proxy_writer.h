// Cyclone's picture of a writer of another vendor, of which its own interface tells nothing.
#pragma once

#include "ranvier/cyclone/wire/vendor.h"
#include "ranvier/msg/message.h"

struct ddsi_domaingv;

namespace ranvier::cyclone {

/// Who made the middleware of the participant that has this endpoint. By what discovery
/// said: under DDS Security a GUID tells nothing of it.
/// Contract: any thread, also in a listener.
Vendor vendor_of(const ddsi_domaingv& domain, const Gid& endpoint) noexcept;

/// Lets Cyclone ask a reliable writer of another vendor for all that its first heartbeat
/// names. It would take that heartbeat for the beginning, and skip what did not arrive.
/// @return false for a writer that has gone, is Cyclone's own, is not reliable, or would
///         send a volatile reader its past.
/// Contract: any thread, also in a listener.
bool expect_what_comes_first(const ddsi_domaingv& domain, const Gid& writer) noexcept;

/// Asks the writer for a heartbeat, for each of our readers that has heard none. A secured
/// writer is not asked: only Cyclone can sign.
/// @return false if the writer has gone.
/// Contract: not in a listener.
bool ask_for_heartbeat(const ddsi_domaingv& domain, const Gid& writer) noexcept;

}  // namespace ranvier::cyclone
