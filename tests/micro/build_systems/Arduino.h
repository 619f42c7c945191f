// What the client takes of Arduino's core.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef uint8_t byte;

extern "C" {
unsigned long millis();
void delay(unsigned long milliseconds);
void yield();
}

class Stream {
 public:
  virtual size_t write(const uint8_t* bytes, size_t size) = 0;
  virtual int available() = 0;
  virtual int read() = 0;
};

class HardwareSerial : public Stream {
 public:
  void begin(unsigned long baud);
  size_t write(const uint8_t* bytes, size_t size) override;
  int available() override;
  int read() override;
};
extern HardwareSerial Serial;

/// What this program was started with; nothing on a board.
extern const char* first_argument;
