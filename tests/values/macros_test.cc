// The macros that classes of the field are written with.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

#include "covers.h"
#include "rclcpp/logging.hpp"
#include "rclcpp/macros.hpp"
#include "rclcpp/visibility_control.hpp"

namespace {

struct Shared {
  RCLCPP_SHARED_PTR_DEFINITIONS(Shared)
  RCLCPP_WEAK_PTR_DEFINITIONS(Shared)
  RCLCPP_UNIQUE_PTR_DEFINITIONS(Shared)
  Shared(int number, const std::string& text) : value(text + std::to_string(number)) {}
  std::string value;
};

TEST(MacrosTest, PointerDefinitionsNamePointersAndMakeObjects) {
  COVERS("(macros)", "RCLCPP_SHARED_PTR_DEFINITIONS", "RCLCPP_WEAK_PTR_DEFINITIONS",
         "RCLCPP_UNIQUE_PTR_DEFINITIONS");
  // RCLCPP_SHARED_PTR_DEFINITIONS
  static_assert(std::is_same_v<Shared::SharedPtr, std::shared_ptr<Shared>>);
  static_assert(std::is_same_v<Shared::ConstSharedPtr, std::shared_ptr<const Shared>>);
  // RCLCPP_WEAK_PTR_DEFINITIONS
  static_assert(std::is_same_v<Shared::WeakPtr, std::weak_ptr<Shared>>);
  static_assert(std::is_same_v<Shared::ConstWeakPtr, std::weak_ptr<const Shared>>);
  // RCLCPP_UNIQUE_PTR_DEFINITIONS
  static_assert(std::is_same_v<Shared::UniquePtr, std::unique_ptr<Shared>>);
  const Shared::SharedPtr shared = Shared::make_shared(1, "a");
  EXPECT_EQ(shared->value, "a1");
  const Shared::UniquePtr unique = Shared::make_unique(2, "b");
  EXPECT_EQ(unique->value, "b2");
}

TEST(MacrosTest, StringJoinJoinsWhatItsArgumentsExpandTo) {
  COVERS("(macros)", "RCLCPP_STRING_JOIN", "RCLCPP_DO_STRING_JOIN");
#define LEFT one
  const int oneTwo = 12, LEFTTwo = 34;
  EXPECT_EQ(RCLCPP_STRING_JOIN(LEFT, Two), oneTwo);
  EXPECT_EQ(RCLCPP_DO_STRING_JOIN(LEFT, Two), LEFTTwo);
#undef LEFT
}

// Functions that such a library shows, hides or takes from another.
RCLCPP_EXPORT int exported() { return 1; }
RCLCPP_IMPORT int imported() { return 2; }
RCLCPP_PUBLIC int shown() { return 3; }
RCLCPP_LOCAL int hidden() { return 4; }
class RCLCPP_PUBLIC_TYPE Type {};

#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)

TEST(MacrosTest, VisibilityIsThatOfTheCompiler) {
  COVERS("(macros)", "RCLCPP_EXPORT", "RCLCPP_IMPORT", "RCLCPP_PUBLIC", "RCLCPP_LOCAL",
         "RCLCPP_PUBLIC_TYPE");
  EXPECT_EQ(exported() + imported() + shown() + hidden(), 10);
  static_assert(std::is_class<Type>::value);
  EXPECT_STREQ(TEXT(RCLCPP_EXPORT), "__attribute__((visibility(\"default\")))");
  EXPECT_STREQ(TEXT(RCLCPP_PUBLIC), TEXT(RCLCPP_EXPORT));
  EXPECT_STREQ(TEXT(RCLCPP_LOCAL), "__attribute__((visibility(\"hidden\")))");
  EXPECT_STREQ(TEXT(RCLCPP_IMPORT) TEXT(RCLCPP_PUBLIC_TYPE), "");
}

TEST(MacrosTest, LoggingIsCompiledInUnlessToldOtherwise) {
  COVERS("(macros)", "RCLCPP_LOGGING_ENABLED");
  static_assert(RCLCPP_LOGGING_ENABLED == 1);
  testing::internal::CaptureStderr();
  RCLCPP_ERROR(rclcpp::get_logger("macros"), "compiled in");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("compiled in"), std::string::npos);
}

}  // namespace
