#include <cstddef>
#include <cstring>

#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"

namespace ranvier::cyclone {
namespace {

struct Submessage {
  Data_DataFrag_common_t head;
  std::size_t inline_qos;  // where it begins in the packet, if there is any
};

// Cyclone has turned the numbers of the head, and nothing behind it, into this host's order.
bool read_submessage(const std::uint8_t* packet, std::size_t at, std::size_t payload,
                     Submessage& to) noexcept {
  if (at < sizeof(Header_t) || payload < at + sizeof to.head) return false;
  std::memcpy(&to.head, packet + at, sizeof to.head);
  to.inline_qos = at + offsetof(Data_DataFrag_common_t, readerId) + to.head.octetsToInlineQos;
  const auto kind = to.head.smhdr.submessageId;
  return kind == SMID_DATA || kind == SMID_DATA_FRAG;
}

}  // namespace

Origin origin_of(const nn_rdata& first) noexcept {
  Origin origin;
  const std::uint8_t* const packet = NN_RMSG_PAYLOAD(first.rmsg);
  const std::size_t payload = NN_RDATA_PAYLOAD_OFF(&first);
  Submessage data;
  if (!read_submessage(packet, NN_RDATA_SUBMSG_OFF(&first), payload, data)) return origin;
  Header_t header;
  std::memcpy(&header, packet, sizeof header);
  if (std::memcmp(&header.protocol, "RTPS", 4) != 0) return origin;
  origin.vendor = vendor_of_bytes(header.vendorid.id[0], header.vendorid.id[1]);
  const nn_sequence_number_t& number = data.head.writerSN;
  origin.number = static_cast<std::uint64_t>(number.high) << 32 | number.low;
  const auto flags = data.head.smhdr.flags;
  if ((flags & DATA_FLAG_INLINE_QOS) == 0 || data.inline_qos > payload) return origin;
  origin.related =
      read_identity(packet + data.inline_qos, payload - data.inline_qos, flags & SMFLAG_ENDIANNESS);
  return origin;
}

}  // namespace ranvier::cyclone
