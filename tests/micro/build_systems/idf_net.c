/* A program of ESP-IDF over the wireless network; the agent is on this machine, at the port that is the
 * argument. */
#include <rmw_microros/rmw_microros.h>
#include <uros_network_interfaces.h>

#include "publishing.h"

int main(int count, char** words) {
  if (uros_network_interface_initialize() != ESP_OK) return 1;
  if (rmw_uros_options_set_udp_address("127.0.0.1", count > 1 ? words[1] : "8888", NULL) !=
      RMW_RET_OK) {
    return 2;
  }
  publish_for_ever();
  return 3;
}
