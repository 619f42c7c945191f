#include "ranvier/cyclone/service_peer.h"

#include <atomic>
#include <cstdio>
#include <cstring>

#include "ranvier/cyclone/dds_error.h"
#include "ranvier/cyclone/gate.h"
#include "ranvier/os/clock.h"

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kPrefixSize = 12;  // of a GUID: the participant

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

ServicePeer peer_of(const dds_builtintopic_endpoint_t& endpoint, ServiceSide whose) {
  ServicePeer peer;
  std::memcpy(peer.gid.bytes.data(), endpoint.key.v, sizeof endpoint.key.v);
  std::string key = id_key(whose);
  key.pop_back();  // the '='
  const std::string id = user_data_value(user_data_of(*endpoint.qos), key);
  peer.tells_id = !id.empty();
  peer.pair = peer.tells_id ? without_leading_zeros(id)
                            : "participant " + dotted_hex(peer.gid.bytes.data(), kPrefixSize);
  peer.foreign = speaks_other_dialect(peer.gid);
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

std::vector<ServicePeer> matched(dds_entity_t entity, ServiceSide whose, GetMatched get,
                                 GetData data) {
  std::vector<ServicePeer> peers;
  for (const dds_instance_handle_t handle : handles(entity, get)) {
    dds_builtintopic_endpoint_t* endpoint = data(entity, handle);
    if (endpoint == nullptr) continue;  // gone since
    peers.push_back(peer_of(*endpoint, whose));
    peers.back().handle = handle;
    dds_builtintopic_free_endpoint(endpoint);
  }
  return peers;
}

}  // namespace

const char* id_key(ServiceSide side) noexcept {
  return side == ServiceSide::kClient ? "clientid=" : "serviceid=";
}

std::vector<ServicePeer> matched_readers(dds_entity_t writer, ServiceSide whose) {
  return matched(writer, whose, dds_get_matched_subscriptions, dds_get_matched_subscription_data);
}

std::vector<ServicePeer> matched_writers(dds_entity_t reader, ServiceSide whose) {
  return matched(reader, whose, dds_get_matched_publications, dds_get_matched_publication_data);
}

// RTPS: a GUID starts with the vendor id.
bool speaks_other_dialect(const Gid& gid) noexcept {
  return gid.bytes[0] == 0x01 && gid.bytes[1] == 0x0f;
}

std::string other_dialect(const std::string& service, ServiceSide whose) {
  const bool client = whose == ServiceSide::kClient;
  return std::string(client ? "Service" : "Client of service") + " '" + service +
         "': a peer on Fast DDS has a " + (client ? "client" : "server") +
         " of it. The two middlewares carry services differently, so " +
         (client ? "its requests are not answered" : "requests do not reach it") +
         "; topics work. Start the peer with RMW_IMPLEMENTATION=rmw_cyclonedds_cpp.";
}

std::string new_service_id(const Participant& participant) {
  static std::atomic<std::uint32_t> last{0};
  const std::uint32_t number = ++last;
  std::uint8_t id[16];
  std::memcpy(id, participant.gid().bytes.data(), kPrefixSize);
  for (int i = 0; i < 4; ++i)
    id[kPrefixSize + i] = static_cast<std::uint8_t>(number >> (24 - 8 * i));
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
  CdrSample* sample = make_outgoing(*topic->type, message);
  if (sample == nullptr) {
    return Error{Code::kInvalidArgument,
                 who + ": a message of type '" + message->type().name +
                     "' cannot be encoded. It holds a value beyond a bound of its type, or "
                     "there is no memory."};
  }
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

// On a thread of DDS waiting cannot help: it is the one that would hear the
// acknowledgement.
dds_return_t ServiceWriter::forward(CdrSample* sample, int patience) const {
  dds_return_t code = DDS_RETCODE_TIMEOUT;
  for (int slice = 0; slice < patience && code == DDS_RETCODE_TIMEOUT; ++slice) {
    code = dds_forwardcdr(entity.get(), static_cast<CdrSample*>(ddsi_serdata_ref(sample)));
    if (Gate::this_thread_is_inside()) break;
  }
  ddsi_serdata_unref(sample);
  return code;
}

}  // namespace ranvier::cyclone
