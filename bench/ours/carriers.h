// How a payload lies in each message type that the benches send.
#pragma once

#include <bench_interfaces/msg/array100kb.hpp>
#include <bench_interfaces/msg/array10kb.hpp>
#include <bench_interfaces/msg/array128b.hpp>
#include <bench_interfaces/msg/array1kb.hpp>
#include <bench_interfaces/msg/array1mb.hpp>
#include <bench_interfaces/msg/array4mb.hpp>
#include <bench_interfaces/msg/array500kb.hpp>
#include <bench_interfaces/msg/array5mb.hpp>
#include <bench_interfaces/msg/array8mb.hpp>
#include <cstring>
#include <sensor_msgs/msg/image.hpp>
#include <sensor_msgs/msg/point_cloud2.hpp>
#include <std_msgs/msg/string.hpp>
#include <stdexcept>
#include <type_traits>

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

/// A cloud of floats: what a lidar's driver sets besides the points.
inline void describe(sensor_msgs::msg::PointCloud2& cloud) {
  constexpr std::uint32_t kFloat = sizeof(float);
  cloud.height = 1;
  cloud.point_step = 4 * kFloat;
  for (const char* name : {"x", "y", "z", "intensity"}) {
    sensor_msgs::msg::PointField field;
    field.name = name;
    field.offset = static_cast<std::uint32_t>(cloud.fields.size()) * kFloat;
    field.datatype = sensor_msgs::msg::PointField::FLOAT32;
    field.count = 1;
    cloud.fields.push_back(std::move(field));
  }
}
/// All but the data.
inline void set_fields(sensor_msgs::msg::Image&, std::size_t) {}
inline void set_fields(sensor_msgs::msg::PointCloud2& message, std::size_t size) {
  if (message.fields.empty()) describe(message);
  message.row_step = static_cast<std::uint32_t>(size);
  message.width = message.row_step / message.point_step;
}
template <>
inline void fill(sensor_msgs::msg::PointCloud2& message, std::size_t size) {
  set_fields(message, size);
  message.data.assign(size, 'x');
}
/// Whether its data are a fixed array.
template <class Message>
inline constexpr bool kIsArray = std::is_trivially_copyable_v<Message>;
/// Whether its data are a sequence of bytes, which can be built and viewed.
template <class Message>
inline constexpr bool kHasBulk = false;
template <>
inline constexpr bool kHasBulk<sensor_msgs::msg::Image> = true;
template <>
inline constexpr bool kHasBulk<sensor_msgs::msg::PointCloud2> = true;

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
  return touch_pages(reinterpret_cast<const std::uint8_t*>(message.data.data()),
                     message.data.size());
}

/// Calls `body.template operator()<Message>()` for the fixed array of `size`.
template <class Body>
void with_array(std::size_t size, Body body) {
  namespace msg = bench_interfaces::msg;
  switch (size) {
    case 128: return body.template operator()<msg::Array128b>();
    case 1'000: return body.template operator()<msg::Array1kb>();
    case 10'000: return body.template operator()<msg::Array10kb>();
    case 100'000: return body.template operator()<msg::Array100kb>();
    case 500'000: return body.template operator()<msg::Array500kb>();
    case 1'000'000: return body.template operator()<msg::Array1mb>();
    case 4'000'000: return body.template operator()<msg::Array4mb>();
    case 5'000'000: return body.template operator()<msg::Array5mb>();
    case 8'000'000: return body.template operator()<msg::Array8mb>();
  }
  throw std::invalid_argument("there is no fixed array of " + size_name(size) +
                              ". Add one to bench/interfaces and here.");
}

/// The same for the type that a worker's words ask for: "type", or else by "size".
template <class Body>
void with_carrier(const Args& args, Body body) {
  const std::size_t size = size_of_name(args.text("size"));
  switch (carrier_of(size, args.text("type", ""))) {
    case Carrier::kString: return body.template operator()<std_msgs::msg::String>();
    case Carrier::kImage: return body.template operator()<sensor_msgs::msg::Image>();
    case Carrier::kPointCloud: return body.template operator()<sensor_msgs::msg::PointCloud2>();
    case Carrier::kArray: return with_array(size, body);
  }
}

}  // namespace ranvier::bench
