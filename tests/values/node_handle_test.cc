#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "covers.h"
#include "rcl/arguments.h"
#include "rcl/error_handling.h"
#include "rcl/node.h"
#include "rclcpp/rclcpp.hpp"
#include "running.hpp"

namespace {

class NodeHandleTest : public Running {
 protected:
  NodeHandleTest() { rcl_reset_error(); }

  /// /cell/left/talker, with words of its own for ROS.
  static std::shared_ptr<rclcpp::Node> talker_with(const std::vector<std::string>& words) {
    return std::make_shared<rclcpp::Node>("talker", "/cell/left",
                                          rclcpp::NodeOptions().arguments(words));
  }

  static std::string resolved(const rcl_node_t* handle, const char* name, bool is_service,
                              bool only_expand) {
    const rcl_allocator_t allocator = rcl_get_default_allocator();
    char* output = nullptr;
    if (rcl_node_resolve_name(handle, name, allocator, is_service, only_expand, &output) !=
        RCL_RET_OK) {
      return "failed";
    }
    const std::string text = output;
    allocator.deallocate(output, allocator.state);
    return text;
  }
};

TEST_F(NodeHandleTest, TheHandleOfANodeTellsItsNames) {
  COVERS("rcl", "rcl_node_get_name", "rcl_node_get_namespace", "rcl_node_get_fully_qualified_name");
  COVERS("rcl", "rcl_node_get_logger_name", "rcl_node_get_domain_id");
  init();
  const auto talker = talker_with({});
  const auto context = talker->get_node_base_interface()->get_context();
  const rcl_node_t* handle = talker->get_node_base_interface()->get_rcl_node_handle();
  EXPECT_TRUE(rcl_node_is_valid(handle));
  EXPECT_STREQ(rcl_node_get_name(handle), "talker");
  EXPECT_STREQ(rcl_node_get_namespace(handle), "/cell/left");
  EXPECT_STREQ(rcl_node_get_fully_qualified_name(handle), "/cell/left/talker");
  EXPECT_STREQ(rcl_node_get_logger_name(handle), talker->get_logger().get_name());
  EXPECT_EQ(handle->context, context->get_rcl_context().get());
  size_t domain = 12345;
  EXPECT_EQ(rcl_node_get_domain_id(handle, &domain), RCL_RET_OK);
  EXPECT_EQ(domain, context->get_domain_id());
  EXPECT_EQ(rcl_node_get_domain_id(handle, nullptr), RCL_RET_INVALID_ARGUMENT);
}

TEST_F(NodeHandleTest, AHandleThatIsKeptTellsItsNamesAfterTheNodeHasEnded) {
  COVERS("rcl", "rcl_node_is_valid", "rcl_node_is_valid_except_context");
  init();
  auto talker = talker_with({});
  const auto handle = talker->get_node_base_interface()->get_shared_rcl_node_handle();
  talker.reset();
  EXPECT_STREQ(rcl_node_get_fully_qualified_name(handle.get()), "/cell/left/talker");
  rclcpp::shutdown();
  EXPECT_FALSE(rcl_node_is_valid(handle.get()));
  EXPECT_TRUE(rcl_node_is_valid_except_context(handle.get()));
  EXPECT_STREQ(rcl_node_get_name(handle.get()), "talker");
  size_t domain = 0;
  rcl_reset_error();
  EXPECT_EQ(rcl_node_get_domain_id(handle.get(), &domain), RCL_RET_NODE_INVALID);
  EXPECT_TRUE(rcl_error_is_set());
}

TEST_F(NodeHandleTest, AHandleOfNoNodeGivesNothingAndSaysWhy) {
  COVERS("rcl", "rcl_get_zero_initialized_node");
  const rcl_node_t zero = rcl_get_zero_initialized_node();
  for (const rcl_node_t* handle : {static_cast<const rcl_node_t*>(nullptr), &zero}) {
    rcl_reset_error();
    EXPECT_FALSE(rcl_node_is_valid(handle));
    EXPECT_TRUE(rcl_error_is_set());
    EXPECT_FALSE(rcl_node_is_valid_except_context(handle));
    EXPECT_EQ(rcl_node_get_name(handle), nullptr);
    EXPECT_EQ(rcl_node_get_namespace(handle), nullptr);
    EXPECT_EQ(rcl_node_get_fully_qualified_name(handle), nullptr);
    EXPECT_EQ(rcl_node_get_logger_name(handle), nullptr);
    EXPECT_EQ(rcl_node_get_options(handle), nullptr);
  }
}

TEST_F(NodeHandleTest, NamesAreResolvedAsTheNodeResolvesThem) {
  COVERS("rcl", "rcl_node_resolve_name");
  COVERS("(macros)", "RCL_SHORT_REMAP_FLAG");
  init();
  const auto talker = talker_with({RCL_ROS_ARGS_FLAG, RCL_SHORT_REMAP_FLAG, "scan:=/front/scan"});
  const rcl_node_t* handle = talker->get_node_base_interface()->get_rcl_node_handle();
  const auto full = [handle](const char* name, bool is_service, bool only_expand) {
    return resolved(handle, name, is_service, only_expand);  // rcl_node_resolve_name()
  };
  EXPECT_EQ(full("scan", false, false), "/front/scan");
  EXPECT_EQ(full("scan", false, true), "/cell/left/scan");
  EXPECT_EQ(full("~/reset", true, false), "/cell/left/talker/reset");
}

TEST_F(NodeHandleTest, ANameThatCannotBeResolvedIsRefusedWithItsCode) {
  init();
  const auto talker = talker_with({});
  const rcl_node_t* handle = talker->get_node_base_interface()->get_rcl_node_handle();
  const rcl_allocator_t allocator = rcl_get_default_allocator();
  char* output = nullptr;
  const auto resolve = [&](const rcl_node_t* of, const char* name) {
    rcl_reset_error();
    return rcl_node_resolve_name(of, name, allocator, false, false, &output);
  };
  EXPECT_EQ(resolve(handle, "bad name"), RCL_RET_TOPIC_NAME_INVALID);
  EXPECT_TRUE(rcl_error_is_set());
  EXPECT_EQ(resolve(handle, "{nobody}/scan"), RCL_RET_UNKNOWN_SUBSTITUTION);
  EXPECT_EQ(resolve(handle, nullptr), RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(resolve(nullptr, "scan"), RCL_RET_INVALID_ARGUMENT);
  const rcl_node_t zero = rcl_get_zero_initialized_node();
  EXPECT_EQ(resolve(&zero, "scan"), RCL_RET_ERROR);
  rcl_reset_error();
  EXPECT_EQ(rcl_node_resolve_name(handle, "scan", {}, false, false, &output),
            RCL_RET_INVALID_ARGUMENT);
  EXPECT_EQ(output, nullptr);
}

TEST_F(NodeHandleTest, TheOptionsOfAHandleAreThoseThatTheNodeWasMadeWith) {
  COVERS("rcl", "rcl_node_get_options");
  init();
  const auto options = rclcpp::NodeOptions().enable_rosout(false).use_global_arguments(false);
  const auto quiet = std::make_shared<rclcpp::Node>("quiet", options);
  const auto* of = rcl_node_get_options(quiet->get_node_base_interface()->get_rcl_node_handle());
  ASSERT_NE(of, nullptr);
  EXPECT_FALSE(of->enable_rosout);
  EXPECT_FALSE(of->use_global_arguments);
}

TEST_F(NodeHandleTest, ACommandLineIsMadeOfTheWordsThatRclNames) {
  COVERS("(macros)", "RCL_ROS_ARGS_FLAG", "RCL_REMAP_FLAG", "RCL_PARAM_FLAG");
  COVERS("(macros)", "RCL_LOG_LEVEL_FLAG", "RCL_ROS_ARGS_EXPLICIT_END_TOKEN");
  const std::vector<std::string> words{
      RCL_ROS_ARGS_FLAG, RCL_REMAP_FLAG,     "__ns:=/named", RCL_PARAM_FLAG,
      "speed:=3",        RCL_LOG_LEVEL_FLAG, "info",         RCL_ROS_ARGS_EXPLICIT_END_TOKEN};
  init();
  const auto named = talker_with(words);
  EXPECT_STREQ(named->get_namespace(), "/named");
  EXPECT_EQ(named->declare_parameter("speed", 0), 3);
}

TEST_F(NodeHandleTest, TheOtherWordsAreThoseOfRos2) {
  COVERS("(macros)", "RCL_SHORT_PARAM_FLAG", "RCL_PARAM_FILE_FLAG", "RCL_ENCLAVE_FLAG");
  COVERS("(macros)", "RCL_SHORT_ENCLAVE_FLAG", "RCL_EXTERNAL_LOG_CONFIG_FLAG");
  COVERS("(macros)", "RCL_EXTERNAL_LOG_FILE_NAME_PREFIX", "RCL_LOG_STDOUT_FLAG_SUFFIX");
  COVERS("(macros)", "RCL_LOG_ROSOUT_FLAG_SUFFIX", "RCL_LOG_EXT_LIB_FLAG_SUFFIX");
  EXPECT_STREQ(RCL_SHORT_PARAM_FLAG, "-p");
  EXPECT_STREQ(RCL_PARAM_FILE_FLAG, "--params-file");
  EXPECT_STREQ(RCL_ENCLAVE_FLAG, "--enclave");
  EXPECT_STREQ(RCL_SHORT_ENCLAVE_FLAG, "-e");
  EXPECT_STREQ(RCL_EXTERNAL_LOG_CONFIG_FLAG, "--log-config-file");
  EXPECT_STREQ(RCL_EXTERNAL_LOG_FILE_NAME_PREFIX, "--log-file-name");
  EXPECT_STREQ("--enable-" RCL_LOG_STDOUT_FLAG_SUFFIX, "--enable-stdout-logs");
  EXPECT_STREQ("--enable-" RCL_LOG_ROSOUT_FLAG_SUFFIX, "--enable-rosout-logs");
  EXPECT_STREQ("--disable-" RCL_LOG_EXT_LIB_FLAG_SUFFIX, "--disable-external-lib-logs");
}

}  // namespace
