// Fills an Image from pixels in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "sensor_msgs/image_encodings.hpp"
#include "sensor_msgs/msg/image.hpp"

namespace sensor_msgs {

/// Copies rows * step bytes of `data` and sets what describes them; always true.
inline bool fillImage(msg::Image& image, const std::string& encoding, std::uint32_t rows,
                      std::uint32_t cols, std::uint32_t step, const void* data) {
  const auto* bytes = static_cast<const std::uint8_t*>(data);
  image.encoding = encoding;
  image.height = rows;
  image.width = cols;
  image.step = step;
  image.is_bigendian = 0;
  image.data.assign(bytes, bytes + static_cast<std::size_t>(rows) * step);
  return true;
}

/// Drops the pixels; the description stays.
inline void clearImage(msg::Image& image) { image.data.clear(); }

}  // namespace sensor_msgs
