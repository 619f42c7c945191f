#include "ranvier/cyclone/endpoints/writer.h"

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/endpoints/type_watch.h"
#include "ranvier/cyclone/endpoints/writer_core.h"

namespace ranvier::cyclone {
namespace {

class TopicWriter final : public Writer {
 public:
  TopicWriter(Participant& participant, const Endpoint& endpoint, EndpointEvents& events,
              std::shared_ptr<WriterCore> core, Handle entity)
      : Writer(core->matched_count()),
        participant_(participant),
        core_(std::move(core)),
        entity_(std::move(entity)),
        gid_(gid_of(entity_.get())),
        type_(participant.types(), topic_name(endpoint), Side::kWriter, events) {}

  ~TopicWriter() override {
    core_->close();
    participant_.dispose(std::move(entity_), std::move(core_));
  }

  Result<void> write(MessagePtr message) override { return core_->write(message); }
  bool has_room() override { return core_->has_room(); }
  Gid gid() const noexcept override { return gid_; }
  bool wait_for_all_acked(std::chrono::nanoseconds timeout) override {
    return core_->wait_for_all_acked(timeout);
  }
  void assert_liveliness() noexcept override { dds_assert_liveliness(entity_.get()); }

 private:
  Participant& participant_;
  std::shared_ptr<WriterCore> core_;  // after the entity
  Handle entity_;
  const Gid gid_;
  const TypeWatch::Member type_;
};

// What a keep-all writer keeps for late joiners is bounded; what matched readers have not
// acknowledged is kept beyond this.
void bound_history(dds_qos_t* to, const Qos& qos, std::size_t bound) {
  const bool keeps_all = qos.history == History::kKeepAll;
  if (!keeps_all || qos.durability != Durability::kTransientLocal) return;
  dds_qset_durability_service(to, 0, DDS_HISTORY_KEEP_LAST, static_cast<std::int32_t>(bound),
                              DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED, DDS_LENGTH_UNLIMITED);
}

}  // namespace

Result<std::unique_ptr<Writer>> open_topic_writer(Participant& participant,
                                                  const Endpoint& endpoint,
                                                  const std::string& user_data,
                                                  EndpointEvents& events) {
  Result<std::shared_ptr<Topic>> topic = participant.topic(topic_name(endpoint));
  if (!topic) return topic.error();
  const QosPtr qos = endpoint_qos(endpoint.qos, Side::kWriter, endpoint.local,
                                  endpoint_user_data(endpoint.type->hash, user_data));
  bound_history(qos.get(), endpoint.qos, participant.options().keep_all_bound);
  auto core = std::make_shared<WriterCore>(participant, endpoint, std::move(*topic), events);
  const ListenerPtr listener = core->listener();
  Handle entity(dds_create_writer(participant.publisher(), core->topic().entity.get(), qos.get(),
                                  listener.get()));
  if (entity.get() < 0) {
    return dds_error(entity.get(), "Cannot open a DDS writer for publisher '" + endpoint.topic +
                                       "' (" + endpoint.type->name + ")");
  }
  core->start(entity.get());
  return std::unique_ptr<Writer>(std::make_unique<TopicWriter>(participant, endpoint, events,
                                                               std::move(core), std::move(entity)));
}

}  // namespace ranvier::cyclone
