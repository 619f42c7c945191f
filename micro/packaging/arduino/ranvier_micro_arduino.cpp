#ifdef ARDUINO
#include "ranvier_micro_arduino.h"

namespace {
Stream& line_of(uxrCustomTransport* transport) { return *static_cast<Stream*>(transport->args); }

bool open_line(uxrCustomTransport*) { return true; }
bool close_line(uxrCustomTransport*) { return true; }
size_t write_line(uxrCustomTransport* transport, const uint8_t* bytes, size_t size, uint8_t*) {
  return line_of(transport).write(bytes, size);
}
/// What has come in, as soon as that is anything.
size_t read_line(uxrCustomTransport* transport, uint8_t* bytes, size_t size, int timeout_ms,
                 uint8_t*) {
  Stream& line = line_of(transport);
  const unsigned long begin = millis();
  size_t got = 0;
  do {
    while (got < size && line.available() > 0) bytes[got++] = static_cast<uint8_t>(line.read());
  } while (got == 0 && millis() - begin < static_cast<unsigned long>(timeout_ms));
  return got;
}
}  // namespace

void ranvier_micro_use(Stream& line) {
  rmw_uros_set_custom_transport(true, &line, open_line, close_line, write_line, read_line);
}
#endif
