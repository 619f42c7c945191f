#ifdef ARDUINO
#include "ranvier_micro_arduino.h"

namespace {
Stream& line_of(uxrCustomTransport* transport) { return *static_cast<Stream*>(transport->args); }

bool open_line(uxrCustomTransport*) { return true; }
bool close_line(uxrCustomTransport*) { return true; }
size_t write_line(uxrCustomTransport* transport, const uint8_t* bytes, size_t size, uint8_t*) {
  return line_of(transport).write(bytes, size);
}
/// What has come in, as soon as that is anything. The system's own tasks run meanwhile: that of the
/// ESP8266 restarts a board that keeps them waiting.
size_t read_line(uxrCustomTransport* transport, uint8_t* bytes, size_t size, int timeout_ms,
                 uint8_t*) {
  Stream& line = line_of(transport);
  const unsigned long begin = millis();
  const unsigned long wait = timeout_ms < 0 ? 0 : static_cast<unsigned long>(timeout_ms);
  size_t got = 0;
  for (;;) {
    while (got < size && line.available() > 0) bytes[got++] = static_cast<uint8_t>(line.read());
    if (got != 0 || millis() - begin >= wait) return got;
    yield();
  }
}

/// The one network that the client has.
struct Net {
  UDP* udp;
  IPAddress agent;
  uint16_t port;
} net;

bool open_net(uxrCustomTransport*) { return net.udp->begin(net.port) != 0; }
bool close_net(uxrCustomTransport*) {
  net.udp->stop();
  return true;
}
size_t write_net(uxrCustomTransport*, const uint8_t* bytes, size_t size, uint8_t*) {
  if (net.udp->beginPacket(net.agent, net.port) == 0) return 0;
  const size_t wrote = net.udp->write(bytes, size);
  return net.udp->endPacket() != 0 ? wrote : 0;
}
/// Reads a datagram to its end: on an ESP32 no other one comes before that.
void drop(int left, uint8_t* bytes, size_t size) {
  while (left > 0) {
    const int got = net.udp->read(bytes, size);
    if (got <= 0) return;
    left -= got;
  }
}
/// The next datagram; one that is larger than `size` is dropped.
size_t read_net(uxrCustomTransport*, uint8_t* bytes, size_t size, int timeout_ms, uint8_t*) {
  const unsigned long begin = millis();
  const unsigned long wait = timeout_ms < 0 ? 0 : static_cast<unsigned long>(timeout_ms);
  for (;;) {
    const int came = net.udp->parsePacket();
    if (came > 0 && static_cast<size_t>(came) <= size) {
      const int got = net.udp->read(bytes, static_cast<size_t>(came));
      return got < 0 ? 0 : static_cast<size_t>(got);
    }
    drop(came, bytes, size);
    if (millis() - begin >= wait) return 0;
    yield();
  }
}
}  // namespace

void ranvier_micro_use(Stream& line) {
  rmw_uros_set_custom_transport(true, &line, open_line, close_line, write_line, read_line);
}

void ranvier_micro_use(UDP& udp, const IPAddress& agent, uint16_t port) {
  net.udp = &udp;
  net.agent = agent;
  net.port = port;
  rmw_uros_set_custom_transport(false, nullptr, open_net, close_net, write_net, read_net);
}
#endif
