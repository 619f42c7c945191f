// How a payload lies in each message type that the benches send.
#pragma once

#include <bench_interfaces/msg/array1kb.hpp>
#include <bench_interfaces/msg/array500kb.hpp>
#include <cstring>
#include <sensor_msgs/msg/image.hpp>
#include <std_msgs/msg/string.hpp>

#include "bench/common/payload.h"

namespace ranvier::bench {

/// Fills `message` with `size` bytes; what a publisher does before publish().
template <class Message>
void fill(Message& message, std::size_t size) {
  std::memset(message.data.data(), 'x', size);
}
template <>
inline void fill(std_msgs::msg::String& message, std::size_t size) {
  message.data.assign(size, 'x');
}
template <>
inline void fill(sensor_msgs::msg::Image& message, std::size_t size) {
  message.data.assign(size, 'x');
}

template <class Message>
void put(Message& message, const Stamp& stamp) {
  std::memcpy(message.data.data(), &stamp, sizeof stamp);
}
template <>
inline void put(std_msgs::msg::String& message, const Stamp& stamp) {
  write_letters(stamp, message.data.data());
}

template <class Message>
Stamp get(const Message& message) {
  Stamp stamp;
  std::memcpy(&stamp, message.data.data(), sizeof stamp);
  return stamp;
}
template <>
inline Stamp get(const std_msgs::msg::String& message) {
  return read_letters(message.data.data());
}

/// One byte per page of the payload.
template <class Message>
unsigned look_at(const Message& message) {
  return touch_pages(reinterpret_cast<const std::uint8_t*>(message.data.data()), message.data.size());
}

/// Calls `body.template operator()<Message>()` for the type that carries `size`.
template <class Body>
void with_carrier(std::size_t size, Body body) {
  switch (carrier_of(size)) {
    case Carrier::kString: return body.template operator()<std_msgs::msg::String>();
    case Carrier::kImage: return body.template operator()<sensor_msgs::msg::Image>();
    case Carrier::kArray: break;
  }
  if (size == 1'000) return body.template operator()<bench_interfaces::msg::Array1kb>();
  body.template operator()<bench_interfaces::msg::Array500kb>();
}

}  // namespace ranvier::bench
