/* The name of rcl for the same. */
#ifndef RCL__NETWORK_FLOW_ENDPOINTS_H_
#define RCL__NETWORK_FLOW_ENDPOINTS_H_

#include "rcl/types.h"
#include "rmw/network_flow_endpoint.h"

typedef rmw_network_flow_endpoint_t rcl_network_flow_endpoint_t;
typedef rmw_transport_protocol_t rcl_transport_protocol_t;
typedef rmw_internet_protocol_t rcl_internet_protocol_t;

#endif  /* RCL__NETWORK_FLOW_ENDPOINTS_H_ */
