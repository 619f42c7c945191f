#include <system_error>
#include <thread>

#include "ranvier/cyclone/cyclone_route.h"
#include "ranvier/cyclone/denial.h"
#include "ranvier/cyclone/endpoints/peer_table.h"
#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/endpoints/writer.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/graph.h"
#include "ranvier/cyclone/participant.h"
#include "ranvier/cyclone/services/services.h"
#include "ranvier/os/fork.h"

namespace ranvier {
namespace cyclone {
namespace {

class CycloneRoute final : public Route, private ServiceRoute {
 public:
  CycloneRoute(std::unique_ptr<Participant> participant, std::unique_ptr<CycloneGraph> graph)
      : parts_(new Parts{std::move(participant), std::move(graph), {}}) {}
  // In a callback of DDS, with its locks held, waiting for its threads would never end: then the
  // route ends on another thread. If there is no thread for that, it stays. So does a parent's in a
  // child of fork(), where DDS has no threads.
  ~CycloneRoute() override {
    const bool ours = made_by_.is_this();
    if (ours && !Gate::this_thread_is_inside()) return;
    Parts* const parts = parts_.release();
    if (!ours) return;
    try {
      std::thread([parts] { delete parts; }).detach();
    } catch (const std::system_error&) {}
  }

  const char* name() const noexcept override { return "cyclone"; }

  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    return told(open_topic_writer(*parts_->participant, endpoint, {}, events),
                {Wanted::Part::kPublisher, endpoint.topic, endpoint.node});
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    return told(open_topic_reader(*parts_->participant, endpoint, sink),
                {Wanted::Part::kSubscription, endpoint.topic, endpoint.node});
  }
  void stop() noexcept override { parts_->participant->close(); }
  ServiceRoute& services() noexcept override { return *this; }
  NetworkGraph* graph() noexcept override { return parts_->graph.get(); }
  Result<PeerLink*> peer_link() override {
    if (parts_->peers) return parts_->peers.get();
    Result<std::unique_ptr<PeerTable>> peers = PeerTable::open(*parts_->participant);
    if (!peers) return peers.error();
    parts_->peers = std::move(*peers);
    return parts_->peers.get();
  }

 private:
  template <class End>
  Result<End> told(Result<End> opened, const Wanted& wanted) const {
    if (opened) return opened;
    return explained(opened.error(), wanted, parts_->participant->options());
  }
  Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                 ClientSink& sink) override {
    return told(open_service_client(*parts_->participant, endpoint, sink),
                {Wanted::Part::kClient, endpoint.service, endpoint.node});
  }
  Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                 MessageSink& sink) override {
    return told(open_service_server(*parts_->participant, endpoint, sink),
                {Wanted::Part::kServer, endpoint.service, endpoint.node});
  }

  struct Parts {
    std::unique_ptr<Participant> participant;
    std::unique_ptr<CycloneGraph> graph;  // goes before the participant
    std::unique_ptr<PeerTable> peers;     // too; null until it is asked for
  };
  std::unique_ptr<Parts> parts_;
  const MakingProcess made_by_;
};

}  // namespace
}  // namespace cyclone

Result<std::unique_ptr<Route>> open_cyclone_route(const NetworkOptions& options) {
  Result<std::unique_ptr<cyclone::Participant>> participant = cyclone::Participant::open(options);
  if (!participant) return participant.error();
  auto graph = cyclone::CycloneGraph::open(**participant);
  if (!graph) return cyclone::explained_of_graph(graph.error(), options);
  return std::unique_ptr<Route>(
      std::make_unique<cyclone::CycloneRoute>(std::move(*participant), std::move(*graph)));
}

}  // namespace ranvier
