/* Looking for an agent on this network, by multicast. */
#ifndef RANVIER_MICRO_TRANSPORT_DISCOVERY_H
#define RANVIER_MICRO_TRANSPORT_DISCOVERY_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { XRCE_DISCOVERY_PORT = 7400, XRCE_ADDRESS_TEXT = 16, XRCE_PORT_TEXT = 6 };

/* Asks agents for their addresses, once every 200 ms, until one answers.
 * @return false if none did within `timeout_ms`; then the texts are as they were. */
bool xrce_posix_discover(uint16_t discovery_port, uint32_t timeout_ms,
                         char address[XRCE_ADDRESS_TEXT], char port[XRCE_PORT_TEXT]);

#ifdef __cplusplus
}
#endif
#endif
