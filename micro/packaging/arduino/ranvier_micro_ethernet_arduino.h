// The agent over a cable: boards with a library of the kind of Arduino's Ethernet.
#pragma once

#include "ranvier_micro_arduino.h"

#if defined(ARDUINO_TEENSY41)
#include <NativeEthernet.h>
#elif defined(TARGET_PORTENTA_H7_M7)
#include <PortentaEthernet.h>
#elif defined(TARGET_STM32F4)
#include <EthernetUdp.h>
#include <LwIP.h>
#include <STM32Ethernet.h>
#else
#include <Ethernet.h>
#endif

/// Brings the board into the network, waits for the cable, and takes the agent at this address.
inline void set_microros_native_ethernet_udp_transports(byte mac[], IPAddress own, IPAddress agent,
                                                        uint16_t port) {
  static EthernetUDP udp;
  Ethernet.begin(mac, own);
  while (Ethernet.linkStatus() == LinkOFF) delay(100);
  ranvier_micro_use(udp, agent, port);
}

/// The name in PlatformIO.
inline void set_microros_native_ethernet_transports(byte mac[], IPAddress own, IPAddress agent,
                                                    uint16_t port) {
  set_microros_native_ethernet_udp_transports(mac, own, agent, port);
}
