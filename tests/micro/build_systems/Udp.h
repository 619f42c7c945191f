// What the client takes of Arduino's core.
#pragma once

#include <Arduino.h>
#include <IPAddress.h>

class UDP : public Stream {
 public:
  virtual uint8_t begin(uint16_t port) = 0;
  virtual void stop() = 0;
  virtual int beginPacket(IPAddress to, uint16_t port) = 0;
  virtual int endPacket() = 0;
  virtual int parsePacket() = 0;
  virtual int read(unsigned char* bytes, size_t size) = 0;
  using Stream::read;
};
