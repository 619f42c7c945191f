// The graph as DDS discovery and ros_discovery_info show it.
#pragma once

#include <functional>
#include <memory>

#include "ranvier/cyclone/announcer.h"
#include "ranvier/cyclone/endpoints/builtin_reader.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/peer_nodes.h"

namespace ranvier::cyclone {

/// Reads the built-in topics when it is asked; keeps no list of its own.
/// Threads: as Graph says.
class CycloneGraph final : public NetworkGraph {
 public:
  static Result<std::unique_ptr<CycloneGraph>> open(Participant& participant);
  ~CycloneGraph() override;

  void announce(const NodeName& node, const std::vector<Gid>& readers,
                const std::vector<Gid>& writers, bool gone) override {
    announcer_->announce({node, readers, writers}, gone);
  }
  std::vector<GraphNode> nodes() override;
  using Graph::endpoints;
  using Graph::endpoints_of;
  std::vector<GraphEndpoint> endpoints(Names names) override { return select(names, nullptr); }
  std::vector<GraphEndpoint> endpoints_of(const std::string& name, Names names) override {
    return select(names, &name);
  }
  GraphGaps gaps() override;
  void watch(std::function<void()> changed) override;

 private:
  struct BuiltinReaders {
    BuiltinReader participants, writers, readers;

    void forget_gone() {
      for (BuiltinReader* reader : {&participants, &writers, &readers}) reader->forget_gone();
    }
  };
  using Owners = std::map<Gid, NodeName>;

  explicit CycloneGraph(Participant& participant) : participant_(participant) {}
  BuiltinReaders& builtin();
  std::unique_ptr<BuiltinReaders> open_builtin();
  std::vector<ParticipantEntities> everybody() const;
  std::vector<GraphEndpoint> select(Names names, const std::string* name);
  std::map<Gid, std::string> enclaves();
  std::vector<Gid> count_participants(const std::vector<ParticipantEntities>& told,
                                      GraphGaps& gaps);
  void count_endpoints(const std::vector<ParticipantEntities>& told, GraphGaps& gaps);
  void changed_soon() noexcept;
  void tell() RANVIER_EXCLUDES(mutex_);
  void forget_gone() RANVIER_EXCLUDES(mutex_);

  Participant& participant_;
  std::unique_ptr<Announcer> announcer_;
  std::atomic<bool> opened_{false};  // whether there are built-in readers
  // Whether the worker has a task that reports changes, or one that takes the samples of entities
  // that have gone. Each is the owner of its task.
  std::atomic<bool> telling_{false};
  std::atomic<bool> forgetting_{false};
  mutable Mutex mutex_{"dds graph"};  // outside DDS
  std::unique_ptr<BuiltinReaders> builtin_ RANVIER_GUARDED_BY(mutex_);
  std::function<void()> changed_ RANVIER_GUARDED_BY(mutex_);
  std::unique_ptr<PeerNodes> peers_;  // first to go: it calls changed_soon()
};

}  // namespace ranvier::cyclone
