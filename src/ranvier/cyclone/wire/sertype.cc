#include "ranvier/cyclone/wire/sertype.h"

#include <arpa/inet.h>

#include <cstring>

namespace ranvier::cyclone {

Gid to_gid(const ddsi_guid_t& guid) noexcept {
  const std::uint32_t words[] = {htonl(guid.prefix.u[0]), htonl(guid.prefix.u[1]),
                                 htonl(guid.prefix.u[2]), htonl(guid.entityid.u)};
  Gid gid;
  static_assert(sizeof words == sizeof gid.bytes);
  std::memcpy(gid.bytes.data(), words, sizeof words);
  return gid;
}

}  // namespace ranvier::cyclone
