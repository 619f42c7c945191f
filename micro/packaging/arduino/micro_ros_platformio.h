// The name that programs of micro-ROS include in PlatformIO.
#pragma once

#include "ranvier_micro_arduino.h"

/// Over a line that has begun.
inline void set_microros_serial_transports(Stream& line) { ranvier_micro_use(line); }
