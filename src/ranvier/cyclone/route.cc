#include "ranvier/cyclone/client.h"
#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/cyclone/graph.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/peer_table.h"
#include "ranvier/cyclone/reader.h"
#include "ranvier/cyclone/server.h"
#include "ranvier/cyclone/writer.h"

namespace ranvier {
namespace cyclone {
namespace {

class CycloneRoute final : public Route {
 public:
  CycloneRoute(std::unique_ptr<Participant> participant, std::unique_ptr<CycloneGraph> graph)
      : participant_(std::move(participant)), graph_(std::move(graph)) {}

  const char* name() const noexcept override { return "cyclone"; }

  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    return open_topic_writer(*participant_, endpoint, events);
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    return open_topic_reader(*participant_, endpoint, sink);
  }
  Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                 ClientSink& sink) override {
    return open_service_client(*participant_, endpoint, sink);
  }
  Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                 MessageSink& sink) override {
    return open_service_server(*participant_, endpoint, sink);
  }
  void announce(const NodeName& node, const std::vector<Gid>& readers,
                const std::vector<Gid>& writers, bool gone) override {
    graph_->announcer().announce({node, readers, writers}, gone);
  }
  void stop() noexcept override { participant_->close(); }
  Graph* graph() noexcept override { return graph_.get(); }
  Result<PeerNotes*> peer_notes() override {
    if (peers_) return peers_.get();
    Result<std::unique_ptr<PeerTable>> peers = PeerTable::open(*participant_);
    if (!peers) return peers.error();
    peers_ = std::move(*peers);
    return peers_.get();
  }

 private:
  std::unique_ptr<Participant> participant_;
  std::unique_ptr<CycloneGraph> graph_;  // before the participant
  std::unique_ptr<PeerTable> peers_;     // too; null until somebody asks
};

}  // namespace
}  // namespace cyclone

Result<std::unique_ptr<Route>> open_cyclone_route(const CycloneOptions& options) {
  Result<std::unique_ptr<cyclone::Participant>> participant = cyclone::Participant::open(options);
  if (!participant) return participant.error();
  auto graph = cyclone::CycloneGraph::open(**participant);
  if (!graph) return graph.error();
  return std::unique_ptr<Route>(
      std::make_unique<cyclone::CycloneRoute>(std::move(*participant), std::move(*graph)));
}

}  // namespace ranvier
