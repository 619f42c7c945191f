// The agent over the wireless network of a board of Arduino.
#pragma once

#include "ranvier_micro_arduino.h"

#if defined(ESP8266)
#include <ESP8266WiFi.h>
#elif defined(ARDUINO_UNOR4_WIFI)
#include <WiFiS3.h>
#elif defined(ARDUINO_NANO_RP2040_CONNECT) || defined(ARDUINO_SAMD_NANO_33_IOT) ||                 \
    defined(ARDUINO_SAMD_MKRWIFI1010)
#include <SPI.h>
#include <WiFiNINA.h>
#elif defined(ARDUINO_WIO_TERMINAL)
#include <rpcWiFi.h>
#elif defined(BOARD_WITH_ESP_AT)
#include <WiFiEspAT.h>
#else
#include <WiFi.h>
#endif
#include <WiFiUdp.h>

/// Joins the network, waits for that, and takes the agent at this address.
inline void set_microros_wifi_transports(const char* ssid, const char* password,
                                         const IPAddress& agent, uint16_t port) {
  static WiFiUDP udp;
#ifdef BOARD_WITH_ESP_AT  // a modem beside the board
  ESP_AT_SERIAL_PORT.begin(ESP_AT_BAUDRATE);
  WiFi.init(ESP_AT_SERIAL_PORT, ESP_AT_RESET_PIN);
#endif
  WiFi.begin(ssid, password);
  while (WiFi.status() != WL_CONNECTED) delay(500);
  ranvier_micro_use(udp, agent, port);
}

/// The same with an address as text.
inline void set_microros_wifi_transports(const char* ssid, const char* password, const char* agent,
                                         uint16_t port) {
  IPAddress address;
  address.fromString(agent);
  set_microros_wifi_transports(ssid, password, address, port);
}
