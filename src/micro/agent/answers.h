// Short messages of the agent, put together on the stack.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ranvier_micro/wire/create.h"

namespace ranvier::micro {

/// An address at which the agent is reached, as discovery tells it.
struct Address {
  bool ipv6 = false;
  std::array<std::uint8_t, 16> bytes{};  ///< the first four, of IPv4; as on the wire
  std::uint16_t port = 0;
};

/// One message of one submessage.
class Answer {
 public:
  Answer(const xrce_header& header, std::uint8_t id) {
    xrce_start_message(&message_, memory_, sizeof memory_, &header);
    xrce_start_submessage(&message_, id, 0, &payload_);
  }

  xrce_cdr* payload() { return &payload_; }
  void ids(std::uint16_t request, std::uint16_t object) {
    xrce_put_id(&payload_, request);
    xrce_put_id(&payload_, object);
  }
  /// What the agent says of itself. @param known  whether it has a session with who asked.
  void info(std::uint16_t request, std::uint16_t object, bool known,
            const std::vector<Address>& addresses) {
    ids(request, object);
    xrce_put_u8(&payload_, XRCE_STATUS_OK);
    xrce_put_u8(&payload_, known);
    xrce_put_u8(&payload_, 1);  // there is a configuration: of an agent
    xrce_put_u8(&payload_, XRCE_AGENT_OBJECT & 0x0f);
    xrce_put_bytes(&payload_, xrce_cookie_and_version, sizeof xrce_cookie_and_version);
    xrce_put_u8(&payload_, 0);  // no properties
    xrce_put_u8(&payload_, 1);  // there is an activity: of an agent, which is available
    xrce_put_u8(&payload_, XRCE_AGENT_OBJECT & 0x0f);
    xrce_put_u16(&payload_, 1);
    xrce_put_u32(&payload_, static_cast<std::uint32_t>(addresses.size()));
    for (const Address& address : addresses) {
      xrce_put_u8(&payload_, address.ipv6 ? 2 : 1);
      xrce_put_bytes(&payload_, address.bytes.data(), address.ipv6 ? 16 : 4);
      if (address.ipv6) {
        xrce_put_u32(&payload_, address.port);
      } else {
        xrce_put_u16(&payload_, address.port);
      }
    }
  }
  /// The whole message; it stays while this does. Contract: it fits.
  const xrce_message& finish() {
    xrce_end_submessage(&message_, &payload_);
    return message_;
  }

 private:
  std::uint8_t memory_[256];
  xrce_message message_{};
  xrce_cdr payload_{};
};

}  // namespace ranvier::micro
