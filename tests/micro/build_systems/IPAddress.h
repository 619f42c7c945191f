// What the client takes of Arduino's core.
#pragma once

#include <stdint.h>

class IPAddress {
 public:
  IPAddress() {}
  IPAddress(uint8_t a, uint8_t b, uint8_t c, uint8_t d) : bytes_{a, b, c, d} {}
  bool fromString(const char* text);
  const uint8_t* bytes() const { return bytes_; }

 private:
  uint8_t bytes_[4] = {};
};
