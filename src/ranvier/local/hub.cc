#include "ranvier/local/hub.h"

#include <algorithm>
#include <string_view>

#include "ranvier/local/pubsub.h"
#include "ranvier/local/services.h"
#include "ranvier/run/after_locks.h"

namespace ranvier {
namespace {

using Kind = EndpointEvent::Kind;

// A pair of which both sides asked for DDS is not ours.
bool ours(const Endpoint& writer, const Endpoint& reader) { return writer.local || reader.local; }

bool same_type(const TypeInfo& a, const TypeInfo& b) {
  return &a == &b || std::string_view(a.name) == b.name;
}

[[gnu::cold]] std::string of_this_process(const char* what, const NodeName& node) {
  return std::string(what) + " of this process (node '" + (node.space == "/" ? "" : node.space) +
         "/" + node.name + "')";
}

// What the newcomer `mine` finds in `there`.
[[gnu::cold]] TypeMismatch mismatch(const Endpoint& mine, const char* what, const Endpoint& there) {
  return {mine.topic, mine.type->name, of_this_process(what, there.node), there.type->name,
          TypeMismatch::Of::kTopic};
}
[[gnu::cold]] TypeMismatch mismatch(const ServiceEndpoint& mine, const char* what,
                                    const ServiceEndpoint& there) {
  return {mine.service, mine.type->name, of_this_process(what, there.node), there.type->name,
          TypeMismatch::Of::kService};
}

bool same_type(const ServiceEndpoint& a, const ServiceEndpoint& b) {
  return same_type(*a.type->request, *b.type->request);
}

// Those among `others` whose type is not that of the newcomer `mine`.
template <class End>
std::vector<TypeMismatch> mismatches_of(const ServiceEndpoint& mine, const char* what,
                                        const std::vector<End*>& others) {
  std::vector<TypeMismatch> all;
  for (const End* one : others) {
    if (!same_type(mine, one->endpoint)) all.push_back(mismatch(mine, what, one->endpoint));
  }
  return all;
}

// Whether the types of a pair are one; tells both sides if not. That of a pair
// that is not ours too: DDS would say nothing.
bool check_types(LocalWriter& writer, LocalReader& reader) {
  if (same_type(*writer.endpoint.type, *reader.endpoint.type)) return true;
  writer.events.on_event({Kind::kIncompatibleType, 1});
  reader.sink.on_event({Kind::kIncompatibleType, 1});
  return false;
}

// Whether a pair of one type matches; tells both sides why not.
bool accept(LocalWriter& writer, LocalReader& reader) {
  if (!ours(writer.endpoint, reader.endpoint)) return false;
  if (const auto policy = incompatible_policy(writer.endpoint.qos, reader.endpoint.qos)) {
    writer.events.on_event({Kind::kIncompatibleQos, 1, *policy});
    reader.sink.on_event({Kind::kIncompatibleQos, 1, *policy});
    return false;
  }
  return true;
}

template <class T>
void erase(std::vector<T*>& from, T& what) noexcept {
  from.erase(std::remove(from.begin(), from.end(), &what), from.end());
}

template <class T>
bool holds(const std::vector<T*>& list, T& what) noexcept {
  return std::find(list.begin(), list.end(), &what) != list.end();
}

void tell_both(LocalWriter& writer, LocalReader& reader, int change) {
  writer.events.on_event({Kind::kMatched, change});
  reader.sink.on_event({Kind::kMatched, change});
}

}  // namespace

void Hub::match(LocalWriter& writer, LocalReader& reader) {
  if (!accept(writer, reader)) return;
  {
    Lock lock(reader.mutex_);
    reader.writers_.push_back(&writer);
    reader.matched_.store(reader.writers_.size(), std::memory_order_relaxed);
  }
  writer.link(reader);
  tell_both(writer, reader, 1);
  reader.sink.on_event({Kind::kLivelinessChanged, 1});
  if (writer.lease_) writer.lease_->add(reader.endpoint, reader.sink);
}

void Hub::unmatch(LocalWriter& writer, LocalReader& reader) noexcept {
  {
    Lock lock(reader.mutex_);
    if (!holds(reader.writers_, writer)) return;
    erase(reader.writers_, writer);
    reader.matched_.store(reader.writers_.size(), std::memory_order_relaxed);
  }
  writer.unlink(reader);
  const bool alive = !writer.lease_ || writer.lease_->remove(reader.sink);
  tell_both(writer, reader, -1);
  reader.sink.on_event({Kind::kLivelinessChanged, alive ? -1 : 0, {}, alive ? 0 : -1});
}

void Hub::add(LocalWriter& writer) {
  const AfterLocks after;
  std::vector<TypeMismatch> mismatches;
  {
    Lock lock(mutex_);
    Topic& topic = topics_[writer.endpoint.topic];
    topic.writers.push_back(&writer);
    if (stopped_) writer.stop();
    for (LocalReader* reader : topic.readers) {
      if (check_types(writer, *reader)) {
        match(writer, *reader);
      } else {
        mismatches.push_back(mismatch(writer.endpoint, "a subscription", reader->endpoint));
      }
    }
  }
  if (!mismatches.empty()) say(mismatches);
}

void Hub::add(LocalReader& reader) {
  const AfterLocks after;
  std::vector<TypeMismatch> mismatches;
  {
    Lock lock(mutex_);
    Topic& topic = topics_[reader.endpoint.topic];
    topic.readers.push_back(&reader);
    for (LocalWriter* writer : topic.writers) {
      if (check_types(*writer, reader)) {
        match(*writer, reader);
      } else {
        mismatches.push_back(mismatch(reader.endpoint, "a publisher", writer->endpoint));
      }
    }
  }
  if (!mismatches.empty()) say(mismatches);
}

// Outside our lock: it logs.
void Hub::say(const std::vector<TypeMismatch>& mismatches) {
  for (const TypeMismatch& mismatch : mismatches) {
    if (const auto line = report_->line(mismatch)) report_->say(*line);
  }
}

void Hub::remove(LocalWriter& writer) noexcept {
  const AfterLocks after;
  Lock lock(mutex_);
  const auto topic = topics_.find(writer.endpoint.topic);
  for (LocalReader* reader : topic->second.readers) unmatch(writer, *reader);
  erase(topic->second.writers, writer);
  if (topic->second.writers.empty() && topic->second.readers.empty()) topics_.erase(topic);
}

void Hub::remove(LocalReader& reader) noexcept {
  const AfterLocks after;
  Lock lock(mutex_);
  const auto topic = topics_.find(reader.endpoint.topic);
  for (LocalWriter* writer : topic->second.writers) unmatch(*writer, reader);
  erase(topic->second.readers, reader);
  if (topic->second.writers.empty() && topic->second.readers.empty()) topics_.erase(topic);
}

void Hub::stop() noexcept {
  Lock lock(mutex_);
  stopped_ = true;
  for (auto& [name, topic] : topics_) {
    for (LocalWriter* writer : topic.writers) writer->stop();
  }
}

void Hub::add(LocalClient& client) {
  std::vector<TypeMismatch> mismatches;
  {
    Lock lock(mutex_);
    client.id_ = next_client_++;
    clients_[client.id_] = &client;
    Service& service = services_[client.endpoint.service];
    service.clients.push_back(&client);
    mismatches = mismatches_of(client.endpoint, "a server", service.servers);
  }
  say(mismatches);
}

void Hub::remove(LocalClient& client) noexcept {
  Lock lock(mutex_);
  clients_.erase(client.id_);
  const auto service = services_.find(client.endpoint.service);
  erase(service->second.clients, client);
  if (service->second.clients.empty() && service->second.servers.empty()) services_.erase(service);
}

void Hub::add(LocalServer& server) {
  const AfterLocks after;
  std::vector<TypeMismatch> mismatches;
  {
    Lock lock(mutex_);
    Service& service = services_[server.endpoint.service];
    service.servers.push_back(&server);
    tell_clients(service);
    mismatches = mismatches_of(server.endpoint, "a client", service.clients);
  }
  say(mismatches);
}

void Hub::remove(LocalServer& server) noexcept {
  const AfterLocks after;
  Lock lock(mutex_);
  const auto service = services_.find(server.endpoint.service);
  erase(service->second.servers, server);
  tell_clients(service->second);
  if (service->second.clients.empty() && service->second.servers.empty()) services_.erase(service);
}

void Hub::tell_clients(const Service& service) {
  for (LocalClient* client : service.clients) client->sink.on_availability();
}

std::size_t Hub::request(LocalClient& from, const MessagePtr& request) {
  const AfterLocks after;
  Lock lock(mutex_);
  std::size_t reached = 0;
  for (LocalServer* server : services_[from.endpoint.service].servers) {
    if (!same_type(server->endpoint, from.endpoint)) continue;
    server->sink.deliver(request);
    ++reached;
  }
  return reached;
}

bool Hub::reply(const MessagePtr& reply) {
  const AfterLocks after;
  Lock lock(mutex_);
  const auto client = clients_.find(reply->header().request.client);
  if (client == clients_.end()) return false;
  client->second->sink.deliver(reply);
  return true;
}

bool Hub::has_server(const LocalClient& client) const {
  Lock lock(mutex_);
  const auto service = services_.find(client.endpoint.service);
  return service != services_.end() &&
         std::any_of(service->second.servers.begin(), service->second.servers.end(),
                     [&](const LocalServer* server) {
                       return same_type(server->endpoint, client.endpoint);
                     });
}

}  // namespace ranvier
