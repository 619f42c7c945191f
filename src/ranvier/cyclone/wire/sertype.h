// Types and samples as Cyclone sees them: opaque CDR bytes.
//
// Cyclone never looks inside: a sample that goes out points at the bytes of a
// Message, a sample that comes in becomes one Message that all readers of the
// process share. All types are keyless.
#pragma once

#include <atomic>
#include <string>

#include "ranvier/base/result.h"
#include "ranvier/cyclone/internals/extension.h"
#include "ranvier/cyclone/wire/dialect.h"
#include "ranvier/msg/message.h"

namespace ranvier::cyclone {

/// What stands between the encapsulation header and the message.
enum class Framing : std::uint8_t {
  kPlain,
  kService  ///< uint64 client id and int64 sequence number
};
constexpr std::size_t kServiceHeaderSize = 16;

/// A DDS type over a TypeInfo. Owned and counted by Cyclone.
struct CdrType final : ddsi_sertype {
  const TypeInfo* info;
  Framing framing;
  Dialect dialect_of_cyclone;         ///< of Framing::kService: of peers on Cyclone
  mutable std::atomic<int> readers;   ///< of this type and topic in this participant
  mutable std::atomic<int> counting;  ///< those of them that want CdrSample::number
};

/// One sample inside Cyclone. Owned and counted by Cyclone.
///
/// Threads: immutable once written or received, but for members that say otherwise.
struct CdrSample final : ddsi_serdata {
  Bytes wire;          ///< of a sample that goes out: what is sent; data null: message's bytes
  BytesKeeper keeper;  ///< of `wire`, when it is a copy
  MessagePtr message;  ///< what goes out (keeps `wire`), or what came in
  bool completed;      ///< the header of `message` is filled in (incoming)
  bool outgoing;
  Dialect dialect;         ///< of Framing::kService
  RequestId request;       ///< of Framing::kService; of a received kFast the reader sets it,
                           ///< before incoming_message()
  InlineIdentity related;  ///< of kFast
  std::atomic<std::uint64_t> number;  ///< its own, from 1; 0 where it is not known: of kFast, and
                                      ///< of what came in for a reader that counts
  std::uint8_t* hash_place;           ///< under the writer's lock, between two calls of Cyclone
  std::atomic<Message*> echo;         ///< an outgoing sample as readers of the same process get it

  const CdrType& cdr_type() const noexcept { return *static_cast<const CdrType*>(type); }
};

/// When a sample that goes out is encoded.
enum class Encode : std::uint8_t {
  kNow,
  kWhenSent  ///< not at all if no reader ever asks for it
};

/// What DDS reassembles: RTPS has 32 bits for the size of a sample, some readers one less.
constexpr std::size_t kMostSampleBytes = 0x7FFFFFFF;

/// A sample that sends `message`, with its source timestamp; null if it cannot be encoded,
/// then or later, or is larger than DDS carries. The caller has one reference.
/// Contract: any thread; kNow encodes if that was not done yet. Throws what Message::bytes() or
/// Message::encoded_size() throws; nothing stays then.
CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message,
                         Encode when = Encode::kNow);

/// The same for a service's sample in the dialect of Fast DDS.
/// Contract: as above; to a writer that asks for key hashes.
CdrSample* make_outgoing(const ddsi_sertype& type, const MessagePtr& message,
                         const InlineIdentity& identity);

/// Why make_outgoing() gave none. `who`: "Publisher '/a'".
Error not_outgoing(const std::string& who, const MessagePtr& message);

/// The message of a sample for the readers of this process; null for a sample
/// without content. Called by Cyclone's threads, for one reader after another.
MessagePtr incoming_message(CdrSample& sample, const ddsi_writer_info& writer);

/// The bytes of a GUID that Cyclone holds in words.
Gid to_gid(const ddsi_guid_t& guid) noexcept;

}  // namespace ranvier::cyclone
