// The agent at the other end of a serial line of Arduino.
#pragma once

#include <Arduino.h>
#include <rmw_microros/rmw_microros.h>

/// From now on the client speaks over `line`, which has begun.
void ranvier_micro_use(Stream& line);
