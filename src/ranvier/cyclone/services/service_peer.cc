#include "ranvier/cyclone/services/service_peer.h"

#include <atomic>
#include <cstdio>
#include <cstring>

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/cyclone/internals/tricks.h"
#include "ranvier/os/clock.h"
#include "ranvier/run/no_waiting.h"

namespace ranvier::cyclone {
namespace {

std::string dotted_hex(const std::uint8_t* bytes, std::size_t size) {
  std::string text;
  char part[4];
  for (std::size_t i = 0; i < size; ++i) {
    std::snprintf(part, sizeof part, i ? ".%02x" : "%02x", bytes[i]);
    text += part;
  }
  return text;
}

// Ids are compared as bytes: whether a peer writes "0a" or "a" is its own affair.
std::string without_leading_zeros(const std::string& dotted) {
  std::string text;
  for (std::size_t i = 0; i < dotted.size(); ++i) {
    const bool starts_part = i == 0 || dotted[i - 1] == '.';
    const bool more_digits = i + 1 < dotted.size() && dotted[i + 1] != '.';
    if (!(dotted[i] == '0' && starts_part && more_digits)) text += dotted[i];
  }
  return text;
}

// The dialect of a server over `rustdds` is unknown until it has answered.
Dialect dialect_of(const Participant& participant, const Gid& gid) {
  const NetworkOptions& options = participant.options();
  const ddsi_domaingv* const domain = participant.internals();
  switch (domain ? vendor_of(*domain, gid) : Vendor::kUnknown) {
    case Vendor::kEprosima: return Dialect::kFast;
    case Vendor::kAtostek: return options.prefers_fast ? Dialect::kFast : Dialect::kCyclone;
    default: return options.fast_everywhere ? Dialect::kFast : Dialect::kCyclone;
  }
}

ServicePeer peer_of(const dds_builtintopic_endpoint_t& endpoint, ServiceSide whose) {
  ServicePeer peer;
  std::memcpy(peer.gid.bytes.data(), endpoint.key.v, sizeof endpoint.key.v);
  std::string key = id_key(whose);
  key.pop_back();  // the '='
  const std::string id = user_data_value(user_data_of(*endpoint.qos), key);
  peer.tells_id = !id.empty();
  peer.pair = peer.tells_id ? without_leading_zeros(id)
                            : "participant " + dotted_hex(peer.gid.bytes.data(), Gid::kPrefixSize);
  return peer;
}

using GetMatched = dds_return_t (*)(dds_entity_t, dds_instance_handle_t*, size_t);
using GetData = dds_builtintopic_endpoint_t* (*)(dds_entity_t, dds_instance_handle_t);

std::vector<dds_instance_handle_t> handles(dds_entity_t entity, GetMatched get) {
  std::vector<dds_instance_handle_t> all(8);
  for (;;) {
    const dds_return_t count = get(entity, all.data(), all.size());
    if (count < 0) return {};
    const bool complete = static_cast<std::size_t>(count) <= all.size();
    all.resize(count);
    if (complete) return all;
  }
}

std::vector<ServicePeer> matched(const Participant& participant, dds_entity_t entity,
                                 ServiceSide whose, GetMatched get, GetData data) {
  std::vector<ServicePeer> peers;
  for (const dds_instance_handle_t handle : handles(entity, get)) {
    dds_builtintopic_endpoint_t* endpoint = data(entity, handle);
    if (endpoint == nullptr) continue;  // gone since
    peers.push_back(peer_of(*endpoint, whose));
    peers.back().handle = handle;
    peers.back().dialect = dialect_of(participant, peers.back().gid);
    dds_builtintopic_free_endpoint(endpoint);
  }
  return peers;
}

}  // namespace

const char* id_key(ServiceSide side) noexcept {
  return side == ServiceSide::kClient ? "clientid=" : "serviceid=";
}

std::vector<ServicePeer> matched_readers(const Participant& participant, dds_entity_t writer,
                                         ServiceSide whose) {
  return matched(participant, writer, whose, dds_get_matched_subscriptions,
                 dds_get_matched_subscription_data);
}

std::vector<ServicePeer> matched_writers(const Participant& participant, dds_entity_t reader,
                                         ServiceSide whose) {
  return matched(participant, reader, whose, dds_get_matched_publications,
                 dds_get_matched_publication_data);
}

std::string new_service_id(const Participant& participant) {
  static std::atomic<std::uint32_t> last{0};
  const std::uint32_t number = ++last;
  std::uint8_t id[16];
  std::memcpy(id, participant.gid().bytes.data(), Gid::kPrefixSize);
  for (int i = 0; i < 4; ++i)
    id[Gid::kPrefixSize + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
  return dotted_hex(id, sizeof id);
}

TopicName request_topic(const ServiceEndpoint& endpoint) {
  return {"rq" + endpoint.service + "Request", endpoint.type->request->dds_name,
          endpoint.type->request, Framing::kService};
}

TopicName reply_topic(const ServiceEndpoint& endpoint) {
  return {"rr" + endpoint.service + "Reply", endpoint.type->response->dds_name,
          endpoint.type->response, Framing::kService};
}

QosPtr service_qos(const ServiceEndpoint& endpoint, Side side, ServiceSide whose,
                   const std::string& id) {
  const bool requests = (side == Side::kWriter) == (whose == ServiceSide::kClient);
  const TypeInfo& type = requests ? *endpoint.type->request : *endpoint.type->response;
  const std::string user_data = id_key(whose) + id + ";" + type_hash_user_data(type.hash);
  // A depth would drop requests and replies that are sent faster than they are
  // acknowledged. What is kept is bounded by Cyclone's watermark instead.
  Qos qos = endpoint.qos;
  qos.history = History::kKeepAll;
  return endpoint_qos(qos, side, true, user_data);
}

Result<void> ServiceWriter::send(const MessagePtr& message, const std::string& who,
                                 int patience) const {
  return send(make_outgoing(*topic->type, message), message, who, patience);
}

namespace {
Error no_identities(const std::string& who) {
  return {Code::kUnsupported,
          who +
              " cannot speak to a peer on Fast DDS: this Cyclone DDS is not the version that this "
              "library was built with. Start the peer with "
              "RMW_IMPLEMENTATION=rmw_cyclonedds_cpp."};
}
}  // namespace

// Whether Cyclone asks the samples of this writer for their key hash: it is told the first time.
bool ServiceWriter::asks_for_hashes() const {
  Lock lock(mutex_);
  if (!asks_for_hashes_) {
    const ddsi_domaingv* const domain = internals_of(*topic->type);
    asks_for_hashes_ = domain && ask_for_key_hash(*domain, gid_of(entity.get()), *topic->type);
  }
  return *asks_for_hashes_;
}

Result<std::uint64_t> ServiceWriter::send_as(const InlineIdentity& identity,
                                             const MessagePtr& message, const std::string& who,
                                             int patience) const {
  if (!asks_for_hashes() || !tricks_work()) return no_identities(who);
  CdrSample* const sample = make_outgoing(*topic->type, message, identity);
  if (sample) ddsi_serdata_ref(sample);  // for its number
  Result<void> sent = send(sample, message, who, patience);
  const std::uint64_t number = sample ? sample->number.load(std::memory_order_relaxed) : 0;
  if (sample) ddsi_serdata_unref(sample);
  if (!sent) return sent.error();
  if (!tricks_work()) return no_identities(who);  // seen while Cyclone built this one
  return number;
}

Result<void> ServiceWriter::send(CdrSample* sample, const MessagePtr& message,
                                 const std::string& who, int patience) const {
  if (sample == nullptr) return not_outgoing(who, message);
  if (sample->timestamp.v == 0) sample->timestamp.v = system_ns();
  const dds_return_t code = forward(sample, patience);
  if (code == DDS_RETCODE_OK) return {};
  if (code != DDS_RETCODE_TIMEOUT) return dds_error(code, who + " cannot write to DDS");
  return Error{Code::kFull,
               who +
                   ": a peer does not take what was sent, and the bytes that DDS holds for it "
                   "(CycloneDDS/Domain/Internal/Watermarks/WhcHigh) are used up. Look whether "
                   "the peer hangs; send fewer requests at once."};
}

// On a thread of DDS waiting cannot help: that thread would receive the acknowledgement.
dds_return_t ServiceWriter::forward(CdrSample* sample, int patience) const {
  dds_return_t code = DDS_RETCODE_TIMEOUT;
  if (NoWaiting::here() && !topic->has_room(entity.get())) patience = 0;
  for (int slice = 0; slice < patience && code == DDS_RETCODE_TIMEOUT; ++slice) {
    code = dds_forwardcdr(entity.get(), static_cast<CdrSample*>(ddsi_serdata_ref(sample)));
    if (Gate::this_thread_is_inside()) break;
  }
  ddsi_serdata_unref(sample);
  return code;
}

}  // namespace ranvier::cyclone
