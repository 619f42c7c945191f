#include <algorithm>

#include "ranvier/msg/bounds.h"
#include "ranvier/node/log.h"
#include "ranvier/node/service.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/group_link.h"
#include "ranvier/run/watched.h"
#include "ranvier/trace/trace.h"

namespace ranvier {
namespace {

constexpr std::int64_t kShutdownPoll = 100'000'000;  // ns; a shutdown ends a wait within this

void trace_response(const Client* client, const RequestId& id) noexcept {
  RANVIER_TRACE(ranvier_response_take, static_cast<const void*>(client), id.client, id.sequence);
}

}  // namespace

Result<Ref<Client>> Client::open(std::shared_ptr<Node> node, Ref<Strand> strand,
                                 ServiceEndpoint endpoint, Takes takes) {
  Ref<Client> client(new Client(std::move(node), std::move(strand), std::move(endpoint), takes));
  if (auto opened = client->open_routes(); !opened) {
    client->close();
    return opened.error();
  }
  return client;
}

Client::Client(std::shared_ptr<Node> node, Ref<Strand> strand, ServiceEndpoint endpoint,
               Takes takes)
    : Work(std::move(strand)),
      node_(std::move(node)),
      endpoint_(std::move(endpoint)),
      bound_(node_->context()->keep_all_bound().samples),
      takes_(takes),
      inbox_(History::kKeepAll, 0, node_->context()->keep_all_bound()) {
  node_->place_in_order(*this, {GroupEntity::Kind::kClient, endpoint_.service});
}

Client::~Client() { RANVIER_TRACE(ranvier_fini, static_cast<const void*>(this), "client"); }

Result<void> Client::open_routes() {
  Context& context = *node_->context();
  for (std::size_t i = 0; i < context.networks().size(); ++i) {
    auto end = context.networks()[i]->services().open_client(endpoint_, *this);
    if (!end) return end.error();
    node_->show(i, (*end)->reader_gid(), (*end)->writer_gid());
    Lock lock(mutex_);
    ends_.add_network(std::move(*end));
  }
  RANVIER_TRACE(rcl_client_init, static_cast<const void*>(this),
                static_cast<const void*>(node_.get()), static_cast<const void*>(this),
                endpoint_.service.c_str());
  tell_type(this, endpoint_.type->name, endpoint_.type->request->has_fixed_size, endpoint_.qos);
  log_made("Client", endpoint_.service);
  // What is done with an answer comes with each request: the handle stands for all.
  RANVIER_TRACE(ranvier_client_callback_added, static_cast<const void*>(this),
                static_cast<const void*>(this));
  // A name for it: tools for ROS 2 want one of each callback that starts.
  RANVIER_TRACE(rclcpp_callback_register, static_cast<const void*>(this),
                ("answers of " + endpoint_.service).c_str());
  tell_group(*this);
  auto end = context.local().services().open_client(endpoint_, *this);
  if (!end) return end.error();
  Lock lock(mutex_);
  ends_.local() = std::move(*end);
  return {};
}

void Client::close() noexcept {
  retire();
  Ends closed;
  {
    Lock lock(mutex_);
    closed = std::exchange(ends_, {});
  }
  for (std::size_t i = 0; i < closed.networks().size(); ++i) {
    const ClientEnd& end = *closed.networks()[i];
    node_->hide(i, end.reader_gid(), end.writer_gid());
  }
  closed = {};
  retire();              // what came meanwhile
  remove_all_pending();  // their callbacks may hold what holds us
}

// One alone, so that a request gets one reply: that of this process before those outside. If
// none has a server, the first network may find one yet.
ClientEnd& Client::end_with_server() const {
  for (const auto& end : ends_) {
    if (end->server_available()) return *end;
  }
  return ends_.networks().empty() ? *ends_.local() : *ends_.networks().front();
}

Result<std::int64_t> Client::send(void* request, std::unique_ptr<ReplyCallback> on_reply) {
  MessagePtr message = Message::from_object(*endpoint_.type->request, request);
  auto fits = check_bounds("Client of service", endpoint_.service, message->type(), request);
  if (!fits) return fits.error();
  return send(std::move(message), std::move(on_reply));
}

Result<std::int64_t> Client::send(MessagePtr message, std::unique_ptr<ReplyCallback> on_reply) try {
  message->header().source_timestamp = system_ns();
  std::int64_t number = 0;
  {
    Lock lock(mutex_);
    if (!ends_.local())
      return Error{Code::kShutdown, "Client of '" + endpoint_.service + "' is closed."};
    if (pending_.size() >= bound_) return too_many_unanswered();
    auto id = end_with_server().send(message);
    if (!id) return id.error();
    RANVIER_TRACE(ranvier_request_send, static_cast<const void*>(this), id->client, id->sequence,
                  message->header().source_timestamp);
    if (RANVIER_TRACE_STATE != 0 && size_telling_.is_due())
      RANVIER_TRACE(ranvier_message_size, static_cast<const void*>(this), message->payload_size());
    number = ++last_number_;
    pending_.emplace(number, Pending{*id, Clock::now(), std::move(on_reply)});
  }
  observer_.tell(ServiceEvent::kRequestSent, message);
  return number;
} catch (const TooLongToEncode& why) {
  return why.of("Client of service", endpoint_.service, *endpoint_.type->request);
}

Error Client::too_many_unanswered() const {
  return {Code::kFull, "Client of '" + endpoint_.service + "': " + std::to_string(bound_) +
                           " requests are unanswered, and more would be kept for ever if nobody "
                           "answers. Wait for replies, forget old requests with "
                           "prune_requests_older_than(), or raise RANVIER_KEEP_ALL_SAMPLES."};
}

Client::Ends Client::ends() const {
  Lock lock(mutex_);
  return ends_;
}

bool Client::server_available() const noexcept {
  if (!node_->context()->valid()) return false;
  const Ends now = ends();
  return std::any_of(now.begin(), now.end(),
                     [](const auto& end) { return end && end->server_available(); });
}

bool Client::wait_for_server(std::int64_t deadline) {
  const SaysWait waits(WaitsFor::kServer, static_cast<const Work*>(this));
  for (;;) {
    const std::uint32_t seen = availability_.count();
    if (server_available()) return true;
    const std::int64_t now = steady_ns();
    if (!node_->context()->valid() || now >= deadline) return false;
    (void)availability_.wait(seen, std::min(deadline, now + kShutdownPoll));
  }
}

void Client::deliver(MessagePtr message) noexcept {
  const ReadyListeners::Arrival arrival = inbox_.push(std::move(message), listened_).arrival;
  make_ready();
  if (arrival != ReadyListeners::kNobodyListens) ready_listeners_.tell(1, arrival);
}

// A server that dies between a request and its reply leaves the caller waiting: who reads the
// log sees for what.
void Client::on_servers_gone() noexcept {
  std::size_t unanswered = 0;
  {
    Lock lock(mutex_);
    unanswered = pending_.size();
  }
  if (!node_->context()->valid() || server_available() || unanswered <= inbox_.size()) return;
  log_text(logger("ranvier"), kWarn, {},
           "Client of service '" + endpoint_.service + "': its server has gone, and " +
               std::to_string(unanswered - inbox_.size()) +
               " requests have no reply. Wait for replies with a time limit, and call again when "
               "there is a server.");
}

void Client::run() {
  bool more = false;
  MessagePtr reply = inbox_.pop(more);
  if (more) make_ready();
  if (!reply) return;
  trace_response(this, reply->header().request);
  call_with(std::move(reply));
}

void Client::report_undecodable(Message& reply) {
  if (reported_.exchange(true, std::memory_order_relaxed)) return;
  node_->log_error("Client of service '" + endpoint_.service + "' (node '" + node_->name().name +
                   "'): a reply of " + std::to_string(reply.bytes().size) + " bytes is not a " +
                   endpoint_.type->response->name +
                   "; it and others like it are dropped. Let its server use that type, or rename "
                   "one of the two services.");
}

void Client::call_with(MessagePtr reply) {
  if (takes_ == Takes::kObject && reply->object() == nullptr) return report_undecodable(*reply);
  observer_.tell(ServiceEvent::kResponseReceived, reply);
  const auto on_reply = take_pending(reply->header().request);
  if (!on_reply) return;
  RANVIER_TRACE(callback_start, static_cast<const void*>(this), 0);
  on_reply->call(std::move(reply));
  RANVIER_TRACE(callback_end, static_cast<const void*>(this));
}

MessagePtr Client::take() {
  bool more;
  MessagePtr reply = inbox_.pop(more);
  if (reply) trace_response(this, reply->header().request);
  return reply;
}

std::unique_ptr<ReplyCallback> Client::take_pending(const RequestId& id) {
  Lock lock(mutex_);
  const auto found = std::find_if(pending_.begin(), pending_.end(),
                                  [&](const auto& entry) { return entry.second.id == id; });
  if (found == pending_.end()) return nullptr;  // answered by another server, or forgotten
  auto on_reply = std::move(found->second.on_reply);
  pending_.erase(found);
  return on_reply;
}

bool Client::remove_pending(std::int64_t number) {
  std::unique_ptr<ReplyCallback> dropped;  // destroyed after the lock
  Lock lock(mutex_);
  const auto found = pending_.find(number);
  if (found == pending_.end()) return false;
  dropped = std::move(found->second.on_reply);
  pending_.erase(found);
  return true;
}

std::size_t Client::remove_all_pending() {
  std::map<std::int64_t, Pending> dropped;
  Lock lock(mutex_);
  dropped.swap(pending_);
  return dropped.size();
}

std::vector<std::int64_t> Client::remove_pending_before(Clock::time_point time) {
  std::vector<std::int64_t> numbers;
  std::vector<std::unique_ptr<ReplyCallback>> dropped;
  Lock lock(mutex_);
  for (auto entry = pending_.begin(); entry != pending_.end();) {
    if (entry->second.sent >= time) {
      ++entry;
      continue;
    }
    numbers.push_back(entry->first);
    dropped.push_back(std::move(entry->second.on_reply));
    entry = pending_.erase(entry);
  }
  return numbers;
}

}  // namespace ranvier
