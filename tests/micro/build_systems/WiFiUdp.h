// What the client takes of the libraries for networks.
#pragma once

#include <Udp.h>

class WiFiUDP : public UDP {
 public:
  uint8_t begin(uint16_t port) override;
  void stop() override;
  int beginPacket(IPAddress to, uint16_t port) override;
  int endPacket() override;
  size_t write(const uint8_t* bytes, size_t size) override;
  int parsePacket() override;
  int available() override { return left_; }
  int read() override { return -1; }
  int read(unsigned char* bytes, size_t size) override;

 private:
  int file_ = -1, came_ = 0, left_ = 0;  // of a datagram: its bytes, and those not read
  bool heard_stranger_ = false;
  size_t size_ = 0;
  uint8_t out_[2048], in_[2048];
};
