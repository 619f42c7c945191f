#include "ranvier/cyclone/internals/domain_internals.h"
#include "ranvier/cyclone/internals/tricks.h"

#include <algorithm>
#include <cstring>

namespace ranvier::cyclone {
namespace {

constexpr std::size_t kHash = 16;
constexpr const char* kMessages = "the layout of its messages";
constexpr std::uint8_t kDisposed[] = {0, 0, 0, 1};  // the status, big endian

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
  ddsi_writer* const known = find_writer(domain, guid);
  if (known == nullptr) return false;
  const LockOfCyclone lock(known->e.lock);
  const bool expected = known->type == &type && known->num_reliable_readers <= known->num_readers &&
                        known->num_readers_requesting_keyhash <= known->num_readers + 1;
  if (!expected) tricks_do_not_work("the layout of its writers");
  if (expected) ++known->num_readers_requesting_keyhash;
  return expected;
}

// Cyclone writes a timestamp before each of the two, so a message is long enough for both looks.
std::uint64_t number_before(const std::uint8_t* hash) noexcept {
  const std::uint8_t* const list = hash - kParameterHeader;
  for (const auto& [size, kind] :
       {std::pair{sizeof(DataFrag_t), SMID_DATA_FRAG}, std::pair{sizeof(Data_t), SMID_DATA}}) {
    if (!is_parameter(list, PID_KEYHASH, kHash)) break;
    if (is_head(list, size, kind)) return number_of(list - size);
  }
  tricks_do_not_work(kMessages);
  return 0;
}

void put_identity(std::uint8_t* hash, const InlineIdentity& identity) noexcept {
  const std::uint8_t* const status = hash + kHash;
  if (!is_parameter(status, PID_STATUSINFO, sizeof kDisposed) ||
      std::memcmp(status + kParameterHeader, kDisposed, sizeof kDisposed) != 0) {
    return tricks_do_not_work(kMessages);
  }
  const IdentityBytes bytes = identity_bytes(identity);
  std::copy(bytes.begin(), bytes.end(), hash - kParameterHeader);
}

}  // namespace ranvier::cyclone
