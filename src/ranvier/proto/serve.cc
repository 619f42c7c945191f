#include "ranvier/proto/serve.h"

#include "ranvier/node/names.h"

namespace ranvier {
namespace {

// `opening` is held until replies can be sent: a request may be here before.
struct Opening {
  Mutex opening;
  Server* server RANVIER_GUARDED_BY(opening) = nullptr;
};

class Answerer final : public RequestCallback {
 public:
  Answerer(NodeService service, const TypeInfo& response, std::shared_ptr<Opening> served)
      : service_(std::move(service)), response_(response), served_(std::move(served)) {}

  void call(MessagePtr request) override {
    Server* server;
    {
      Lock lock(served_->opening);
      server = served_->server;
    }
    if (!server) return;  // it could not be opened
    void* response = response_.create();
    service_.answer(request->object(), response);
    (void)server->reply(request->header().request, response);
  }

 private:
  const NodeService service_;
  const TypeInfo& response_;
  const std::shared_ptr<Opening> served_;
};

}  // namespace

Result<std::shared_ptr<Server>> serve(const std::shared_ptr<Node>& node, NodeService service,
                                      const Qos& qos) {
  ServiceEndpoint endpoint;
  endpoint.type = static_cast<const rosidl_typesupport_ranvier::ServiceTypeInfo*>(
      service.type->data);
  endpoint.qos = qos;
  endpoint.node = node->name();
  auto name = expand_name(NameKind::kService, service.name, endpoint.node.name,
                          endpoint.node.space);
  if (!name) return name.error();
  endpoint.service = std::move(*name);
  auto served = std::make_shared<Opening>();
  Lock lock(served->opening);
  auto server = Server::open(
      node, node->default_strand(), endpoint,
      std::make_unique<Answerer>(std::move(service), *endpoint.type->response, served));
  if (!server) return server.error();
  served->server = server->get();
  return closing(std::move(*server));
}

}  // namespace ranvier
