#include "bench/raw/service.h"

#include <cstring>

#include "bench/common/stamped.h"

namespace ranvier::bench {
namespace {

/// What precedes the message of a request or a reply.
struct CallIds {
  std::uint64_t client;
  std::int64_t sequence;
};

constexpr std::size_t kIdsAt = 4;  // behind the encapsulation header
constexpr std::size_t kHeaderAt = kIdsAt + sizeof(CallIds);

std::string dds_type(const StampedType& type, const char* end) {
  return "bench_interfaces::srv::dds_::" + type.ros_name + end;
}

std::size_t wire_size(const StampedType& type) {
  return sizeof(CallIds) + stamped_wire_size(type, 0);
}

RawReader read(RawParticipant& participant, RawLoop& loop, const std::string& topic,
               const std::string& type, OnSample on_sample) {
  RawReader reader = participant.reader(topic, type, RawQos{}, std::move(on_sample), false);
  loop.add(reader);
  return reader;
}

}  // namespace

RawServer::RawServer(RawParticipant& participant, RawLoop& loop, const std::string& service,
                     const StampedType& type, std::function<void()> work)
    : work_(std::move(work)),
      replies_(
          participant.writer("rr/" + service + "Reply", dds_type(type, "_Response_"), RawQos{})),
      bytes_(wire_size(type)) {
  read(participant, loop, "rq/" + service + "Request", dds_type(type, "_Request_"),
       [this](const ddsi_serdata* request) { answer(request); });
}

void RawServer::answer(const ddsi_serdata* request) {
  if (work_) work_();
  std::memcpy(bytes_.data() + kIdsAt, blob_bytes(request) + kIdsAt,
              sizeof(CallIds) + sizeof(WireHeader));
  replies_.copy_and_write(bytes_.data(), bytes_.size());
}

RawClient::RawClient(RawParticipant& participant, RawLoop& loop, const std::string& node,
                     const TopologyService& spec, Window& window)
    : period_ns_(spec.period_ns),
      window_(window),
      tracker_(node + ":" + spec.service, spec.period_ns),
      requests_(participant.writer("rq/" + spec.service + "Request",
                                   dds_type(stamped_type(spec.type), "_Request_"), RawQos{})),
      replies_(read(participant, loop, "rr/" + spec.service + "Reply",
                    dds_type(stamped_type(spec.type), "_Response_"),
                    [this](const ddsi_serdata* reply) { take(reply); })),
      bytes_(wire_size(stamped_type(spec.type))) {
  dds_get_instance_handle(requests_.entity, &id_);
  loop.add_timer(now_ns() + period_ns_, period_ns_, [this] { call(); });
}

void RawClient::call() {
  const bool measured = window_.stamp().measured != 0;
  const CallIds ids{id_, ++sequence_};
  const WireHeader header = make_header(measured ? sent_++ : kWarmingUp, period_ns_, bytes_.size());
  std::memcpy(bytes_.data() + kIdsAt, &ids, sizeof ids);
  std::memcpy(bytes_.data() + kHeaderAt, &header, sizeof header);
  requests_.copy_and_write(bytes_.data(), bytes_.size());
}

void RawClient::take(const ddsi_serdata* reply) {
  const std::int64_t entered = now_ns();
  CallIds ids;
  WireHeader header;
  std::memcpy(&ids, blob_bytes(reply) + kIdsAt, sizeof ids);
  std::memcpy(&header, blob_bytes(reply) + kHeaderAt, sizeof header);
  if (ids.client != id_ || header.tracking_number == kWarmingUp) return;
  tracker_.record(header.tracking_number, entered - stamp_ns(header));
}

}  // namespace ranvier::bench
