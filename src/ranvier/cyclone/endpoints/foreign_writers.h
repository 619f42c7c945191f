// Asks writers of other vendors for their first samples, so that none is lost at the beginning.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ranvier/cyclone/endpoints/reader_cache.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Knows the GUIDs of the writers of peers by the handles that listeners get, and lets
/// reliable readers ask for what came before the first heartbeat (docs/decisions, "first
/// samples"). A transient-local one must receive it, and does not wait three seconds for it.
///
/// The writers that announce a peer's endpoints are such writers too: Fast DDS sends their
/// first heartbeat while Cyclone does not know the participant yet, and the next one a second
/// later. They are asked as soon as the participant is known.
///
/// Threads: all functions from any thread. Lock: inside those of DDS; nothing of DDS is
/// called under it.
class ForeignWriters final : private EndpointSink {
 public:
  static Result<std::unique_ptr<ForeignWriters>> open(Participant& participant);
  ~ForeignWriters();

  /// A reliable reader of ours is about to be matched with this writer.
  /// Contract: in the listener of the match, before Cyclone connects the two.
  void matched(dds_instance_handle_t writer);

 private:
  explicit ForeignWriters(Participant& participant) noexcept : participant_(participant) {}
  void appeared(Side side, const dds_builtintopic_endpoint_t& endpoint,
                dds_instance_handle_t handle) override;
  void gone(const Gid& gid) override;
  Gid find(dds_instance_handle_t writer);
  void greet_soon();
  void greet();
  void take_new_participants();
  void greet(const Gid& participant);
  void ask(const Gid& writer, std::size_t turn);

  Participant& participant_;
  Mutex mutex_{"foreign writers"};
  std::map<dds_instance_handle_t, Gid> known_ RANVIER_GUARDED_BY(mutex_);
  std::vector<Gid> to_greet_;  // on the worker
  Handle reader_;              // goes first: it calls what stands above
  Handle participants_;        // and this before it
};

}  // namespace ranvier::cyclone
