#include "ranvier/local/local_route.h"

#include "ranvier/local/pubsub.h"
#include "ranvier/local/services.h"

namespace ranvier {
namespace {

class LocalRoute final : public Route, private ServiceRoute {
 public:
  explicit LocalRoute(std::shared_ptr<TypeReport> report)
      : hub_(std::make_shared<Hub>(std::move(report))) {}

  const char* name() const noexcept override { return "local"; }

  Result<std::unique_ptr<Writer>> open_writer(const Endpoint& endpoint,
                                              EndpointEvents& events) override {
    return std::unique_ptr<Writer>(std::make_unique<LocalWriter>(hub_, endpoint, events));
  }
  Result<std::unique_ptr<Reader>> open_reader(const Endpoint& endpoint,
                                              MessageSink& sink) override {
    return std::unique_ptr<Reader>(std::make_unique<LocalReader>(hub_, endpoint, sink));
  }
  void stop() noexcept override { hub_->stop(); }
  ServiceRoute& services() noexcept override { return *this; }

 private:
  Result<std::unique_ptr<ClientEnd>> open_client(const ServiceEndpoint& endpoint,
                                                 ClientSink& sink) override {
    return std::unique_ptr<ClientEnd>(std::make_unique<LocalClient>(hub_, endpoint, sink));
  }
  Result<std::unique_ptr<ServerEnd>> open_server(const ServiceEndpoint& endpoint,
                                                 MessageSink& sink) override {
    return std::unique_ptr<ServerEnd>(std::make_unique<LocalServer>(hub_, endpoint, sink));
  }

  const std::shared_ptr<Hub> hub_;
};

}  // namespace

std::unique_ptr<Route> open_local_route(std::shared_ptr<TypeReport> report) {
  if (!report) report = std::make_shared<TypeReport>(nullptr);
  return std::make_unique<LocalRoute>(std::move(report));
}

}  // namespace ranvier
