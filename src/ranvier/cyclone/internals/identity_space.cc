#include "ranvier/cyclone/internals/identity_space.h"

#include "ranvier/cyclone/internals/domain_internals.h"

#include <dds/ddsi/ddsi_entity.h>  // before those that forget it

#include <dds/ddsi/ddsi_endpoint.h>
#include <dds/ddsi/ddsi_entity_index.h>
#include <dds/ddsi/q_protocol.h>

#include <algorithm>
#include <atomic>
#include <cstring>

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kHash = 16;
constexpr std::uint8_t kDisposed[] = {0, 0, 0, 1};  // the status, big endian

#ifdef RANVIER_CYCLONE_IS_OTHERWISE  // found when this was configured
std::atomic<bool> working{false};
#else
std::atomic<bool> working{true};
#endif

template <class T>
T at(const std::uint8_t* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

bool is_parameter(const std::uint8_t* header, std::uint16_t id, std::uint16_t size) noexcept {
  return at<std::uint16_t>(header) == id && at<std::uint16_t>(header + 2) == size;
}

// A DATA or a DATA_FRAG whose inline QoS begins at `end`.
bool is_head(const std::uint8_t* end, std::size_t size, std::uint8_t kind) noexcept {
  const auto head = at<Data_DataFrag_common_t>(end - size);
  return head.smhdr.submessageId == kind &&
         offsetof(Data_DataFrag_common_t, readerId) + head.octetsToInlineQos == size;
}

std::uint64_t number_of(const std::uint8_t* head) noexcept {
  const nn_sequence_number_t number = at<Data_DataFrag_common_t>(head).writerSN;
  return static_cast<std::uint64_t>(number.high) << 32 | number.low;
}

}  // namespace

bool ask_for_key_hash(const ddsi_domaingv& domain, const Gid& writer,
                      const ddsi_sertype& type) noexcept {
  const ddsi_guid_t guid = guid_of(writer);
  const Awake awake(domain);
  ddsi_writer* const known = entidx_lookup_writer_guid(domain.entity_index, &guid);
  if (known == nullptr) return false;
  const LockOfCyclone lock(known->e.lock);
  const bool expected = known->type == &type && known->num_reliable_readers <= known->num_readers &&
                        known->num_readers_requesting_keyhash <= known->num_readers + 1;
  if (expected) ++known->num_readers_requesting_keyhash;
  return expected;
}

// A first fragment has a timestamp before it, so a message is long enough for both looks.
KeyHashPlace look_at_place(const std::uint8_t* hash) noexcept {
  const std::uint8_t* const list = hash - kParameterHeader;
  if (!is_parameter(list, PID_KEYHASH, kHash)) return {};
  for (const auto& [size, kind] :
       {std::pair{sizeof(DataFrag_t), SMID_DATA_FRAG}, std::pair{sizeof(Data_t), SMID_DATA}}) {
    if (is_head(list, size, kind)) return {true, number_of(list - size)};
  }
  return {};
}

bool put_identity(std::uint8_t* hash, const InlineIdentity& identity) noexcept {
  const std::uint8_t* const status = hash + kHash;
  if (!is_parameter(status, PID_STATUSINFO, sizeof kDisposed) ||
      std::memcmp(status + kParameterHeader, kDisposed, sizeof kDisposed) != 0) {
    return false;
  }
  const IdentityBytes bytes = identity_bytes(identity);
  std::copy(bytes.begin(), bytes.end(), hash - kParameterHeader);
  return true;
}

bool identities_work() noexcept { return working.load(std::memory_order_relaxed); }
void identities_do_not_work() noexcept { working.store(false, std::memory_order_relaxed); }

}  // namespace ranvier::cyclone
