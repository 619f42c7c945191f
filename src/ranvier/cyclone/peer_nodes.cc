#include "ranvier/cyclone/peer_nodes.h"

#include "ranvier/base/for_c.h"
#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/foreign_writers.h"
#include "ranvier/cyclone/endpoints/listener.h"
#include "ranvier/cyclone/endpoints/reader.h"
#include "ranvier/cyclone/gate.h"

namespace ranvier::cyclone {

/// The last sample of each writer. Threads: as SampleSink says.
class PeerNodes::Table final : public SampleSink {
 public:
  explicit Table(std::function<void()> changed) : changed_(std::move(changed)) {}

  void accept(CdrSample& sample, const ddsi_writer_info& writer) override {
    MessagePtr message = incoming_message(sample, writer);
    if (!message) return;
    {
      Lock lock(mutex_);
      std::swap(last_[to_gid(writer.guid)], message);
    }
    tell();
  }

  void writer_gone(const ddsi_writer_info& writer) override {
    {
      Lock lock(mutex_);
      last_.erase(to_gid(writer.guid));
    }
    tell();
  }

  std::vector<MessagePtr> all() const {
    Lock lock(mutex_);
    std::vector<MessagePtr> messages;
    for (const auto& [writer, message] : last_) messages.push_back(message);
    return messages;
  }

  void close() noexcept { gate_.close(); }

 private:
  void tell() {
    Gate::Pass pass(gate_);
    if (pass.open()) changed_();
  }

  const std::function<void()> changed_;
  Gate gate_;
  mutable Mutex mutex_{"peer nodes"};  // inside the locks of DDS; nothing is called under it
  std::map<Gid, MessagePtr> last_ RANVIER_GUARDED_BY(mutex_);
};

Result<std::unique_ptr<PeerNodes>> PeerNodes::open(Participant& participant,
                                                   std::function<void()> changed) {
  std::unique_ptr<PeerNodes> peers(new PeerNodes(participant));
  Endpoint endpoint = discovery_info_endpoint();
  endpoint.qos.history = History::kKeepAll;
  Result<std::shared_ptr<Topic>> topic = participant.topic(topic_name(endpoint));
  if (!topic) return topic.error();
  peers->topic_ = std::move(*topic);
  const QosPtr qos =
      endpoint_qos(endpoint.qos, Side::kReader, true, type_hash_user_data(endpoint.type->hash));
  // A writer of Fast DDS would send its nodes again with its next heartbeat, seconds later.
  const ListenerPtr listener(dds_create_listener(&participant));
  dds_lset_subscription_matched(
      listener.get(), for_c([](dds_entity_t, auto status, void* arg) {
        if (status.current_count_change <= 0) return;
        static_cast<Participant*>(arg)->foreign_writers().matched(status.last_publication_handle);
      }));
  peers->reader_ = {participant, *peers->topic_, qos.get(), listener.get(),
                    std::make_unique<Table>(std::move(changed))};
  if (!peers->reader_) {
    return dds_error(peers->reader_.get(), "Cannot listen to the nodes of peers");
  }
  return peers;
}

PeerNodes::~PeerNodes() {
  if (reader_) reader_->close();
}

std::vector<ParticipantEntities> PeerNodes::all() const {
  std::vector<ParticipantEntities> all;
  for (const MessagePtr& message : reader_->all()) {
    const void* info = message->object();  // null: a peer that speaks nonsense
    if (info) all.push_back(*static_cast<const ParticipantEntities*>(info));
  }
  return all;
}

}  // namespace ranvier::cyclone
