// The one DDS participant of a context, and what its endpoints share.
#pragma once

#include <dds/dds.h>

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/cyclone/domain.h"
#include "ranvier/cyclone/endpoints/qos_map.h"
#include "ranvier/cyclone/handle.h"
#include "ranvier/cyclone/secured.h"
#include "ranvier/cyclone/wire/sertype.h"
#include "ranvier/cyclone/worker.h"
#include "ranvier/os/mutex.h"
#include "ranvier/route/type_report.h"

struct ddsi_domaingv;

namespace ranvier::cyclone {

class ForeignWriters;
class TypeWatch;

/// A topic with its type, shared by the endpoints of the participant.
struct Topic {
  Handle entity;
  const ddsi_sertype* type = nullptr;  // lives as long as the topic

  /// False while a write of that writer would wait for readers (internals/tricks.h).
  /// Contract: any thread that may call DDS.
  bool has_room(dds_entity_t writer) const noexcept;
};

/// What a topic is called and what travels on it.
struct TopicName {
  std::string name;      ///< "rt/a/b"
  std::string dds_type;  ///< "pkg::msg::dds_::T_"
  const TypeInfo* type = nullptr;
  Framing framing = Framing::kPlain;
  auto operator<=>(const TopicName&) const = default;
};

/// One DDS participant with one publisher, one subscriber and one worker.
///
/// Threads:  all functions from any thread.
/// Lifetime: must outlive its endpoints; they are deleted before it.
class Participant final {
 public:
  static Result<std::unique_ptr<Participant>> open(const NetworkOptions& options);
  ~Participant();
  Participant(const Participant&) = delete;
  Participant& operator=(const Participant&) = delete;

  const NetworkOptions& options() const noexcept { return options_; }
  dds_entity_t entity() const noexcept { return entity_.get(); }
  dds_entity_t publisher() const noexcept { return publisher_.get(); }
  dds_entity_t subscriber() const noexcept { return subscriber_.get(); }
  const Gid& gid() const noexcept { return gid_; }
  Worker& worker() noexcept { return worker_; }
  TypeWatch& types() noexcept { return *types_; }
  ForeignWriters& foreign_writers() noexcept { return *foreign_writers_; }
  /// The domain inside Cyclone (internals/tricks.h); null before there is a topic, and where
  /// tricks do not work.
  const ddsi_domaingv* internals() const noexcept;
  const std::shared_ptr<TypeReport>& type_report() const noexcept { return type_report_; }

  /// The topic of that name and type; creates it if there is none.
  Result<std::shared_ptr<Topic>> topic(const TopicName& name);

  /// Deletes an entity, and then what `keep` holds: now, or on the worker if
  /// this thread is inside a callback of Cyclone, where deleting would wait
  /// for itself.
  void dispose(Handle entity, std::shared_ptr<void> keep);

  void warn(const std::string& what) const {
    if (options_.warn) options_.warn(what);
  }
  /// Warns if tricks do not work, once a process. Contract: not in a listener.
  void warn_of_tricks() const;
  /// A participant of a peer is known.
  void saw(const Gid& peer) {
    if (security_log_) security_log_->saw(peer);
  }
  /// The context ends: writers that wait give up.
  bool closing() const noexcept { return closing_.load(std::memory_order_relaxed); }
  void close() noexcept { closing_.store(true, std::memory_order_relaxed); }

 private:
  explicit Participant(const NetworkOptions& options);
  Result<void> create();
  Result<void> create_secured(dds_qos_t& qos);
  Result<std::shared_ptr<Topic>> create_topic(const TopicName& name);

  const NetworkOptions options_;
  const std::shared_ptr<TypeReport> type_report_;
  std::shared_ptr<Domain> domain_;
  Handle entity_;
  Handle publisher_;
  Handle subscriber_;
  Gid gid_;
  std::atomic<bool> closing_{false};
  std::atomic<const ddsi_domaingv*> internals_{nullptr};
  Mutex mutex_{"participant"};  // nothing but Cyclone's own locks inside
  std::map<TopicName, std::weak_ptr<Topic>> topics_ RANVIER_GUARDED_BY(mutex_);
  Worker worker_;                            // its tasks use what stands above
  std::optional<SecurityLog> security_log_;  // none: unsecured
  std::unique_ptr<TypeWatch> types_;         // these two go first: they give the worker tasks
  std::unique_ptr<ForeignWriters> foreign_writers_;
};

}  // namespace ranvier::cyclone
