// What the client takes of the libraries for a cable.
#pragma once

#include <WiFiUdp.h>

enum EthernetLinkStatus { Unknown, LinkON, LinkOFF };
struct EthernetClass {
  void begin(uint8_t*, IPAddress) {}
  EthernetLinkStatus linkStatus() { return LinkON; }
};
extern EthernetClass Ethernet;
typedef WiFiUDP EthernetUDP;
