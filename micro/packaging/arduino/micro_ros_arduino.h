// The name that sketches of micro-ROS include.
#pragma once

#include "ranvier_micro_arduino.h"

#if defined(ESP32) || defined(ESP8266) || defined(TARGET_PORTENTA_H7_M7) ||                        \
    defined(ARDUINO_NANO_RP2040_CONNECT) || defined(ARDUINO_SAMD_NANO_33_IOT) ||                   \
    defined(ARDUINO_SAMD_MKRWIFI1010) || defined(ARDUINO_UNOR4_WIFI) ||                            \
    defined(ARDUINO_WIO_TERMINAL) || defined(BOARD_WITH_ESP_AT)
#include "ranvier_micro_wifi_arduino.h"
#endif
#if defined(TARGET_STM32F4) || defined(ARDUINO_TEENSY41) || defined(TARGET_PORTENTA_H7_M7)
#include "ranvier_micro_ethernet_arduino.h"
#endif

/// Over the first serial line, at 115200 baud.
inline void set_microros_transports() {
  Serial.begin(115200);
  ranvier_micro_use(Serial);
}
