// The sessions of micro/recordings.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ranvier::micro::support {

using Bytes = std::vector<std::uint8_t>;

struct Line {
  std::string time;
  std::string peer;  ///< "C0", "C1" or "C"
  bool from_agent = false;
  bool lost = false;
  Bytes bytes;
};

inline std::vector<std::string> recordings() {
  return {"best_effort_udp",
          "binary_pub_sub_udp",
          "binary_services_udp",
          "xml_services_udp",
          "xml_pub_sub_time_ping_udp",
          "loss_25_percent_udp",
          "client_best_effort_serial_payloads",
          "rclc_int32_pub_sub_serial_payloads"};
}

inline Bytes from_hex(const std::string& text) {
  Bytes bytes;
  std::string digits;
  for (const char c : text) {
    if (std::isxdigit(static_cast<unsigned char>(c))) digits += c;
  }
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

inline std::ifstream open_recording(const std::string& name) {
  const std::string path = std::string(RANVIER_SOURCE_DIR) + "/micro/recordings/" + name + ".txt";
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return file;
}

/// The lines of "0.2 C0>A 24 hex [LOST]", without the time where a recording has none; and of
/// a raw one, whose hex stands in a line of its own.
inline std::vector<Line> read_recording(const std::string& name) {
  std::ifstream file = open_recording(name);
  std::vector<Line> lines;
  for (std::string text; std::getline(file, text);) {
    std::istringstream words(text);
    Line line;
    std::string way, size, hex;
    if (text.starts_with(" ")) {
      line.bytes = from_hex(text);
      lines.push_back(line);
      continue;
    }
    if (text.starts_with("<") || text.starts_with(">")) continue;
    if (text.starts_with("C") || text.starts_with("A")) {
      line.time = std::to_string(lines.size() + 1);
    } else {
      words >> line.time;
    }
    words >> way >> size >> hex;
    line.from_agent = way.starts_with("A");
    line.peer = line.from_agent ? way.substr(2) : way.substr(0, way.find('>'));
    line.lost = text.find("LOST") != std::string::npos;
    line.bytes = from_hex(hex);
    EXPECT_EQ(line.bytes.size(), std::stoul(size)) << name << " " << line.time;
    lines.push_back(line);
  }
  return lines;
}

}  // namespace ranvier::micro::support
