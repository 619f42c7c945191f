// Sketches of micro-ROS for a modem with ESP-AT include this name; ranvier_micro_wifi_arduino.h has it all.
