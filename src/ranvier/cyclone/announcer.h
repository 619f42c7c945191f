// Publishes which of our nodes has which endpoints.
#pragma once

#include <map>
#include <memory>

#include "ranvier/cyclone/discovery_info.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// The nodes of this context, published as one sample.
///
/// A node announces each endpoint that it opens. Changes are gathered for a
/// moment, longer the longer a sample takes to make, so that many nodes with
/// many endpoints do not cost their square.
///
/// Threads: all functions from any thread.
class Announcer final : private EndpointEvents {
 public:
  static Result<std::unique_ptr<Announcer>> open(Participant& participant);
  ~Announcer();

  void announce(NodeEntities entities, bool gone);
  /// What was announced last.
  std::vector<NodeEntities> nodes() const;

 private:
  explicit Announcer(Participant& participant) : participant_(participant) {}
  void on_event(const EndpointEvent&) noexcept override {}
  void publish();
  Result<void> write();
  void publish_soon() RANVIER_REQUIRES(mutex_);

  struct Ends {
    std::vector<Gid> readers;
    std::vector<Gid> writers;
  };

  Participant& participant_;
  std::unique_ptr<Writer> writer_;
  mutable Mutex mutex_{"announcer"};  // innermost
  std::map<NodeName, Ends> nodes_ RANVIER_GUARDED_BY(mutex_);
  bool scheduled_ RANVIER_GUARDED_BY(mutex_) = false;
  Worker::Clock::duration pause_ RANVIER_GUARDED_BY(mutex_){};
};

}  // namespace ranvier::cyclone
