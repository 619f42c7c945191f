#include "ranvier/local/services.h"

namespace ranvier {

Result<RequestId> LocalClient::send(const MessagePtr& request) {
  const RequestId id{id_, last_sequence_.fetch_add(1, std::memory_order_relaxed) + 1};
  request->header().request = id;
  if (hub_->request(*this, request) == 0) {
    return Error{Code::kNotFound, "Client of '" + endpoint.service +
                                      "': no server of this process. Wait for the service first."};
  }
  return id;
}

Result<void> LocalServer::reply(const MessagePtr& reply) {
  if (hub_->reply(reply)) return {};
  return Error{Code::kNotFound,
               "Service '" + endpoint.service + "': the client is none of this process."};
}

}  // namespace ranvier
