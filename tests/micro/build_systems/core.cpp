// A core of Arduino: on this machine its serial line is the device that is named as the only
// argument, and its network is this machine's; on a board nothing.
#include <Arduino.h>
#include <ETH.h>
#include <NativeEthernet.h>
#include <WiFi.h>
#ifdef __unix__
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#endif

void setup();
void loop();

HardwareSerial Serial;
WiFiClass WiFi;
ETHClass ETH;
EthernetClass Ethernet;
const char* first_argument;
extern "C" __attribute__((weak)) void yield() {}

#ifdef __unix__
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
void HardwareSerial::begin(unsigned long) { line = open(first_argument, O_RDWR | O_NOCTTY); }
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

bool IPAddress::fromString(const char* text) { return inet_pton(AF_INET, text, bytes_) == 1; }
/// Between the board and its agent there is a network: any port of this machine stands for the board's.
uint8_t WiFiUDP::begin(uint16_t) {
  file_ = socket(AF_INET, SOCK_DGRAM, 0);
  return file_ >= 0;
}
void WiFiUDP::stop() { close(file_); }
int WiFiUDP::beginPacket(IPAddress to, uint16_t port) {
  sockaddr_in agent = {};
  agent.sin_family = AF_INET;
  agent.sin_port = htons(port);
  memcpy(&agent.sin_addr, to.bytes(), 4);
  size_ = 0;
  return connect(file_, reinterpret_cast<sockaddr*>(&agent), sizeof(agent)) == 0;
}
size_t WiFiUDP::write(const uint8_t* bytes, size_t size) {
  memcpy(out_ + size_, bytes, size);
  size_ += size;
  return size;
}
int WiFiUDP::endPacket() { return send(file_, out_, size_, 0) >= 0; }
/// As that of the ESP32: none comes before the last one was read to its end. The first one comes from
/// a stranger, and is larger than any of the agent.
int WiFiUDP::parsePacket() {
  if (left_ > 0) return 0;
  const ssize_t size = sizeof(in_);
  const ssize_t came = heard_stranger_ ? recv(file_, in_, sizeof(in_), MSG_DONTWAIT) : size;
  heard_stranger_ = true;
  came_ = left_ = came < 0 ? 0 : static_cast<int>(came);
  return came_;
}
int WiFiUDP::read(unsigned char* bytes, size_t size) {
  const int got = size < static_cast<size_t>(left_) ? static_cast<int>(size) : left_;
  memcpy(bytes, in_ + came_ - left_, static_cast<size_t>(got));
  left_ -= got;
  return got;
}
int main(int, char** argv) {
  first_argument = argv[1];
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
bool IPAddress::fromString(const char*) { return false; }
uint8_t WiFiUDP::begin(uint16_t) { return 0; }
void WiFiUDP::stop() {}
int WiFiUDP::beginPacket(IPAddress, uint16_t) { return 0; }
size_t WiFiUDP::write(const uint8_t*, size_t) { return 0; }
int WiFiUDP::endPacket() { return 0; }
int WiFiUDP::parsePacket() { return 0; }
int WiFiUDP::read(unsigned char*, size_t) { return -1; }
int main() {
  setup();
  for (;;) loop();
}
#endif
