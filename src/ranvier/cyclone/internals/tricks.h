// What we do with Cyclone's inside that its interface has no way for.
//
// This header and extension.h are all that files outside this folder include of it, and no file
// outside includes a private header of Cyclone (tools/check_layers.py).
//
// All of it works, or none: the loaded Cyclone is compared with the one whose headers this was
// compiled with, once a process. If they differ, or if they are found to differ later, every
// function here does nothing and says so (docs/decisions, "one seam around Cyclone").
#pragma once

#include <dds/dds.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ranvier/cyclone/wire/inline_identity.h"
#include "ranvier/cyclone/wire/vendor.h"
#include "ranvier/msg/message.h"

struct ddsi_domaingv;
struct ddsi_sertype;
struct nn_rdata;

namespace ranvier::cyclone {

// --- The switch -----------------------------------------------------------------

/// Compares the loaded Cyclone with the one that this was compiled for, at the first call of a
/// process: its version, whether it has security, and where it keeps what is used here.
/// @param type         registered in the domain
/// @param participant  ours, in the same domain
/// Contract: any thread, no lock of Cyclone; some microseconds. Nothing is sent.
void check_tricks(const ddsi_sertype& type, dds_entity_t participant);

/// Contract: any thread, also in a listener.
bool tricks_work() noexcept;

/// What differs, what is out of reach, and the remedy. Once a process; empty while tricks work,
/// and after the first time. Contract: any thread.
std::string why_no_tricks();

/// The inside of the domain in which the type is registered; null before it is, and where tricks
/// do not work. Contract: as tricks_work().
const ddsi_domaingv* internals_of(const ddsi_sertype& type) noexcept;

// --- Peers ----------------------------------------------------------------------

/// Who made the middleware of the participant that has this endpoint, by what discovery said:
/// under DDS Security a GUID tells nothing of it.
/// Contract: any thread, also in a listener.
Vendor vendor_of(const ddsi_domaingv& domain, const Gid& endpoint) noexcept;

/// Lets Cyclone ask a reliable writer of another vendor for all that its first heartbeat
/// names. It would take that heartbeat for the beginning, and skip what did not arrive.
/// @return false for a writer that has gone, is Cyclone's own, is not reliable, or would
///         send a volatile reader its past.
/// Contract: any thread, also in a listener.
bool expect_what_comes_first(const ddsi_domaingv& domain, const Gid& writer) noexcept;

/// Asks the writer for a heartbeat, for each of our readers that has received none. A secured
/// writer is not asked: only Cyclone can sign.
/// @return false if the writer has gone.
/// Contract: not in a listener.
bool ask_for_heartbeat(const ddsi_domaingv& domain, const Gid& writer) noexcept;

/// How many processes of this host listen for participants and for data of the domain, at the
/// ports that RTPS computes, and are none of `known`: their announcements are under way. A socket
/// at one of the two ports alone is another program's, for the system assigns such ports from
/// domain 102 on. A participant of another host that has such a port hides one of this host.
/// Contract: any thread, not in a listener.
std::size_t undiscovered_of_this_host(const ddsi_domaingv& domain, const std::vector<Gid>& known);

/// How many of `announced` Cyclone has not discovered, or has forgotten. It discovers each before
/// its built-in topics show it.
/// Contract: any thread, not in a listener.
std::size_t unknown_entities(const ddsi_domaingv& domain, const std::vector<Gid>& announced);

// --- What is sent ---------------------------------------------------------------

/// False while what readers have not acknowledged is above the bound at which DDS lets a write
/// wait (CycloneDDS/Domain/Internal/Watermarks/WhcHigh).
/// Contract: any thread that may call DDS.
bool has_send_room(const ddsi_domaingv& domain, const Gid& writer) noexcept;

/// Where loopback is the domain's only interface: lets Cyclone send over it to all
/// addresses that this host has when a peer is found. It sends over loopback to
/// addresses of that network alone, so a process that began when no other interface was
/// up would never answer one that began later and has the address of another.
/// Contract: any thread, no lock; changes nothing the second time.
void send_over_loopback_to_this_host(const ddsi_domaingv& domain) noexcept;

/// Inspects each packet of this domain as it leaves, for what readers of Fast DDS do with large
/// samples (docs/decisions, "large samples for Fast DDS"):
/// - a fragment is preceded by its sample's source timestamp. Cyclone stamps the first one
///   alone; a reader whose history is full drops a sample of which another one comes first;
/// - a GAP for samples that the writer has no longer becomes a PAD. The heartbeat that Cyclone
///   sends with it says the same, and a reader that holds some fragments of such a sample
///   never returns from its next take() after a GAP;
/// - the writer pauses between bursts of fragments (fragment_pace.h).
///
/// Packets that are signed or encrypted leave as they are.
/// Contract: any thread, while the domain lives; changes nothing the second time.
void mend_packets_for_fast(const ddsi_domaingv& domain) noexcept;

// --- A sample identity in the inline QoS that Cyclone writes -------------------------
//
// Cyclone writes two parameters alone: the key hash, and the status if it is not zero. While
// it builds a DATA it asks our sample for the first, looks whether there is the second, and
// then asks for the payload. The two need as many bytes as one identity, which takes their
// place (docs/decisions, "both dialects").

/// Lets Cyclone ask the samples of this writer of ours for their key hash.
/// @param type  what it writes
/// @return false, and nothing is done, if there is no such writer.
/// Contract: any thread, once a writer.
bool ask_for_key_hash(const ddsi_domaingv& domain, const Gid& writer,
                      const ddsi_sertype& type) noexcept;

/// The number of the sample in whose message the key hash stands, from 1; 0 where the message is
/// not as expected: then tricks work no longer.
/// @param hash  where Cyclone wants the hash in the message that it builds
/// Contract: in the key-hash operation of a sample that is being sent.
std::uint64_t number_before(const std::uint8_t* hash) noexcept;

/// Puts the identity where the key hash and the status stand; where they do not, nothing is
/// done, and tricks work no longer.
/// Contract: in the payload operation that follows, with a status of 1.
void put_identity(std::uint8_t* hash, const InlineIdentity& identity) noexcept;

// --- What was received ----------------------------------------------------------

/// What stands around the payload in the packet that Cyclone received.
struct Origin {
  Vendor vendor = Vendor::kUnknown;  ///< by the header of the packet
  std::uint64_t number = 0;          ///< the sample's, from 1; 0 if the packet is not as expected
  InlineIdentity related;
};

/// Of the fragment that came first.
/// Contract: on Cyclone's thread, in from_ser; reads only the packet.
Origin origin_of(const nn_rdata& first) noexcept;

}  // namespace ranvier::cyclone
