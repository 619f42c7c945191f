// The name that programs of micro-ROS include in PlatformIO. Where micro-ROS has
// `board_microros_transport = wifi`, here it is `build_flags = -DMICRO_ROS_TRANSPORT_ARDUINO_WIFI`.
#pragma once

#include "ranvier_micro_arduino.h"

#if defined(MICRO_ROS_TRANSPORT_ARDUINO_WIFI) || defined(MICRO_ROS_TRANSPORT_ARDUINO_WIFI_NINA)
#include "ranvier_micro_wifi_arduino.h"
#elif defined(MICRO_ROS_TRANSPORT_ARDUINO_ETHERNET)
#include "ranvier_micro_esp32_arduino.h"
#elif defined(MICRO_ROS_TRANSPORT_ARDUINO_NATIVE_ETHERNET)
#include "ranvier_micro_ethernet_arduino.h"
#endif

/// Over a line that has begun.
inline void set_microros_serial_transports(Stream& line) { ranvier_micro_use(line); }
