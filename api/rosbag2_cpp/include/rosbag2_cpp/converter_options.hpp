// Formats of messages: that of who gives them, and that of who gets them.
#ifndef ROSBAG2_CPP__CONVERTER_OPTIONS_HPP_
#define ROSBAG2_CPP__CONVERTER_OPTIONS_HPP_

#include <string>

namespace rosbag2_cpp
{

/// Both are "cdr" or empty: no other format is known.
/// Threads: as a struct.
struct ConverterOptions
{
  std::string input_serialization_format;
  std::string output_serialization_format;
};

}  // namespace rosbag2_cpp

#endif  // ROSBAG2_CPP__CONVERTER_OPTIONS_HPP_
