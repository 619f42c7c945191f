#include "bench/common/payload.h"

#include <stdexcept>

namespace ranvier::bench {
namespace {

constexpr std::size_t kHeader = 4;  // encapsulation
// sensor_msgs/Image with empty frame_id and encoding: stamp 8, frame_id 5 + 3
// padding, height and width 8, encoding 5, is_bigendian 1, padding 2, step 4,
// data count 4.
constexpr std::size_t kImageFields = 8 + 8 + 8 + 8 + 4 + 4;
// sensor_msgs/PointCloud2 with an empty frame_id and the fields x, y, z and
// intensity: stamp 8, frame_id 5 + 3 padding, height and width 8, field count 4;
// a field is a name with its length, offset 4, datatype 1 + 3 padding, count 4;
// is_bigendian 1 + 3 padding, point_step and row_step 8, data count 4. is_dense
// stands behind the data.
constexpr std::size_t kPointCloudFields = 8 + 8 + 8 + 4 + 3 * (8 + 12) + (16 + 12) + 4 + 8 + 4 + 1;

char letter(std::uint8_t nibble) noexcept { return static_cast<char>('a' + nibble); }

}  // namespace

void write_letters(const Stamp& stamp, char* to) noexcept {
  std::uint8_t bytes[sizeof stamp];
  std::memcpy(bytes, &stamp, sizeof stamp);
  for (std::uint8_t byte : bytes) {
    *to++ = letter(byte >> 4);
    *to++ = letter(byte & 15);
  }
}

Stamp read_letters(const char* from) noexcept {
  std::uint8_t bytes[sizeof(Stamp)];
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(((from[0] - 'a') << 4) | (from[1] - 'a'));
    from += 2;
  }
  Stamp stamp;
  std::memcpy(&stamp, bytes, sizeof stamp);
  return stamp;
}

Carrier carrier_of(std::size_t payload) noexcept {
  if (payload == 1'000 || payload == 500'000) return Carrier::kArray;
  return payload <= 10'000 ? Carrier::kString : Carrier::kImage;
}

Carrier carrier_of(std::size_t payload, const std::string& type) {
  if (type.empty()) return carrier_of(payload);
  if (type == "fixed") return Carrier::kArray;
  if (type == "image") return Carrier::kImage;
  if (type == "pointcloud") return Carrier::kPointCloud;
  throw std::invalid_argument("type '" + type + "' is none of fixed, image and pointcloud.");
}

const char* carrier_name(Carrier carrier) noexcept {
  switch (carrier) {
    case Carrier::kString: return "std_msgs/String";
    case Carrier::kImage: return "sensor_msgs/Image";
    case Carrier::kPointCloud: return "sensor_msgs/PointCloud2";
    case Carrier::kArray: return "fixed byte array";
  }
  return "";
}

std::size_t wire_size(Carrier carrier, std::size_t payload) noexcept {
  switch (carrier) {
    case Carrier::kString: return kHeader + 4 + payload + 1;
    case Carrier::kImage: return kHeader + kImageFields + payload;
    case Carrier::kPointCloud: return kHeader + kPointCloudFields + payload;
    case Carrier::kArray: return kHeader + payload;
  }
  return 0;
}

std::size_t wire_size(const Args& args) {
  const std::size_t payload = size_of_name(args.text("size"));
  return wire_size(carrier_of(payload, args.text("type", "")), payload);
}

std::string size_name(std::size_t bytes) {
  if (bytes % 1'000'000 == 0) return std::to_string(bytes / 1'000'000) + "MB";
  if (bytes % 1'000 == 0) return std::to_string(bytes / 1'000) + "KB";
  return std::to_string(bytes) + "B";
}

std::size_t size_of_name(const std::string& name) {
  std::size_t used = 0;
  std::size_t count = 0;
  try {
    count = std::stoul(name, &used);
  } catch (const std::logic_error&) {
    used = 0;
  }
  const std::string unit = name.substr(used);
  if (used != 0 && unit == "B") return count;
  if (used != 0 && unit == "KB") return count * 1'000;
  if (used != 0 && unit == "MB") return count * 1'000'000;
  throw std::invalid_argument("size '" + name +
                              "' is not a number with B, KB or MB, such as 128B.");
}

}  // namespace ranvier::bench
