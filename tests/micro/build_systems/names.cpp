// The names by which sketches and programs of micro-ROS choose their line. No board is all of these.
#define ESP32
#define ARDUINO_TEENSY41
#define MICRO_ROS_TRANSPORT_ARDUINO_ETHERNET
#include <micro_ros_arduino.h>
#include <micro_ros_platformio.h>
#include <ranvier_micro.h>
#include <wifi_transport.cpp>

static void on_event(arduino_event_id_t, void*) {}

void setup() {
  byte mac[6] = {};
  const IPAddress any;
  set_microros_transports();
  set_microros_serial_transports(Serial);
  set_microros_wifi_transports("name", "password", "10.0.0.2", 8888);
  set_microros_wifi_transports("name", "password", any, 8888);
  set_microros_native_ethernet_udp_transports(mac, any, any, 8888);
  set_microros_native_ethernet_transports(mac, any, any, 8888);
  set_microros_ethernet_transports(any, any, any, any, 8888);
  set_microros_ethernet_transports(any, any, any, any, 8888, "host", on_event);
}
void loop() {}
