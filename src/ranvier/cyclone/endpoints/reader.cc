#include "ranvier/cyclone/endpoints/reader.h"

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/endpoints/owning_reader.h"
#include "ranvier/cyclone/endpoints/reader_core.h"
#include "ranvier/cyclone/endpoints/type_watch.h"

namespace ranvier::cyclone {
namespace {

class TopicReader final : public Reader {
 public:
  TopicReader(Participant& participant, const Endpoint& endpoint, MessageSink& sink,
              std::shared_ptr<Topic> topic, OwningReader<ReaderCore> reader)
      : participant_(participant),
        topic_(std::move(topic)),
        reader_(std::move(reader)),
        gid_(gid_of(reader_.get())),
        type_(participant.types(), topic_name(endpoint), Side::kReader, sink),
        counts_(endpoint.counts_history) {
    cdr_type().readers.fetch_add(1, std::memory_order_relaxed);
    if (counts_) cdr_type().counting.fetch_add(1, std::memory_order_relaxed);
  }

  ~TopicReader() override {
    reader_->close();
    cdr_type().readers.fetch_sub(1, std::memory_order_relaxed);
    if (counts_) cdr_type().counting.fetch_sub(1, std::memory_order_relaxed);
    participant_.dispose(reader_.release(), std::move(topic_));
  }

  Gid gid() const noexcept override { return gid_; }
  std::size_t matched() const noexcept override { return reader_->matched(); }
  void resume() noexcept override { reader_->resume(); }

 private:
  const CdrType& cdr_type() const { return *static_cast<const CdrType*>(topic_->type); }

  Participant& participant_;
  std::shared_ptr<Topic> topic_;
  OwningReader<ReaderCore> reader_;
  const Gid gid_;
  const TypeWatch::Member type_;
  const bool counts_;
};

}  // namespace

TopicName topic_name(const Endpoint& endpoint) {
  const char* prefix = endpoint.qos.avoid_ros_namespace ? "" : "rt";
  return {prefix + endpoint.topic, endpoint.type->dds_name, endpoint.type, Framing::kPlain};
}

namespace {

// `peers`: the sink, if it is to be asked which publishers it wants.
Result<std::unique_ptr<Reader>> open_reader(Participant& participant, const Endpoint& endpoint,
                                            const std::string& user_data, MessageSink& sink,
                                            PeerSink* peers) {
  Result<std::shared_ptr<Topic>> topic = participant.topic(topic_name(endpoint));
  if (!topic) return topic.error();
  const QosPtr qos = endpoint_qos(endpoint.qos, Side::kReader, endpoint.local,
                                  endpoint_user_data(endpoint.type->hash, user_data));
  auto core = std::make_unique<ReaderCore>(participant, endpoint, sink, peers);
  const ListenerPtr listener = core->listener();
  OwningReader<ReaderCore> reader(participant, **topic, qos.get(), listener.get(), std::move(core));
  if (!reader) {
    return dds_error(reader.get(), "Cannot open a DDS reader for subscription '" + endpoint.topic +
                                       "' (" + endpoint.type->name + ")");
  }
  return std::unique_ptr<Reader>(std::make_unique<TopicReader>(
      participant, endpoint, sink, std::move(*topic), std::move(reader)));
}

}  // namespace

Result<std::unique_ptr<Reader>> open_topic_reader(Participant& participant,
                                                  const Endpoint& endpoint, MessageSink& sink) {
  return open_reader(participant, endpoint, {}, sink, nullptr);
}

Result<std::unique_ptr<Reader>> open_topic_reader(Participant& participant,
                                                  const Endpoint& endpoint,
                                                  const std::string& user_data, PeerSink& sink) {
  return open_reader(participant, endpoint, user_data, sink, &sink);
}

}  // namespace ranvier::cyclone
