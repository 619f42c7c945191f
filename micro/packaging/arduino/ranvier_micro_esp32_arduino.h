// The agent over the cable of an ESP32.
#pragma once

#include <ETH.h>
#include <WiFi.h>
#include <WiFiUdp.h>

#include "ranvier_micro_arduino.h"

/// Hears what happens to the cable; with ARDUINO_EVENT_ETH_GOT_IP comes an IPAddress, else nothing.
typedef void (*ethernet_event_callback_t)(arduino_event_id_t event, void* address);

/// Begins with the cable, and takes the agent at this address.
inline void set_microros_ethernet_transports(IPAddress own, IPAddress gateway, IPAddress netmask,
                                             IPAddress agent, uint16_t port,
                                             const char* hostname = nullptr,
                                             ethernet_event_callback_t on_event = nullptr) {
  static WiFiUDP udp;
  static const char* name;
  static ethernet_event_callback_t tell;
  name = hostname;
  tell = on_event;
  WiFi.onEvent([](arduino_event_id_t event) {
    if (event == ARDUINO_EVENT_ETH_START && name != nullptr) ETH.setHostname(name);
    if (tell == nullptr) return;
    IPAddress address = ETH.localIP();
    switch (event) {
      case ARDUINO_EVENT_ETH_GOT_IP: tell(event, &address); break;
      case ARDUINO_EVENT_ETH_START:
      case ARDUINO_EVENT_ETH_STOP:
      case ARDUINO_EVENT_ETH_CONNECTED:
      case ARDUINO_EVENT_ETH_DISCONNECTED: tell(event, nullptr); break;
      default: break;
    }
  });
  ETH.begin();
  ETH.config(own, gateway, netmask);
  ranvier_micro_use(udp, agent, port);
}
