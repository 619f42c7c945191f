#include <cstdlib>
#include <string>

#include "gtest/gtest.h"
#include "workshop/tool.hpp"

TEST(Tool, IsTheOneThatTheEnvironmentNames) {
  const char * tool = std::getenv("TOOL");
  ASSERT_NE(tool, nullptr);
  EXPECT_EQ(workshop::tool_of("<tool name='" + std::string(tool) + "'/>").data, tool);
}
