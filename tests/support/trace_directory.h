// A directory for the traces of one test, removed after it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "ranvier/trace/recorder.h"
#include "ranvier/trace/trace.h"

namespace ranvier::support {

inline const void* address(std::uintptr_t number) { return reinterpret_cast<const void*>(number); }

class TraceDirectory : public testing::Test {
 protected:
  TraceDirectory() {
    std::string pattern = testing::TempDir() + "ranvier_trace_XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~TraceDirectory() override {
    static_cast<void>(trace::stop_recording());
    std::error_code error;
    std::filesystem::remove_all(directory_, error);
  }

  trace::RecordingOptions options(std::size_t bytes = trace::RecordingOptions::kDefaultBytes) {
    trace::RecordingOptions options;
    options.directory = directory_;
    options.buffer_bytes = bytes;
    return options;
  }
  /// Starts, and fails the test if that fails.
  std::string start(trace::RecordingOptions options) {
    const auto started = trace::start_recording(std::move(options));
    EXPECT_TRUE(started) << started.error().what;
    return started ? *started : "";
  }
  trace::RecordingReport stop() {
    const auto stopped = trace::stop_recording();
    EXPECT_TRUE(stopped) << stopped.error().what;
    return stopped ? *stopped : trace::RecordingReport{};
  }
  /// Traces of the directory, by path.
  std::vector<std::string> traces() const {
    std::vector<std::string> found;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) {
      if (entry.is_directory()) found.push_back(entry.path());
    }
    return found;
  }

  std::string directory_;
};

}  // namespace ranvier::support
