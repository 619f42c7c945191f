/* Where the packets of an endpoint go or come from. */
#ifndef RMW__NETWORK_FLOW_ENDPOINT_H_
#define RMW__NETWORK_FLOW_ENDPOINT_H_

#include "rmw/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rmw_transport_protocol_e {
  RMW_TRANSPORT_PROTOCOL_UNKNOWN = 0,
  RMW_TRANSPORT_PROTOCOL_UDP,
  RMW_TRANSPORT_PROTOCOL_TCP,
  RMW_TRANSPORT_PROTOCOL_COUNT
} rmw_transport_protocol_t;

typedef enum rmw_internet_protocol_e {
  RMW_INTERNET_PROTOCOL_UNKNOWN = 0,
  RMW_INTERNET_PROTOCOL_IPV4,
  RMW_INTERNET_PROTOCOL_IPV6,
  RMW_INTERNET_PROTOCOL_COUNT
} rmw_internet_protocol_t;

/* An IPv6 address as text, with its end. */
#define RMW_INET_ADDRSTRLEN 48

typedef struct rmw_network_flow_endpoint_s {
  rmw_transport_protocol_t transport_protocol;
  rmw_internet_protocol_t internet_protocol;
  uint16_t transport_port;
  uint32_t flow_label;
  uint8_t dscp;
  char internet_address[RMW_INET_ADDRSTRLEN];
} rmw_network_flow_endpoint_t;

#ifdef __cplusplus
}
#endif
#endif  /* RMW__NETWORK_FLOW_ENDPOINT_H_ */
