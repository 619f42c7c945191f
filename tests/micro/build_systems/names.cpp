// The names by which sketches and programs of micro-ROS choose their line.
#include <micro_ros_arduino.h>
#include <micro_ros_platformio.h>
#include <ranvier_micro.h>

void setup() {
  set_microros_transports();
  set_microros_serial_transports(Serial);
}
void loop() {}
