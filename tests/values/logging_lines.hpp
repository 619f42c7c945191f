// What a test logs, line by line.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "rcutils/logging.h"

/// Lines of the test as "<severity>:<name>:<message>\n".
class LoggingLines : public testing::Test {
 protected:
  LoggingLines() {
    folder_ = testing::TempDir() + "ranvier_logging_" + std::to_string(::getpid());
    ::setenv("ROS_LOG_DIR", folder_.c_str(), 1);
    ::setenv("RCUTILS_CONSOLE_OUTPUT_FORMAT", "{severity}:{name}:{message}", 1);
    (void)rcutils_logging_shutdown();  // so that the environment is read again
  }
  ~LoggingLines() override {
    ::unsetenv("ROS_LOG_DIR");
    ::unsetenv("RCUTILS_CONSOLE_OUTPUT_FORMAT");
    (void)rcutils_logging_shutdown();
    std::filesystem::remove_all(folder_);
  }
  template <class Body>
  static std::string lines(const Body& body) {
    testing::internal::CaptureStderr();
    body();
    return testing::internal::GetCapturedStderr();
  }

  std::string folder_;
};
