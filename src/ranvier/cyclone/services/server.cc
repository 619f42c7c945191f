#include <optional>

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/owning_reader.h"
#include "ranvier/cyclone/endpoints/type_watch.h"
#include "ranvier/cyclone/services/server_core.h"
#include "ranvier/cyclone/services/services.h"

namespace ranvier::cyclone {
namespace {

ListenerPtr server_request_listener(ServerCore& core) {
  ListenerPtr listener(dds_create_listener(&core));
  dds_lset_subscription_matched(
      listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
        if (status.current_count_change <= 0) return;
        static_cast<ServerCore*>(arg)->on_client(status.last_publication_handle);
      }));
  return listener;
}

ListenerPtr server_reply_listener(ServerCore& core) {
  ListenerPtr listener(dds_create_listener(&core));
  dds_lset_publication_matched(listener.get(), for_c([](dds_entity_t, auto, void* arg) {
                                 static_cast<ServerCore*>(arg)->on_reply_reader();
                               }));
  return listener;
}

class ServiceServer final : public ServerEnd {
 public:
  ServiceServer(Participant& participant, const std::string& service)
      : participant_(participant), who_("Service '" + service + "'") {}

  ~ServiceServer() override {
    if (requests_) requests_->close();
    participant_.dispose(std::move(replies_.entity), replies_.topic);  // its listener uses the core
    participant_.dispose(requests_.release(), std::move(request_topic_));
  }

  Result<void> open(const ServiceEndpoint& endpoint, MessageSink& sink);

  Result<void> reply(const MessagePtr& reply) override { return requests_->reply(reply); }
  Gid reader_gid() const noexcept override { return reader_gid_; }
  Gid writer_gid() const noexcept override { return writer_gid_; }

 private:
  Participant& participant_;
  const std::string who_;
  ServiceWriter replies_;
  std::shared_ptr<Topic> request_topic_;
  OwningReader<ServerCore> requests_;
  Gid reader_gid_, writer_gid_;
  std::optional<TypeWatch::Member> type_;
};

// The reply writer comes first, so that a client that sees the request reader
// soon sees it too.
Result<void> ServiceServer::open(const ServiceEndpoint& endpoint, MessageSink& sink) {
  const std::string id = new_service_id(participant_);
  auto topics = {participant_.topic(request_topic(endpoint)),
                 participant_.topic(reply_topic(endpoint))};
  for (const auto& topic : topics) {
    if (!topic) return topic.error();
  }
  request_topic_ = **topics.begin();
  replies_.topic = **(topics.begin() + 1);
  auto core = std::make_unique<ServerCore>(participant_, endpoint, sink);
  const QosPtr writes = service_qos(endpoint, Side::kWriter, ServiceSide::kServer, id);
  replies_.entity = Handle(dds_create_writer(participant_.publisher(), replies_.topic->entity.get(),
                                             writes.get(), server_reply_listener(*core).get()));
  if (replies_.entity.get() < 0) {
    return dds_error(replies_.entity.get(), who_ + " cannot open a DDS writer");
  }
  const QosPtr reads = service_qos(endpoint, Side::kReader, ServiceSide::kServer, id);
  const ListenerPtr listener = server_request_listener(*core);
  requests_ = {participant_, *request_topic_, reads.get(), listener.get(), std::move(core)};
  if (!requests_) {
    replies_.entity.reset();  // its listener knew the core that has just gone
    return dds_error(requests_.get(), who_ + " cannot open a DDS reader");
  }
  reader_gid_ = gid_of(requests_.get());
  writer_gid_ = gid_of(replies_.entity.get());
  requests_->start(requests_.get(), replies_);
  type_.emplace(participant_.types(), request_topic(endpoint), Side::kReader);
  return {};
}

}  // namespace

Result<std::unique_ptr<ServerEnd>> open_service_server(Participant& participant,
                                                       const ServiceEndpoint& endpoint,
                                                       MessageSink& sink) {
  auto server = std::make_unique<ServiceServer>(participant, endpoint.service);
  if (Result<void> opened = server->open(endpoint, sink); !opened) return opened.error();
  return std::unique_ptr<ServerEnd>(std::move(server));
}

}  // namespace ranvier::cyclone
