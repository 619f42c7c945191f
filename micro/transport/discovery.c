#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE /* membership of multicast groups */
#include "discovery.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../wire/create.h"
#include "posix.h"

enum { ASK_MS = 200, MEDIUM_ADDRESS = 1, LARGE_ADDRESS = 2, MOST_ADDRESSES = 64 };
static const char group[] = "239.255.0.2";

/* On the usual interface, and on the loopback one: an agent may be on this machine alone. */
static void ask(int file, uint16_t port) {
  uint8_t memory[32];
  const xrce_header header = {XRCE_SESSION_WITHOUT_KEY, XRCE_NO_STREAM, 0, false, {0}};
  xrce_message message;
  xrce_start_message(&message, memory, sizeof(memory), &header);
  xrce_get_info(&message, XRCE_REQUEST_DISCOVERY, XRCE_AGENT_OBJECT,
                XRCE_INFO_CONFIGURATION | XRCE_INFO_ACTIVITY);
  struct sockaddr_in to;
  memset(&to, 0, sizeof(to));
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  inet_pton(AF_INET, group, &to.sin_addr);
  const uint32_t interfaces[] = {INADDR_ANY, INADDR_LOOPBACK};
  for (int i = 0; i < 2; ++i) {
    const struct in_addr from = {htonl(interfaces[i])};
    setsockopt(file, IPPROTO_IP, IP_MULTICAST_IF, &from, sizeof(from));
    sendto(file, message.data, message.size, MSG_NOSIGNAL, (const struct sockaddr*)&to, sizeof(to));
  }
}

/* Skips what precedes the addresses. False if it is no answer to the question. */
static bool skip_to_addresses(xrce_cdr* info) {
  uint8_t who[10]; /* of the configuration: its kind, cookie, version, vendor, no properties */
  const uint16_t request = xrce_get_id(info);
  xrce_get_id(info); /* the object */
  xrce_get_id(info); /* statuses */
  if (xrce_get_u8(info) != 0) xrce_get_bytes(info, who, sizeof(who));
  const bool has_activity = xrce_get_u8(info) != 0;
  xrce_get_u8(info);  /* its kind */
  xrce_get_u16(info); /* availability */
  return !info->failed && request == XRCE_REQUEST_DISCOVERY && has_activity;
}

/* The next address of a list, as a number, and its port; of IPv6, which this client does not
 * speak, no port. False at the end, and at what is no address. */
static bool next_address(xrce_cdr* info, uint32_t* address, uint16_t* port) {
  uint8_t bytes[16];
  const uint8_t format = xrce_get_u8(info);
  if (format != MEDIUM_ADDRESS && format != LARGE_ADDRESS) return false;
  xrce_get_bytes(info, bytes, format == LARGE_ADDRESS ? 16 : 4);
  *address =
      (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  if (format == MEDIUM_ADDRESS) {
    *port = xrce_get_u16(info);
  } else {
    xrce_get_u32(info);
    *port = 0;
  }
  return !info->failed;
}

/* An agent lists the addresses of all its interfaces. The one that it answered from is reached;
 * else one that is not this machine's own. */
static bool choose(xrce_cdr* info, uint32_t answered_from, uint32_t* address, uint16_t* port) {
  bool found = false;
  uint32_t count = xrce_get_u32(info);
  if (count > MOST_ADDRESSES) return false;
  for (; count != 0; --count) {
    uint32_t one = 0;
    uint16_t at = 0;
    if (!next_address(info, &one, &at)) break;
    if (at == 0) continue;
    const bool better = !found || one == answered_from || *address >> 24 == 127;
    if (!better) continue;
    *address = one;
    *port = at;
    found = true;
    if (one == answered_from) break;
  }
  return found;
}

static bool read_answer(const uint8_t* message, size_t size, uint32_t from, uint32_t* address,
                        uint16_t* port) {
  xrce_header header;
  xrce_submessage submessage;
  xrce_cdr info;
  size_t offset = xrce_read_header(&header, message, size);
  if (offset == 0 || !xrce_next_submessage(message, size, &offset, &submessage)) return false;
  if (submessage.id != XRCE_INFO) return false;
  xrce_read_payload(&submessage, &info);
  return skip_to_addresses(&info) && choose(&info, from, address, port);
}

bool xrce_posix_discover(uint16_t discovery_port, uint32_t timeout_ms,
                         char address[XRCE_ADDRESS_TEXT], char port[XRCE_PORT_TEXT]) {
  const int file = socket(AF_INET, SOCK_DGRAM, 0);
  if (file < 0) return false;
  const uint32_t begin = xrce_posix_platform.now_ms();
  uint32_t at = 0;
  uint16_t to = 0;
  bool found = false;
  while (!found && xrce_posix_platform.now_ms() - begin < timeout_ms) {
    ask(file, discovery_port);
    struct pollfd wanted = {file, POLLIN, 0};
    if (poll(&wanted, 1, ASK_MS) <= 0) continue;
    uint8_t message[512];
    struct sockaddr_in from;
    socklen_t from_size = sizeof(from);
    const ssize_t size =
        recvfrom(file, message, sizeof(message), MSG_DONTWAIT, (struct sockaddr*)&from, &from_size);
    found = size > 0 && read_answer(message, (size_t)size, ntohl(from.sin_addr.s_addr), &at, &to);
  }
  close(file);
  if (!found) return false;
  const struct in_addr number = {htonl(at)};
  inet_ntop(AF_INET, &number, address, XRCE_ADDRESS_TEXT);
  snprintf(port, XRCE_PORT_TEXT, "%u", (unsigned)to);
  return true;
}
