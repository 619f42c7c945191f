// libFuzzer: inline QoS of any content, in either order of bytes, read within its bounds.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "ranvier/cyclone/wire/inline_identity.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace ranvier::cyclone;
  const std::vector<std::uint8_t> exact(data, data + size);  // its end is watched
  for (const bool little : {false, true}) {
    const InlineIdentity found = read_identity(exact.data(), exact.size(), little);
    if (found.parameter == IdentityParameter::kNone) continue;
    const IdentityBytes again = identity_bytes(found);
    constexpr bool kLittle = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
    const InlineIdentity same = read_identity(again.data(), again.size(), kLittle);
    if (same.identity != found.identity || same.parameter != found.parameter) std::abort();
  }
  return 0;
}
