/* A program of Zephyr; the agent is on this machine, and the argument is its port or the device. */
#include <microros_transports.h>
#include <string.h>

#include "publishing.h"

extern const char* device_of_line;

int main(int count, char** words) {
#ifdef CONFIG_MICROROS_TRANSPORT_UDP
  strcpy(default_params.ip, "127.0.0.1");
  if (count > 1) strcpy(default_params.port, words[1]);
#else
  if (count > 1) device_of_line = words[1];
#endif
  rmw_uros_set_custom_transport(MICRO_ROS_FRAMING_REQUIRED, (void*)&default_params,
                                zephyr_transport_open, zephyr_transport_close,
                                zephyr_transport_write, zephyr_transport_read);
  publish_for_ever();
  return 1;
}
