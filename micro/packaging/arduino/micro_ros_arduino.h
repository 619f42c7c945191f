// The name that sketches of micro-ROS include.
#pragma once

#include "ranvier_micro_arduino.h"

/// Over the first serial line, at 115200 baud.
inline void set_microros_transports() {
  Serial.begin(115200);
  ranvier_micro_use(Serial);
}
