// The public header for recording, as a program of a user calls it.
#include "ranvier_tracing/recording.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <rclcpp/rclcpp.hpp>
#include <string>

namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class RecordingTest : public testing::Test {
 protected:
  RecordingTest() {
    std::string pattern = testing::TempDir() + "ranvier_recording_XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
    options_.directory = directory_ + "/made if need be";
  }
  ~RecordingTest() override { fs::remove_all(directory_); }

  /// The bytes of the streams of a trace: names lie in them as they are.
  static std::string streams(const std::string& folder) {
    std::string all;
    for (const auto& file : fs::directory_iterator(folder)) {
      if (file.path().filename().string().rfind("thread_", 0) != 0) {
        continue;
      }
      std::ifstream stream(file.path(), std::ios::binary);
      all.append(std::istreambuf_iterator<char>(stream), {});
    }
    return all;
  }

  std::string directory_;
  ranvier_tracing::RecordingOptions options_;
};

std::string refusal(void (*call)()) {
  try {
    call();
  } catch (const ranvier_tracing::RecordingError& error) {
    return error.what();
  }
  return "";
}

TEST_F(RecordingTest, ARecordingHasWhatHappenedAndTheNamesOfWhatWasThere) {
  rclcpp::init(0, nullptr);
  auto before = std::make_shared<rclcpp::Node>("node_before");
  const std::string folder = ranvier_tracing::start_recording(options_);
  auto during = std::make_shared<rclcpp::Node>("node_during");
  ranvier_tracing::pause_recording();
  auto paused = std::make_shared<rclcpp::Node>("node_paused");
  ranvier_tracing::resume_recording();
  const auto report = ranvier_tracing::stop_recording();
  auto after = std::make_shared<rclcpp::Node>("node_after");
  EXPECT_EQ(report.folder, folder);
  EXPECT_GT(report.events, 3u);
  EXPECT_EQ(report.discarded, 0u);
  const std::string trace = streams(folder);
  for (const char* name : {"node_before", "node_during", "node_paused"}) {
    EXPECT_THAT(trace, HasSubstr(name));
  }
  EXPECT_THAT(trace, Not(HasSubstr("node_after")));

  options_.keep = ranvier_tracing::RecordingOptions::Keep::Last;
  ranvier_tracing::start_recording(options_);
  const std::string saved = ranvier_tracing::save_recording();
  EXPECT_EQ(ranvier_tracing::stop_recording().folder, "");
  EXPECT_THAT(streams(saved), HasSubstr("node_after"));
  rclcpp::shutdown();
}

TEST_F(RecordingTest, RefusalsSayWhatIsWrong) {
  EXPECT_THAT(refusal([] { ranvier_tracing::stop_recording(); }), HasSubstr("does not record"));
  EXPECT_THAT(refusal([] { ranvier_tracing::pause_recording(); }), HasSubstr("does not record"));
  EXPECT_THAT(refusal([] { ranvier_tracing::save_recording(); }), HasSubstr("flight recorder"));
  EXPECT_THAT(refusal([] {
                ranvier_tracing::RecordingOptions nowhere;
                nowhere.directory = "/dev/null/traces";
                ranvier_tracing::start_recording(nowhere);
              }),
              HasSubstr("/dev/null/traces"));
}

}  // namespace
