// A core of Arduino: on this machine its serial line is the device that is named as the only
// argument; on a board nothing.
#include <Arduino.h>
#ifdef __unix__
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

void setup();
void loop();

HardwareSerial Serial;
extern "C" __attribute__((weak)) void yield() {}

#ifdef __unix__
static const char* device;
static int line = -1;

extern "C" unsigned long millis() {
  timespec now;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);  // clock_gettime() asks millis() here
  return static_cast<unsigned long>(now.tv_sec) * 1000 +
         static_cast<unsigned long>(now.tv_nsec) / 1000000;
}
extern "C" void delay(unsigned long milliseconds) {
  poll(nullptr, 0, static_cast<int>(milliseconds));
}
void HardwareSerial::begin(unsigned long) { line = open(device, O_RDWR | O_NOCTTY); }
size_t HardwareSerial::write(const uint8_t* bytes, size_t size) {
  const ssize_t wrote = ::write(line, bytes, size);
  return wrote < 0 ? 0 : static_cast<size_t>(wrote);
}
int HardwareSerial::available() {
  pollfd ready = {line, POLLIN, 0};
  return poll(&ready, 1, 0);
}
int HardwareSerial::read() {
  uint8_t byte;
  return ::read(line, &byte, 1) == 1 ? byte : -1;
}
int main(int, char** argv) {
  device = argv[1];
  setup();
  for (;;) loop();
}
#else
extern "C" void __cxa_pure_virtual() {}  // no C++ library is linked
extern "C" unsigned long millis() { return 0; }
extern "C" void delay(unsigned long) {}
void HardwareSerial::begin(unsigned long) {}
size_t HardwareSerial::write(const uint8_t*, size_t) { return 0; }
int HardwareSerial::available() { return 0; }
int HardwareSerial::read() { return -1; }
int main() {
  setup();
  for (;;) loop();
}
#endif
