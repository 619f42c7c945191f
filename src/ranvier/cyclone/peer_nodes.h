// The nodes that peers have announced.
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "ranvier/cyclone/discovery_info.h"
#include "ranvier/cyclone/endpoints/owning_reader.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/os/mutex.h"

namespace ranvier::cyclone {

/// Keeps the last announcement of each peer, undecoded until it is asked for.
///
/// It listens from the start, so that the first question is answered with all that
/// was received by then. Threads: all functions from any thread.
class PeerNodes final {
 public:
  /// `changed` is called on Cyclone's threads, for as long as this lives.
  static Result<std::unique_ptr<PeerNodes>> open(Participant& participant,
                                                 std::function<void()> changed);
  ~PeerNodes();

  std::vector<ParticipantEntities> all() const;

 private:
  class Table;
  explicit PeerNodes(Participant& participant) : participant_(participant) {}
  Participant& participant_;
  std::shared_ptr<Topic> topic_;
  OwningReader<Table> reader_;
};

}  // namespace ranvier::cyclone
