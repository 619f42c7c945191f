// One parameter: its nine types, read by name of type, compared and shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "covers.h"
#include "rclcpp/parameter.hpp"

namespace {

using rclcpp::Parameter;
using rclcpp::ParameterType;
using rclcpp::ParameterValue;
using testing::ElementsAre;

const std::vector<uint8_t> kBytes = {1, 255};
const std::vector<bool> kBools = {true, false};
const std::vector<int64_t> kIntegers = {-1, 2};
const std::vector<double> kDoubles = {0.5};
const std::vector<std::string> kStrings = {"a", ""};

TEST(ParameterTest, EveryTypeIsReadByItsName) {
  COVERS("rclcpp::Parameter", "as_bool", "as_int", "as_double", "as_string", "as_byte_array",
         "as_bool_array", "as_integer_array", "as_double_array", "as_string_array");
  EXPECT_TRUE(Parameter("p", true).as_bool());
  EXPECT_EQ(Parameter("p", 7).as_int(), 7);
  EXPECT_EQ(Parameter("p", 1.5).as_double(), 1.5);
  EXPECT_EQ(Parameter("p", "text").as_string(), "text");
  EXPECT_THAT(Parameter("p", kBytes).as_byte_array(), ElementsAre(1, 255));
  EXPECT_THAT(Parameter("p", kBools).as_bool_array(), ElementsAre(true, false));
  EXPECT_THAT(Parameter("p", kIntegers).as_integer_array(), ElementsAre(-1, 2));
  EXPECT_THAT(Parameter("p", kDoubles).as_double_array(), ElementsAre(0.5));
  EXPECT_THAT(Parameter("p", kStrings).as_string_array(), ElementsAre("a", ""));
  EXPECT_THROW(Parameter("p", 1).as_bool(), rclcpp::ParameterTypeException);
  EXPECT_THROW(Parameter("p", kBools).as_byte_array(), rclcpp::ParameterTypeException);
}

TEST(ParameterTest, TypesHaveTheNumbersThatTravelAndNames) {
  COVERS("rclcpp::ParameterType", "PARAMETER_NOT_SET", "PARAMETER_BOOL", "PARAMETER_INTEGER",
         "PARAMETER_DOUBLE", "PARAMETER_STRING", "PARAMETER_BYTE_ARRAY", "PARAMETER_BOOL_ARRAY",
         "PARAMETER_INTEGER_ARRAY", "PARAMETER_DOUBLE_ARRAY", "PARAMETER_STRING_ARRAY");
  COVERS("rclcpp::ParameterValue", "get_type", "to_value_msg");
  COVERS("rclcpp/parameter_value.hpp rclcpp", "operator<<", "to_string");
  const auto expect = [](const ParameterValue& value, ParameterType type, int number,
                         const std::string& name) {
    EXPECT_EQ(value.get_type(), type);
    EXPECT_EQ(value.to_value_msg().type, number);
    EXPECT_EQ(rclcpp::to_string(type), name);
    std::ostringstream text;
    text << type;
    EXPECT_EQ(text.str(), name);
  };
  expect(ParameterValue(), rclcpp::PARAMETER_NOT_SET, 0, "not set");
  expect(ParameterValue(true), rclcpp::PARAMETER_BOOL, 1, "bool");
  expect(ParameterValue(1), rclcpp::PARAMETER_INTEGER, 2, "integer");
  expect(ParameterValue(1.0), rclcpp::PARAMETER_DOUBLE, 3, "double");
  expect(ParameterValue("x"), rclcpp::PARAMETER_STRING, 4, "string");
  expect(ParameterValue(kBytes), rclcpp::PARAMETER_BYTE_ARRAY, 5, "byte_array");
  expect(ParameterValue(kBools), rclcpp::PARAMETER_BOOL_ARRAY, 6, "bool_array");
  expect(ParameterValue(kIntegers), rclcpp::PARAMETER_INTEGER_ARRAY, 7, "integer_array");
  expect(ParameterValue(kDoubles), rclcpp::PARAMETER_DOUBLE_ARRAY, 8, "double_array");
  expect(ParameterValue(kStrings), rclcpp::PARAMETER_STRING_ARRAY, 9, "string_array");
}

TEST(ParameterTest, ValuesAreEqualByTypeAndContent) {
  COVERS("rclcpp::ParameterValue", "operator==", "operator!=");
  COVERS("rclcpp::Parameter", "operator==", "operator!=");
  EXPECT_TRUE(ParameterValue(1) == ParameterValue(int64_t{1}));
  EXPECT_TRUE(ParameterValue(1) != ParameterValue(1.0));
  EXPECT_TRUE(ParameterValue(kBools) != ParameterValue(std::vector<bool>{true}));
  EXPECT_TRUE(Parameter("a", 1) == Parameter("a", 1));
  EXPECT_TRUE(Parameter("a", 1) != Parameter("b", 1));
  EXPECT_TRUE(Parameter("a", 1) != Parameter("a", 2));
}

TEST(ParameterTest, GivesItsValueInEveryForm) {
  COVERS("rclcpp::Parameter", "get_parameter_value", "get_value_message", "get_type_name",
         "get_value", "get_name", "get_type");
  const Parameter parameter("p", 3);
  EXPECT_EQ(parameter.get_name(), "p");
  EXPECT_EQ(parameter.get_type(), rclcpp::PARAMETER_INTEGER);
  EXPECT_EQ(parameter.get_type_name(), "integer");
  EXPECT_EQ(parameter.get_parameter_value(), ParameterValue(3));
  EXPECT_EQ(parameter.get_value_message().integer_value, 3);
  EXPECT_EQ(parameter.get_value<rclcpp::PARAMETER_INTEGER>(), 3);
  EXPECT_EQ(parameter.get_value<int>(), 3);
  EXPECT_EQ(parameter.get_value<ParameterValue>(), ParameterValue(3));
}

TEST(ParameterTest, ValuesAreShownAsRos2ShowsThem) {
  COVERS("rclcpp::Parameter", "value_to_string");
  const auto shown = [](const auto& value) { return Parameter("p", value).value_to_string(); };
  EXPECT_EQ(Parameter("p").value_to_string(), "not set");
  EXPECT_EQ(shown(true), "true");
  EXPECT_EQ(shown(-42), "-42");
  EXPECT_EQ(shown(42.1), "42.100000");
  EXPECT_EQ(shown(std::string("x")), "x");
  EXPECT_EQ(shown(std::vector<double>{1.0}), "[1]");
  EXPECT_EQ(shown(std::vector<double>{42.1, 1e300, -0.0, 1234567.0}),
            "[42.1, 1e+300, -0, 1.23457e+06]");
  EXPECT_EQ(shown(std::vector<double>{INFINITY, NAN}), "[inf, nan]");
  EXPECT_EQ(shown(std::vector<float>{0.5F}), "[0.5]");
  EXPECT_EQ(shown(std::vector<std::string>{"x"}), "[x]");
  EXPECT_EQ(shown(std::vector<std::string>{"", "a b", ""}), "[, a b, ]");
  EXPECT_EQ(shown(std::vector<uint8_t>{0, 1, 255}), "[0, 0x1, 0xff]");
  EXPECT_EQ(shown(std::vector<bool>{true, false}), "[true, false]");
  EXPECT_EQ(shown(std::vector<int64_t>{INT64_MIN, 0}), "[-9223372036854775808, 0]");
  EXPECT_EQ(shown(std::vector<std::string>{}), "[]");
  EXPECT_EQ(rclcpp::to_string(ParameterValue(std::vector<double>{0.1, 2})), "[0.1, 2]");
}

TEST(ParameterTest, IsShownAsAnEntryOfADictionary) {
  COVERS("rclcpp", "_to_json_dict_entry");
  COVERS("rclcpp/parameter.hpp rclcpp", "operator<<");
  EXPECT_EQ(rclcpp::_to_json_dict_entry(Parameter("p", 3)),
            R"("p": {"type": "integer", "value": "3"})");
  std::ostringstream text;
  text << Parameter("p", 3);
  EXPECT_EQ(text.str(), R"({"name": "p", "type": "integer", "value": "3"})");
}

}  // namespace
