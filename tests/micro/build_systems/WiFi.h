// What the client takes of the libraries for wireless networks.
#pragma once

#include <IPAddress.h>

enum wl_status_t { WL_IDLE_STATUS, WL_CONNECTED };
enum arduino_event_id_t {
  ARDUINO_EVENT_WIFI_READY,
  ARDUINO_EVENT_ETH_START,
  ARDUINO_EVENT_ETH_STOP,
  ARDUINO_EVENT_ETH_CONNECTED,
  ARDUINO_EVENT_ETH_DISCONNECTED,
  ARDUINO_EVENT_ETH_GOT_IP
};

struct WiFiClass {
  int begin(const char*, const char*) { return 0; }
  /// Joined at the second look.
  wl_status_t status() { return looks++ > 0 ? WL_CONNECTED : WL_IDLE_STATUS; }
  void onEvent(void (*tell)(arduino_event_id_t)) {
    tell(ARDUINO_EVENT_ETH_START);
    tell(ARDUINO_EVENT_ETH_GOT_IP);
  }
  int looks;
};
extern WiFiClass WiFi;
