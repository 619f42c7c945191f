// Values of a point cloud's fields, read and written by the field's type.
#pragma once

#include <cstdint>
#include <cstring>

#include "sensor_msgs/msg/point_field.hpp"

namespace sensor_msgs {

/// PointField::FLOAT32 -> float.
template <int>
struct pointFieldTypeAsType {};
/// float -> PointField::FLOAT32.
template <typename>
struct typeAsPointFieldType {};

namespace detail {
template <typename T>
struct AsType {
  using type = T;
};
template <std::uint8_t Field>
struct AsField {
  static constexpr std::uint8_t value = Field;
};
}  // namespace detail

template <> struct pointFieldTypeAsType<msg::PointField::INT8> : detail::AsType<std::int8_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::UINT8> : detail::AsType<std::uint8_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::INT16> : detail::AsType<std::int16_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::UINT16> : detail::AsType<std::uint16_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::INT32> : detail::AsType<std::int32_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::UINT32> : detail::AsType<std::uint32_t> {};
template <> struct pointFieldTypeAsType<msg::PointField::FLOAT32> : detail::AsType<float> {};
template <> struct pointFieldTypeAsType<msg::PointField::FLOAT64> : detail::AsType<double> {};

template <> struct typeAsPointFieldType<std::int8_t> : detail::AsField<msg::PointField::INT8> {};
template <> struct typeAsPointFieldType<std::uint8_t> : detail::AsField<msg::PointField::UINT8> {};
template <> struct typeAsPointFieldType<std::int16_t> : detail::AsField<msg::PointField::INT16> {};
template <> struct typeAsPointFieldType<std::uint16_t> : detail::AsField<msg::PointField::UINT16> {};
template <> struct typeAsPointFieldType<std::int32_t> : detail::AsField<msg::PointField::INT32> {};
template <> struct typeAsPointFieldType<std::uint32_t> : detail::AsField<msg::PointField::UINT32> {};
template <> struct typeAsPointFieldType<float> : detail::AsField<msg::PointField::FLOAT32> {};
template <> struct typeAsPointFieldType<double> : detail::AsField<msg::PointField::FLOAT64> {};

/// The number of that field type at `data`, of any alignment.
template <int Field, typename T>
T readPointCloud2BufferValue(const unsigned char* data) {
  typename pointFieldTypeAsType<Field>::type value;
  std::memcpy(&value, data, sizeof value);
  return static_cast<T>(value);
}

template <int Field, typename T>
void writePointCloud2BufferValue(unsigned char* data, T value) {
  const auto stored = static_cast<typename pointFieldTypeAsType<Field>::type>(value);
  std::memcpy(data, &stored, sizeof stored);
}

/// The same for a type known at run time; an unknown one reads as T().
template <typename T>
T readPointCloud2BufferValue(const unsigned char* data, unsigned char datatype) {
  using F = msg::PointField;
  switch (datatype) {
    case F::INT8: return readPointCloud2BufferValue<F::INT8, T>(data);
    case F::UINT8: return readPointCloud2BufferValue<F::UINT8, T>(data);
    case F::INT16: return readPointCloud2BufferValue<F::INT16, T>(data);
    case F::UINT16: return readPointCloud2BufferValue<F::UINT16, T>(data);
    case F::INT32: return readPointCloud2BufferValue<F::INT32, T>(data);
    case F::UINT32: return readPointCloud2BufferValue<F::UINT32, T>(data);
    case F::FLOAT32: return readPointCloud2BufferValue<F::FLOAT32, T>(data);
    case F::FLOAT64: return readPointCloud2BufferValue<F::FLOAT64, T>(data);
    default: return T();
  }
}

/// An unknown type writes nothing.
template <typename T>
void writePointCloud2BufferValue(unsigned char* data, unsigned char datatype, T value) {
  using F = msg::PointField;
  switch (datatype) {
    case F::INT8: return writePointCloud2BufferValue<F::INT8, T>(data, value);
    case F::UINT8: return writePointCloud2BufferValue<F::UINT8, T>(data, value);
    case F::INT16: return writePointCloud2BufferValue<F::INT16, T>(data, value);
    case F::UINT16: return writePointCloud2BufferValue<F::UINT16, T>(data, value);
    case F::INT32: return writePointCloud2BufferValue<F::INT32, T>(data, value);
    case F::UINT32: return writePointCloud2BufferValue<F::UINT32, T>(data, value);
    case F::FLOAT32: return writePointCloud2BufferValue<F::FLOAT32, T>(data, value);
    case F::FLOAT64: return writePointCloud2BufferValue<F::FLOAT64, T>(data, value);
    default: return;
  }
}

}  // namespace sensor_msgs
