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
}  // namespace

void ranvier_micro_use(Stream& line) {
  rmw_uros_set_custom_transport(true, &line, open_line, close_line, write_line, read_line);
}
#endif
