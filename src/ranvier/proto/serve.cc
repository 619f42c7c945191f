#include "ranvier/proto/serve.h"

#include "ranvier/node/log.h"
#include "ranvier/node/names.h"

namespace ranvier {
namespace {

class Answerer final : public RequestCallback {
 public:
  Answerer(NodeService service, const TypeInfo& response, std::string logger_name)
      : service_(std::move(service)), response_(response), logger_name_(std::move(logger_name)) {}

  void call(MessagePtr request, Server& server) override {
    void* response = response_.create();
    service_.answer(request->object(), response);
    const auto sent = server.reply(request->header().request, response);
    if (sent || sent.error().code == Code::kShutdown) return;
    log_text(logger(logger_name_), kError, {}, "A reply was not sent. " + sent.error().what);
  }

 private:
  const NodeService service_;
  const TypeInfo& response_;
  const std::string logger_name_;
};

}  // namespace

Result<std::shared_ptr<Server>> serve(const std::shared_ptr<Node>& node, NodeService service,
                                      const Qos& qos) {
  ServiceEndpoint endpoint;
  endpoint.type = static_cast<const codec::ServiceTypeInfo*>(service.type->data);
  endpoint.qos = qos;
  endpoint.node = node->name();
  auto name =
      expand_name(NameKind::kService, service.name, endpoint.node.name, endpoint.node.space);
  if (!name) return name.error();
  endpoint.service = std::move(*name);
  auto server =
      Server::open(node, node->default_strand(), endpoint,
                   std::make_unique<Answerer>(std::move(service), *endpoint.type->response,
                                              node->logger_name()));
  if (!server) return server.error();
  return closing(std::move(*server));
}

}  // namespace ranvier
