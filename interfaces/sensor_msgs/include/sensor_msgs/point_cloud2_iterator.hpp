// Lays out a PointCloud2 and walks one field of its points.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "sensor_msgs/msg/point_cloud2.hpp"

namespace sensor_msgs {

/// Bytes of a PointField datatype; throws std::runtime_error for an unknown one.
inline int sizeOfPointField(int datatype) {
  switch (datatype) {
    case msg::PointField::INT8:
    case msg::PointField::UINT8: return 1;
    case msg::PointField::INT16:
    case msg::PointField::UINT16: return 2;
    case msg::PointField::INT32:
    case msg::PointField::UINT32:
    case msg::PointField::FLOAT32: return 4;
    case msg::PointField::FLOAT64: return 8;
    default:
      throw std::runtime_error("PointField has no datatype " + std::to_string(datatype));
  }
}

/// Appends a field and returns where the next one may start.
inline int addPointField(msg::PointCloud2& cloud, const std::string& name, int count,
                         int datatype, int offset) {
  cloud.fields.emplace_back();
  cloud.fields.back()
    .set__name(name)
    .set__count(static_cast<std::uint32_t>(count))
    .set__datatype(static_cast<std::uint8_t>(datatype))
    .set__offset(static_cast<std::uint32_t>(offset));
  return offset + count * sizeOfPointField(datatype);
}

/// Changes the layout and size of a cloud that it borrows.
class PointCloud2Modifier {
 public:
  explicit PointCloud2Modifier(msg::PointCloud2& cloud) : cloud_(cloud) {}

  /// Points that the data holds.
  std::size_t size() const {
    return cloud_.point_step == 0 ? 0 : cloud_.data.size() / cloud_.point_step;
  }
  void reserve(std::size_t points) { cloud_.data.reserve(points * cloud_.point_step); }

  /// Makes it one row, or keeps it one column, of so many points.
  void resize(std::size_t points) {
    const auto count = static_cast<std::uint32_t>(points);
    const bool column = cloud_.width == 1 && cloud_.height != 1;
    shape(column ? 1 : count, column ? count : 1);
  }
  void resize(std::uint32_t width, std::uint32_t height) { shape(width, height); }
  void clear() { shape(0, cloud_.height == 1 ? 1 : 0); }

  /// For each field its name, count and datatype, packed without gaps:
  /// setPointCloud2Fields(2, "x", 1, PointField::FLOAT32, "id", 1, PointField::UINT8).
  void setPointCloud2Fields(int fields, ...) {
    cloud_.fields.clear();
    int offset = 0;
    va_list list;
    va_start(list, fields);
    for (int i = 0; i < fields; ++i) {
      const std::string name(va_arg(list, const char*));
      const int count = va_arg(list, int);
      const int datatype = va_arg(list, int);
      offset = addPointField(cloud_, name, count, datatype, offset);
    }
    va_end(list);
    set_step(offset);
  }

  /// Groups of sixteen bytes each: "xyz", "rgb", "rgba". Throws
  /// std::runtime_error for another name.
  void setPointCloud2FieldsByString(int groups, ...) {
    cloud_.fields.clear();
    int offset = 0;
    va_list list;
    va_start(list, groups);
    for (int i = 0; i < groups; ++i) {
      const std::string name(va_arg(list, const char*));
      if (name != "xyz" && name != "rgb" && name != "rgba") {
        va_end(list);
        throw std::runtime_error("Field " + name + " does not exist");
      }
      add_group(name, offset);
      offset += 16;
    }
    va_end(list);
    set_step(offset);
  }

 private:
  void add_group(const std::string& name, int offset) {
    constexpr int kFloat = msg::PointField::FLOAT32;
    if (name != "xyz") {
      addPointField(cloud_, name, 1, kFloat, offset);
      return;
    }
    for (const char* axis : {"x", "y", "z"}) {
      offset = addPointField(cloud_, axis, 1, kFloat, offset);
    }
  }

  void set_step(int step) {
    cloud_.point_step = static_cast<std::uint32_t>(step);
    shape(cloud_.width, cloud_.height);
  }

  void shape(std::uint32_t width, std::uint32_t height) {
    cloud_.width = width;
    cloud_.height = height;
    cloud_.row_step = width * cloud_.point_step;
    cloud_.data.resize(static_cast<std::size_t>(height) * cloud_.row_step);
  }

  msg::PointCloud2& cloud_;
};

namespace detail {

/// Where `name` starts in a point. "r", "g", "b" and "a" are bytes of a field
/// "rgb" or "rgba" where the cloud has no field of their own.
inline std::uint32_t field_offset(const msg::PointCloud2& cloud, const std::string& name) {
  for (const auto& field : cloud.fields) {
    if (field.name == name) return field.offset;
  }
  const std::size_t colour =
    name.size() == 1 ? std::string(cloud.is_bigendian ? "argb" : "bgra").find(name) : name.npos;
  for (const auto& field : cloud.fields) {
    const bool holds_it = field.name == "rgb" || field.name == "rgba";
    if (colour != name.npos && holds_it) {
      return field.offset + static_cast<std::uint32_t>(colour);
    }
  }
  throw std::runtime_error("Field " + name + " does not exist");
}

/// Steps from point to point. Borrows the cloud's data: resizing ends it.
template <typename T, typename Cloud, typename Self>
class PointIterator {
  using Byte = std::conditional_t<std::is_const_v<Cloud>, const unsigned char, unsigned char>;
  using Value = std::conditional_t<std::is_const_v<Cloud>, const T, T>;

 public:
  PointIterator() = default;
  PointIterator(Cloud& cloud, const std::string& field)
  : at_(cloud.data.data() + field_offset(cloud, field)),
    end_(at_ + cloud.data.size()),
    step_(cloud.point_step) {}

  /// Element i of the field of this point.
  Value& operator[](std::size_t i) const { return reinterpret_cast<Value*>(at_)[i]; }
  Value& operator*() const { return *reinterpret_cast<Value*>(at_); }

  Self& operator++() { return *this += 1; }
  Self& operator+=(int points) {
    at_ += points * static_cast<std::ptrdiff_t>(step_);
    return static_cast<Self&>(*this);
  }
  Self operator+(int points) const {
    Self moved = static_cast<const Self&>(*this);
    return moved += points;
  }
  bool operator==(const Self& other) const { return at_ == other.at_; }
  bool operator!=(const Self& other) const { return at_ != other.at_; }

  /// One past the last point.
  Self end() const {
    Self last = static_cast<const Self&>(*this);
    static_cast<PointIterator&>(last).at_ = end_;
    return last;
  }

 private:
  Byte* at_ = nullptr;
  Byte* end_ = nullptr;
  std::size_t step_ = 0;
};

}  // namespace detail

/// for (PointCloud2Iterator<float> x(cloud, "x"); x != x.end(); ++x) *x = 0;
template <typename T>
class PointCloud2Iterator
: public detail::PointIterator<T, msg::PointCloud2, PointCloud2Iterator<T>> {
 public:
  using detail::PointIterator<T, msg::PointCloud2, PointCloud2Iterator<T>>::PointIterator;
};

template <typename T>
class PointCloud2ConstIterator
: public detail::PointIterator<T, const msg::PointCloud2, PointCloud2ConstIterator<T>> {
 public:
  using detail::PointIterator<T, const msg::PointCloud2,
                              PointCloud2ConstIterator<T>>::PointIterator;
};

}  // namespace sensor_msgs
