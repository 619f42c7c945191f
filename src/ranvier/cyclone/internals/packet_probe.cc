#include "ranvier/cyclone/internals/check.h"

#include "ranvier/cyclone/internals/domain_internals.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

namespace ranvier::cyclone {
namespace {

constexpr std::uint64_t kNumber = 0x1'0000'0002;
constexpr std::uint32_t kPayload = 8;
constexpr std::uint32_t kLargest = 1024;

/// A packet of one DATA, with the numbers of its head in this host's order, as Cyclone has
/// them when it hands a sample over.
struct Packet {
  std::vector<std::uint8_t> bytes;
  std::uint32_t data = 0;
  std::uint32_t payload = 0;
};

InlineIdentity identity_of_probe() {
  InlineIdentity identity{IdentityParameter::kStandard, {}};
  identity.identity.endpoint.bytes.fill(0x5a);
  identity.identity.number = 7;
  return identity;
}

template <class Part>
void append(std::vector<std::uint8_t>& bytes, const Part& part) {
  const auto* raw = reinterpret_cast<const std::uint8_t*>(&part);
  bytes.insert(bytes.end(), raw, raw + sizeof part);
}

Packet packet_of_fast() {
  Packet packet;
  Header_t header{};
  std::memcpy(&header.protocol, "RTPS", 4);
  header.vendorid = NN_VENDORID(EPROSIMA);
  append(packet.bytes, header);
  packet.data = static_cast<std::uint32_t>(packet.bytes.size());
  Data_t data{};
  data.x.smhdr.submessageId = SMID_DATA;
  data.x.smhdr.flags = DATA_FLAG_INLINE_QOS | DATA_FLAG_DATAFLAG;
  if (std::endian::native == std::endian::little) data.x.smhdr.flags |= SMFLAG_ENDIANNESS;
  data.x.octetsToInlineQos = sizeof data - offsetof(Data_DataFrag_common_t, readerId);
  data.x.writerSN.high = static_cast<std::int32_t>(kNumber >> 32);
  data.x.writerSN.low = static_cast<std::uint32_t>(kNumber);
  append(packet.bytes, data);
  append(packet.bytes, identity_bytes(identity_of_probe()));
  append(packet.bytes, std::uint32_t{std::endian::native == std::endian::little ? 1u : 1u << 16});
  packet.payload = static_cast<std::uint32_t>(packet.bytes.size());
  packet.bytes.resize(packet.bytes.size() + kPayload);
  return packet;
}

bool is_what_was_put(const Origin& origin) {
  const InlineIdentity expected = identity_of_probe();
  return origin.vendor == Vendor::kEprosima && origin.number == kNumber &&
         origin.related.parameter == expected.parameter &&
         origin.related.identity == expected.identity;
}

struct FreePool {
  void operator()(nn_rbufpool* pool) const noexcept { nn_rbufpool_free(pool); }
};

}  // namespace

bool packets_are_as_expected(const ddsi_domaingv& domain,
                             Origin (*read)(const nn_rdata&) noexcept) noexcept {
  const Packet packet = packet_of_fast();
  const std::unique_ptr<nn_rbufpool, FreePool> pool(
      nn_rbufpool_new(&domain.logconfig, 4 * kLargest, kLargest));
  nn_rmsg* const message = pool ? nn_rmsg_new(pool.get()) : nullptr;
  if (message == nullptr) return false;
  std::copy(packet.bytes.begin(), packet.bytes.end(), NN_RMSG_PAYLOAD(message));
  nn_rmsg_setsize(message, static_cast<std::uint32_t>(packet.bytes.size()));
  const nn_rdata* const data = nn_rdata_new(message, 0, kPayload, packet.data, packet.payload, 0);
  const bool good = data != nullptr && is_what_was_put(read(*data));
  nn_rmsg_commit(message);  // nobody refers to it
  return good;
}

}  // namespace ranvier::cyclone
