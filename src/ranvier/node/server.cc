#include "ranvier/msg/bounds.h"
#include "ranvier/node/log.h"
#include "ranvier/node/service.h"
#include "ranvier/node/tell_type.h"
#include "ranvier/run/group_link.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

void trace_request(const Server* server, const RequestId& id) noexcept {
  RANVIER_TRACE(ranvier_request_take, static_cast<const void*>(server), id.client, id.sequence);
}

// By the first end that knows the client. Where no network knows it, it has gone, and
// nobody waits for the reply: that is no error.
Result<void> send_reply(const PerRoute<std::shared_ptr<ServerEnd>>& ends,
                        const MessagePtr& message) {
  if (ends.networks().empty()) return ends.local()->reply(message);
  for (const auto& end : ends) {
    auto sent = end->reply(message);
    if (sent || sent.error().code != Code::kNotFound) return sent;
  }
  return {};
}

}  // namespace

Result<Ref<Server>> Server::open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                 ServiceEndpoint endpoint,
                                 std::unique_ptr<RequestCallback> callback) {
  Ref<Server> server(
      new Server(std::move(node), std::move(strand), std::move(endpoint), std::move(callback)));
  if (auto opened = server->open_routes(); !opened) {
    server->close();
    return opened.error();
  }
  return server;
}

// Requests are never dropped for a full queue, whatever the depth: a lost
// request is a caller that hangs.
Server::Server(std::shared_ptr<Node> node, Ref<Strand> strand, ServiceEndpoint endpoint,
               std::unique_ptr<RequestCallback> callback)
    : Work(std::move(strand)),
      node_(std::move(node)),
      endpoint_(std::move(endpoint)),
      callback_(std::move(callback)),
      inbox_(History::kKeepAll, 0, node_->context()->keep_all_bound()) {
  node_->place_in_order(*this, {GroupEntity::Kind::kService, endpoint_.service});
}

Server::~Server() { RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "service"); }

Result<void> Server::open_routes() {
  Context& context = *node_->context();
  Lock lock(closing_);
  for (std::size_t i = 0; i < context.networks().size(); ++i) {
    auto end = context.networks()[i]->services().open_server(endpoint_, *this);
    if (!end) return end.error();
    node_->show(i, (*end)->reader_gid(), (*end)->writer_gid());
    ends_.add_network(std::move(*end));
  }
  RANVIER_TRACE(rcl_service_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), static_cast<const void*>(this),
                endpoint_.service.c_str());
  tell_type(this, endpoint_.type->name, endpoint_.type->request->has_fixed_size, endpoint_.qos);
  log_made("Service", endpoint_.service);
  RANVIER_TRACE(rclcpp_service_callback_added, static_cast<const void*>(this),
                static_cast<const void*>(callback_.get()));
  tell_group(*this);
  auto end = context.local().services().open_server(endpoint_, *this);
  if (!end) return end.error();
  ends_.local() = std::move(*end);
  return {};
}

void Server::close() noexcept {
  retire();
  Ends closed;
  {
    Lock lock(closing_);
    closed = std::exchange(ends_, {});
  }
  for (std::size_t i = 0; i < closed.networks().size(); ++i) {
    const ServerEnd& end = *closed.networks()[i];
    node_->hide(i, end.reader_gid(), end.writer_gid());
  }
  closed = {};
  retire();  // what came meanwhile
}

Server::Ends Server::ends() const {
  Lock lock(closing_);
  return ends_;
}

void Server::deliver(MessagePtr message) noexcept {
  const ReadyListeners::Arrival arrival = inbox_.push(std::move(message), listened_).arrival;
  make_ready();
  if (arrival != ReadyListeners::kNobodyListens) ready_listeners_.tell(1, arrival);
}

void Server::run() {
  bool more = false;
  MessagePtr request = inbox_.pop(more);
  if (more) make_ready();
  if (!request) return;
  trace_request(this, request->header().request);
  call_with(std::move(request));
}

// Of requests that are none: once, as a broken or hostile peer may send many.
void Server::report_undecodable(Message& request) {
  if (reported_.exchange(true, std::memory_order_relaxed)) return;
  node_->log_error("Service '" + endpoint_.service + "' (node '" + node_->name().name +
                   "'): a request of " + std::to_string(request.bytes().size) + " bytes is not a " +
                   endpoint_.type->request->name +
                   "; it and others like it are dropped. Let its client use that type, or rename "
                   "one of the two services.");
}

void Server::call_with(MessagePtr request) {
  if (!callback_->takes_bytes() && request->object() == nullptr) {
    return report_undecodable(*request);
  }
  observer_.tell(ServiceEvent::kRequestReceived, request);
  RANVIER_TRACE(callback_start, static_cast<const void*>(callback_.get()), 0);
  callback_->call(std::move(request), *this);
  RANVIER_TRACE(callback_end, static_cast<const void*>(callback_.get()));
}

MessagePtr Server::take() {
  bool more;
  MessagePtr request = inbox_.pop(more);
  if (request) trace_request(this, request->header().request);
  return request;
}

Result<void> Server::reply(const RequestId& request, void* response) {
  MessagePtr message = Message::from_object(*endpoint_.type->response, response);
  auto fits = check_bounds("Service", endpoint_.service, message->type(), response);
  if (!fits) return fits;
  return reply(request, std::move(message));
}

Result<void> Server::reply(const RequestId& request, MessagePtr message) try {
  message->header().request = request;
  RANVIER_TRACE(ranvier_response_send, static_cast<const void*>(this), request.client,
                request.sequence);
  const Ends to = ends();
  if (!to.local()) return Error{Code::kShutdown, "Service '" + endpoint_.service + "' is closed."};
  auto sent = send_reply(to, message);
  if (sent) observer_.tell(ServiceEvent::kResponseSent, message);
  return sent;
} catch (const TooLongToEncode& why) {
  return why.of("Service", endpoint_.service, *endpoint_.type->response);
}

void ServiceObserver::set(Function function) {
  std::shared_ptr<const Function> ended;  // destroyed after the lock
  Lock lock(mutex_);
  ended = std::move(function_);
  if (function) function_ = std::make_shared<const Function>(std::move(function));
  on_.store(function_ != nullptr, std::memory_order_relaxed);
}

void ServiceObserver::call(ServiceEvent event, Message& message) {
  std::shared_ptr<const Function> function;
  {
    Lock lock(mutex_);
    function = function_;
  }
  if (function) (*function)(event, message);
}

}  // namespace ranvier
