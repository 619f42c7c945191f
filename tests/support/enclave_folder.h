// The enclave of a program that is not ours, by the variables of ROS 2.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace ranvier::support {

/// The folder that ROS_SECURITY_KEYSTORE and ROS_SECURITY_ENCLAVE_OVERRIDE name; empty unless
/// ROS_SECURITY_ENABLE is "true".
inline std::filesystem::path enclave_of_environment() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string(text != nullptr ? text : "");
  };
  if (value("ROS_SECURITY_ENABLE") != "true") return {};
  return value("ROS_SECURITY_KEYSTORE") + "/enclaves" + value("ROS_SECURITY_ENCLAVE_OVERRIDE");
}

}  // namespace ranvier::support
