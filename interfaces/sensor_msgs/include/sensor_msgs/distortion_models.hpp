// The names of lens models that CameraInfo::distortion_model may hold.
#pragma once

namespace sensor_msgs {
namespace distortion_models {

inline constexpr char PLUMB_BOB[] = "plumb_bob";  ///< 3 radial, 2 tangential
inline constexpr char RATIONAL_POLYNOMIAL[] = "rational_polynomial";  ///< 6 radial, 2 tangential
inline constexpr char EQUIDISTANT[] = "equidistant";  ///< fish-eye, 4 coefficients

}  // namespace distortion_models
}  // namespace sensor_msgs
