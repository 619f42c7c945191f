// The names that Image::encoding may hold, and what each says of a pixel.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace sensor_msgs {
namespace image_encodings {

inline constexpr char RGB8[] = "rgb8";
inline constexpr char RGBA8[] = "rgba8";
inline constexpr char RGB16[] = "rgb16";
inline constexpr char RGBA16[] = "rgba16";
inline constexpr char BGR8[] = "bgr8";
inline constexpr char BGRA8[] = "bgra8";
inline constexpr char BGR16[] = "bgr16";
inline constexpr char BGRA16[] = "bgra16";
inline constexpr char MONO8[] = "mono8";
inline constexpr char MONO16[] = "mono16";

// Bits of a channel, its kind (unsigned, signed, floating), count of channels.
inline constexpr char TYPE_8UC1[] = "8UC1";
inline constexpr char TYPE_8UC2[] = "8UC2";
inline constexpr char TYPE_8UC3[] = "8UC3";
inline constexpr char TYPE_8UC4[] = "8UC4";
inline constexpr char TYPE_8SC1[] = "8SC1";
inline constexpr char TYPE_8SC2[] = "8SC2";
inline constexpr char TYPE_8SC3[] = "8SC3";
inline constexpr char TYPE_8SC4[] = "8SC4";
inline constexpr char TYPE_16UC1[] = "16UC1";
inline constexpr char TYPE_16UC2[] = "16UC2";
inline constexpr char TYPE_16UC3[] = "16UC3";
inline constexpr char TYPE_16UC4[] = "16UC4";
inline constexpr char TYPE_16SC1[] = "16SC1";
inline constexpr char TYPE_16SC2[] = "16SC2";
inline constexpr char TYPE_16SC3[] = "16SC3";
inline constexpr char TYPE_16SC4[] = "16SC4";
inline constexpr char TYPE_32SC1[] = "32SC1";
inline constexpr char TYPE_32SC2[] = "32SC2";
inline constexpr char TYPE_32SC3[] = "32SC3";
inline constexpr char TYPE_32SC4[] = "32SC4";
inline constexpr char TYPE_32FC1[] = "32FC1";
inline constexpr char TYPE_32FC2[] = "32FC2";
inline constexpr char TYPE_32FC3[] = "32FC3";
inline constexpr char TYPE_32FC4[] = "32FC4";
inline constexpr char TYPE_64FC1[] = "64FC1";
inline constexpr char TYPE_64FC2[] = "64FC2";
inline constexpr char TYPE_64FC3[] = "64FC3";
inline constexpr char TYPE_64FC4[] = "64FC4";

// Colour filter arrays, named after their first two rows.
inline constexpr char BAYER_RGGB8[] = "bayer_rggb8";
inline constexpr char BAYER_BGGR8[] = "bayer_bggr8";
inline constexpr char BAYER_GBRG8[] = "bayer_gbrg8";
inline constexpr char BAYER_GRBG8[] = "bayer_grbg8";
inline constexpr char BAYER_RGGB16[] = "bayer_rggb16";
inline constexpr char BAYER_BGGR16[] = "bayer_bggr16";
inline constexpr char BAYER_GBRG16[] = "bayer_gbrg16";
inline constexpr char BAYER_GRBG16[] = "bayer_grbg16";

// Luminance and chrominance.
inline constexpr char UYVY[] = "uyvy";
inline constexpr char YUV422[] = "yuv422";  ///< older name of UYVY
inline constexpr char YUYV[] = "yuyv";
inline constexpr char YUV422_YUY2[] = "yuv422_yuy2";  ///< older name of YUYV
inline constexpr char NV21[] = "nv21";
inline constexpr char NV24[] = "nv24";

namespace detail {


inline bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

inline bool is_one_of(std::string_view text, const char* a, const char* b, const char* c,
                      const char* d) {
  return text == a || text == b || text == c || text == d;
}

inline bool is_yuv(std::string_view name) {
  return is_one_of(name, UYVY, YUV422, YUYV, YUV422_YUY2) || name == NV21 || name == NV24;
}

inline int number(std::string_view digits) {
  int value = 0;
  for (const char digit : digits) value = 10 * value + (digit - '0');
  return value;
}

/// Bits and channels of a name like "32FC3", or {0, 0} if it is not such a one.
struct Generic {
  int bits = 0;
  int channels = 0;
};

inline Generic generic(std::string_view name) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t kind = name.find_first_not_of(kDigits);
  if (kind == name.npos || name.size() < kind + 2 || name.size() > kind + 6) return {};
  const int bits = number(name.substr(0, kind));
  const std::string_view channels = name.substr(kind + 2);
  const bool known = (bits == 8 || bits == 16 || bits == 32 || bits == 64) &&
                     std::string_view("USF").find(name[kind]) != std::string_view::npos &&
                     name[kind + 1] == 'C' &&
                     channels.find_first_not_of(kDigits) == channels.npos;
  if (!known) return {};
  return {bits, channels.empty() ? 1 : number(channels)};
}

[[noreturn]] inline void refuse(const std::string& encoding) {
  throw std::runtime_error("Unknown encoding " + encoding);
}

}  // namespace detail

inline bool isColor(const std::string& encoding) {
  return detail::is_one_of(encoding, RGB8, BGR8, RGBA8, BGRA8) ||
         detail::is_one_of(encoding, RGB16, BGR16, RGBA16, BGRA16) || detail::is_yuv(encoding);
}

inline bool isMono(const std::string& encoding) { return encoding == MONO8 || encoding == MONO16; }

inline bool isBayer(const std::string& encoding) {
  return detail::is_one_of(encoding, BAYER_RGGB8, BAYER_BGGR8, BAYER_GBRG8, BAYER_GRBG8) ||
         detail::is_one_of(encoding, BAYER_RGGB16, BAYER_BGGR16, BAYER_GBRG16, BAYER_GRBG16);
}

inline bool hasAlpha(const std::string& encoding) {
  return detail::is_one_of(encoding, RGBA8, BGRA8, RGBA16, BGRA16);
}

/// Channels of a pixel; throws std::runtime_error for an unknown name.
inline int numChannels(const std::string& encoding) {
  if (isMono(encoding) || isBayer(encoding)) return 1;
  if (detail::is_yuv(encoding)) return 2;
  if (hasAlpha(encoding)) return 4;
  if (isColor(encoding)) return 3;
  const detail::Generic generic = detail::generic(encoding);
  if (generic.bits == 0) detail::refuse(encoding);
  return generic.channels;
}

/// Bits of a channel; throws std::runtime_error for an unknown name.
inline int bitDepth(const std::string& encoding) {
  if (detail::is_yuv(encoding)) return 8;
  if (isColor(encoding) || isMono(encoding) || isBayer(encoding)) {
    return detail::ends_with(encoding, "16") ? 16 : 8;
  }
  const detail::Generic generic = detail::generic(encoding);
  if (generic.bits == 0) detail::refuse(encoding);
  return generic.bits;
}

}  // namespace image_encodings
}  // namespace sensor_msgs
