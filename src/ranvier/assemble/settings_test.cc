// Settings of ROS 2 that are not here: refused, warned of once, or heeded.
#include "ranvier/assemble/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <map>
#include <string>
#include <vector>

#include "own_domain.h"
#include "ranvier/assemble/assemble.h"
#include "ranvier/node/log.h"

namespace ranvier {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Variables = std::map<std::string, std::string>;

class SettingsTest : public testing::Test {
 protected:
  ~SettingsTest() override {
    for (const std::string& name : set_) ::unsetenv(name.c_str());
  }
  void set(const Variables& variables) {
    for (const auto& [name, value] : variables) {
      ::setenv(name.c_str(), value.c_str(), 1);
      set_.push_back(name);
    }
  }
  /// What is warned of with these variables. A text that was logged before is not logged again, so
  /// each test has values of its own.
  std::vector<std::string> warnings(const Variables& variables) {
    set(variables);
    std::vector<std::string> told;
    const auto checked =
        check_settings(networks().front(), [&](const std::string& text) { told.push_back(text); });
    EXPECT_TRUE(checked) << checked.error().what;
    return told;
  }
  std::string refusal(const Variables& variables) {
    set(variables);
    const auto checked =
        check_settings(networks().front(), [](const std::string& text) { ADD_FAILURE() << text; });
    EXPECT_FALSE(checked);
    return checked ? "" : checked.error().what;
  }

 private:
  std::vector<std::string> set_;
};

TEST_F(SettingsTest, AnotherMiddlewareThatIsAssertedIsRefused) {
  EXPECT_THAT(refusal({{"RCL_ASSERT_RMW_ID_MATCHES", "rmw_fastrtps_cpp"}}),
              AllOf(HasSubstr("RCL_ASSERT_RMW_ID_MATCHES='rmw_fastrtps_cpp'"),
                    HasSubstr("rmw_cyclonedds_cpp")));
  EXPECT_THAT(warnings({{"RCL_ASSERT_RMW_ID_MATCHES", "rmw_cyclonedds_cpp"}}), IsEmpty());
}

class EverySetting : public SettingsTest, public testing::WithParamInterface<const char*> {};

TEST_P(EverySetting, ThatIsNotHereIsNamedWithItsValueAndARemedyOnce) {
  const Variables variables{{GetParam(), "1"}};
  EXPECT_THAT(warnings(variables),
              ElementsAre(HasSubstr(std::string(GetParam()) + "='1' is not heeded: ")));
  EXPECT_THAT(warnings(variables), IsEmpty());
}
INSTANTIATE_TEST_SUITE_P(
    Of, EverySetting,
    testing::Values("ROS_DISCOVERY_SERVER", "ROS_SUPER_CLIENT", "FASTRTPS_DEFAULT_PROFILES_FILE",
                    "FASTDDS_DEFAULT_PROFILES_FILE", "FASTDDS_BUILTIN_TRANSPORTS",
                    "FASTDDS_STATISTICS", "RMW_FASTRTPS_USE_QOS_FROM_XML",
                    "RMW_FASTRTPS_PUBLICATION_MODE", "RMW_CONNEXT_INITIAL_PEERS",
                    "RMW_CONNEXTDDS_USE_DEFAULT_PUBLISH_MODE", "RMW_ZENOH_ANY",
                    "SKIP_DEFAULT_XML_FILE", "NDDS_QOS_PROFILES", "ZENOH_SESSION_CONFIG_URI",
                    "RCL_LOGGING_IMPLEMENTATION",
                    "RCL_LOGGING_SPDLOG_EXPERIMENTAL_OLD_FLUSHING_BEHAVIOR",
                    "RCUTILS_CONSOLE_STDOUT_LINE_BUFFERED", "RCUTILS_LOGGING_COLOUR",
                    "TRACETOOLS_RUNTIME_DISABLE"),
    [](const auto& info) { return std::string(info.param); });

TEST_F(SettingsTest, WhatIsHeededOrEmptyIsNotWarnedOf) {
  EXPECT_THAT(warnings({{"ROS_DOMAIN_ID", "3"},
                        {"ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"},
                        {"ROS_STATIC_PEERS", "a;b"},
                        {"ROS_LOCALHOST_ONLY", "1"},
                        {"RMW_IMPLEMENTATION", "rmw_cyclonedds_cpp"},
                        {"CYCLONEDDS_URI", "<a/>"},
                        {"ROS_LOG_DIR", "/tmp"},
                        {"ROS_HOME", "/tmp"},
                        {"ROS_TRACE_DIR", "/tmp"},
                        {"RCUTILS_CONSOLE_OUTPUT_FORMAT", "{message}"},
                        {"RCUTILS_COLORIZED_OUTPUT", "0"},
                        {"RCUTILS_LOGGING_USE_STDOUT", "1"},
                        {"RCUTILS_LOGGING_BUFFERED_STREAM", "1"},
                        {"RCL_LOGGING_IMPLEMENTATION", "rcl_logging_spdlog"},
                        {"ROS_DISABLE_LOANED_MESSAGES", "1"},
                        {"ROS_SUPER_CLIENT", "FALSE"},
                        {"TRACETOOLS_RUNTIME_DISABLE", "0"},
                        {"ROS_DISTRO", "jazzy"},
                        {"ROS_SECURITY_KEYSTORE", "/keys"},
                        {"FASTDDS_STATISTICS", ""}}),
              IsEmpty());
}

TEST_F(SettingsTest, AContextWarnsInTheLog) {
  set({{"ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"}, {"ROS_DISCOVERY_SERVER", "of the log"}});
  std::vector<std::string> logged;
  const int sink = add_log_sink([&](const LogLine& line) {
    if (line.severity == kWarn) logged.emplace_back(line.message);
  });
  ContextOptions options;
  options.domain = support::own_domain();
  EXPECT_TRUE(make_context(options));
  remove_log_sink(sink);
  EXPECT_THAT(logged, ElementsAre(HasSubstr("ROS_DISCOVERY_SERVER='of the log'")));
}

}  // namespace
}  // namespace ranvier
