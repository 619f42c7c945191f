// Room for a sample identity in the inline QoS that Cyclone writes.
//
// Cyclone writes two parameters alone: the key hash, and the status if it is not zero. While
// it builds a DATA it asks our sample for the first, looks whether there is the second, and
// then asks for the payload. The two need as many bytes as one identity, which takes their
// place (docs/decisions, "both dialects").
#pragma once

#include <cstdint>

#include "ranvier/cyclone/wire/inline_identity.h"

struct ddsi_domaingv;
struct ddsi_sertype;

namespace ranvier::cyclone {

/// Lets Cyclone ask the samples of this writer of ours for their key hash.
/// @param type  what it writes
/// @return false, and nothing is done, if there is no such writer, or Cyclone keeps writers in
///         another way than this expects.
/// Contract: any thread, once a writer.
bool ask_for_key_hash(const ddsi_domaingv& domain, const Gid& writer,
                      const ddsi_sertype& type) noexcept;

/// What is there before a key hash, if it is as expected.
struct KeyHashPlace {
  bool expected = false;
  std::uint64_t number = 0;  ///< of the sample, from 1
};
/// @param hash  where Cyclone wants the hash in the message that it builds
/// Contract: in the key-hash operation of a sample that is being sent.
KeyHashPlace look_at_place(const std::uint8_t* hash) noexcept;

/// Puts the identity where the key hash and the status stand.
/// @return false, and nothing is done, if they do not stand there.
/// Contract: in the payload operation that follows, with a status of 1.
bool put_identity(std::uint8_t* hash, const InlineIdentity& identity) noexcept;

/// False where Cyclone is not as this expects: found when the library was configured, when
/// the process made its first topic, or by a message that Cyclone built. Then services speak
/// Cyclone's dialect alone.
bool identities_work() noexcept;
void identities_do_not_work() noexcept;

}  // namespace ranvier::cyclone
