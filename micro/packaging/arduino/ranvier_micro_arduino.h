// The agent at the other end of a serial line of Arduino, or of a network.
#pragma once

#include <Arduino.h>
#include <IPAddress.h>
#include <Udp.h>
#include <rmw_microros/rmw_microros.h>

/// From now on the client speaks over `line`, which has begun.
void ranvier_micro_use(Stream& line);

/// From now on the client speaks by `udp` with the agent at this address. The network is up; `udp`
/// begins at the port of that number here.
void ranvier_micro_use(UDP& udp, const IPAddress& agent, uint16_t port);
