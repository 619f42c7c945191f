// The peers of a service: their endpoints, and what is written to them.
#pragma once

#include <dds/dds.h>

#include <optional>
#include <string>
#include <vector>

#include "ranvier/cyclone/endpoints/reader_core.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"
#include "ranvier/route/service_route.h"

namespace ranvier::cyclone {

/// A matched endpoint of a service's topic.
struct ServicePeer {
  Gid gid;
  dds_instance_handle_t handle = 0;
  /// What pairs the two endpoints of one client or one service: its clientid or
  /// serviceid, or the participant for a peer that gives none.
  std::string pair;
  bool tells_id = false;
  Dialect dialect = Dialect::kCyclone;  ///< of its vendor
};

enum class ServiceSide { kClient, kServer };

/// "clientid=" of the endpoints of clients, "serviceid=" of those of services.
const char* id_key(ServiceSide side) noexcept;

/// The readers that a writer is matched with, of clients or of services.
/// Contract: not on a thread of Cyclone.
std::vector<ServicePeer> matched_readers(const Participant& participant, dds_entity_t writer,
                                         ServiceSide whose);
/// The writers that a reader is matched with. Contract: as above.
std::vector<ServicePeer> matched_writers(const Participant& participant, dds_entity_t reader,
                                         ServiceSide whose);

/// An id of our own: the participant's prefix and a counter of this process,
/// as dot-separated hex.
std::string new_service_id(const Participant& participant);

/// The two topics of a service, typed and framed.
TopicName request_topic(const ServiceEndpoint& endpoint);
TopicName reply_topic(const ServiceEndpoint& endpoint);
/// The policies of both endpoints of one side.
QosPtr service_qos(const ServiceEndpoint& endpoint, Side side, ServiceSide whose,
                   const std::string& id);

/// A writer of requests or replies, in either dialect.
/// Threads: send() and send_as() from any; `topic` and `entity` are set before.
struct ServiceWriter {
  std::shared_ptr<Topic> topic;
  Handle entity;

  static constexpr int kPatience = 10;

  /// @param patience  how long to wait, times kBlockingSlice
  /// @return kFull if a peer leaves too much unacknowledged for all that time.
  /// Contract: blocks where reliable keep-all must.
  Result<void> send(const MessagePtr& message, const std::string& who,
                    int patience = kPatience) const;
  /// The same in the dialect of Fast DDS.
  /// @return the number that RTPS gave the sample; 0 if no other process reads.
  Result<std::uint64_t> send_as(const InlineIdentity& identity, const MessagePtr& message,
                                const std::string& who, int patience = kPatience) const;

 private:
  Result<void> send(CdrSample* sample, const MessagePtr& message, const std::string& who,
                    int patience) const;
  dds_return_t forward(CdrSample* sample, int patience) const;
  bool asks_for_hashes() const;
  mutable Mutex mutex_{"service writer"};  // Cyclone's own locks inside
  mutable std::optional<bool> asks_for_hashes_ RANVIER_GUARDED_BY(mutex_);
};

}  // namespace ranvier::cyclone
