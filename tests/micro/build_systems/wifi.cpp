// A sketch over a wireless network; the agent is on this machine, at the port that is the argument.
#define ESP32
#include <micro_ros_arduino.h>
#include <stdlib.h>

#include "publishing.h"

void setup() {
  const int port = first_argument == nullptr ? 0 : atoi(first_argument);
  set_microros_wifi_transports("name", "password", "127.0.0.1", static_cast<uint16_t>(port));
  publish_for_ever();
}
void loop() { exit(1); }
