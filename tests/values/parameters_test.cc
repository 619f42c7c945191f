#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "covers.h"
#include "message_of.hpp"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"

namespace {

using namespace rclcpp::exceptions;
using rcl_interfaces::msg::ParameterDescriptor;
using rcl_interfaces::msg::SetParametersResult;
using rclcpp::Parameter;
using rclcpp::ParameterValue;
using rclcpp::node_interfaces::NodeParameters;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

SetParametersResult answer(bool successful, const std::string& reason = "") {
  SetParametersResult result;
  result.successful = successful;
  result.reason = reason;
  return result;
}

TEST(ParameterValueTest, EveryTypeComesBackAsItWentIn) {
  COVERS("rclcpp::ParameterValue", "get");
  COVERS("rclcpp::ParameterType", "PARAMETER_BOOL_ARRAY");
  EXPECT_EQ(ParameterValue(true).get<bool>(), true);
  EXPECT_EQ(ParameterValue(7).get<int>(), 7);
  EXPECT_EQ(ParameterValue(int64_t{7}).get<uint8_t>(), 7);
  EXPECT_EQ(ParameterValue(1.5f).get<double>(), 1.5);
  EXPECT_EQ(ParameterValue("x").get<std::string>(), "x");
  EXPECT_EQ(ParameterValue(std::vector<uint8_t>{1}).get<std::vector<uint8_t>>()[0], 1);
  EXPECT_EQ(ParameterValue(std::vector<bool>{true}).get<rclcpp::PARAMETER_BOOL_ARRAY>()[0], true);
  EXPECT_EQ(ParameterValue(std::vector<int>{3}).get<std::vector<int64_t>>()[0], 3);
  EXPECT_EQ(ParameterValue(std::vector<float>{.5f}).get<std::vector<double>>()[0], .5);
  EXPECT_EQ(ParameterValue(std::vector<std::string>{"a"}).get<std::vector<std::string>>()[0], "a");
}

TEST(ParameterValueTest, AnotherTypeIsRefusedNamingBoth) {
  COVERS("rclcpp::ParameterTypeException");
  COVERS("rclcpp::exceptions::InvalidParameterTypeException");
  COVERS("rclcpp::Parameter", "get_value", "as_double");
  EXPECT_THAT(message_of<rclcpp::ParameterTypeException>(
                  [] { (void)ParameterValue(1).get<std::string>(); }),
              HasSubstr("expected [string] got [integer]"));
  EXPECT_THAT(
      message_of<InvalidParameterTypeException>([] { (void)Parameter("p", 1).get_value<bool>(); }),
      HasSubstr("'p'"));
  EXPECT_THROW((void)Parameter("p", 1).as_double(), rclcpp::ParameterTypeException);
}

TEST(ParameterValueTest, MessagesAndTextAreRoundTrips) {
  COVERS("rclcpp::Parameter", "from_parameter_msg", "to_parameter_msg", "value_to_string",
         "operator==");
  COVERS("rclcpp/parameter.hpp std", "to_string");
  COVERS("rclcpp/parameter.hpp rclcpp", "operator<<");
  const Parameter parameter("p", std::vector<int64_t>{1, 2});
  EXPECT_EQ(Parameter::from_parameter_msg(parameter.to_parameter_msg()), parameter);
  EXPECT_EQ(parameter.value_to_string(), "[1, 2]");
  EXPECT_EQ(std::to_string(Parameter("p", "x")),
            R"({"name": "p", "type": "string", "value": "x"})");
  std::ostringstream text;
  text << std::vector<Parameter>{Parameter("a", 1), Parameter("b", true)};
  EXPECT_EQ(text.str(), R"({"a": {"type": "integer", "value": "1"}, )"
                        R"("b": {"type": "bool", "value": "true"}})");
}

TEST(NodeParametersTest, DeclaredParametersHaveTheirDefaultOrTheOverride) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "declare_parameter", "get_parameter",
         "has_parameter");
  COVERS("rclcpp::Parameter", "as_int");
  NodeParameters parameters({{{"b", ParameterValue(5)}}, false, false});
  EXPECT_EQ(parameters.declare_parameter("a", ParameterValue(1)).get<int>(), 1);
  EXPECT_EQ(parameters.declare_parameter("b", ParameterValue(1)).get<int>(), 5);
  EXPECT_EQ(parameters.get_parameter("b").as_int(), 5);
  EXPECT_TRUE(parameters.has_parameter("a"));
  EXPECT_FALSE(parameters.has_parameter("c"));
}

TEST(NodeParametersTest, BadDeclarationsAreRefused) {
  COVERS("rclcpp::exceptions::ParameterAlreadyDeclaredException");
  COVERS("rclcpp::exceptions::InvalidParametersException");
  NodeParameters parameters({{{"text", ParameterValue("x")}}, false, false});
  parameters.declare_parameter("a", ParameterValue(1));
  EXPECT_THAT(message_of<ParameterAlreadyDeclaredException>(
                  [&] { parameters.declare_parameter("a", ParameterValue(1)); }),
              HasSubstr("'a'"));
  EXPECT_THROW(parameters.declare_parameter("", ParameterValue(1)), InvalidParametersException);
  EXPECT_THROW(parameters.declare_parameter("n", ParameterValue()), InvalidParameterTypeException);
  EXPECT_THROW(parameters.declare_parameter("n", rclcpp::PARAMETER_NOT_SET), std::invalid_argument);
  EXPECT_THAT(message_of<InvalidParameterTypeException>(
                  [&] { parameters.declare_parameter("text", ParameterValue(1)); }),
              HasSubstr("{text} is of type {integer}, setting it to {string}"));
  EXPECT_FALSE(parameters.has_parameter("text"));
}

TEST(NodeParametersTest, WithoutAValueItIsUninitialized) {
  COVERS("rclcpp::ParameterType", "PARAMETER_INTEGER");
  NodeParameters parameters({});
  parameters.declare_parameter("a", rclcpp::PARAMETER_INTEGER);
  EXPECT_TRUE(parameters.has_parameter("a"));
  EXPECT_THROW(parameters.get_parameter("a"), ParameterUninitializedException);
  Parameter read;
  EXPECT_FALSE(parameters.get_parameter("a", read));
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("a", 3)}).successful);
  EXPECT_TRUE(parameters.get_parameter("a", read));
  EXPECT_EQ(read.as_int(), 3);
}

TEST(NodeParametersTest, AnEmptyArrayOverrideTakesTheDeclaredType) {
  NodeParameters parameters({{{"a", ParameterValue()}}, false, false});
  const std::vector<std::string> otherwise{"x"};
  EXPECT_THAT(
      parameters.declare_parameter("a", ParameterValue(otherwise)).get<std::vector<std::string>>(),
      IsEmpty());
}

TEST(NodeParametersTest, UndeclaredParametersNeedPermission) {
  COVERS("rclcpp::ParameterType", "PARAMETER_NOT_SET");
  COVERS("rclcpp::Parameter", "get_type");
  COVERS("rclcpp::node_interfaces::NodeParameters", "set_parameters", "set_parameters_atomically");
  NodeParameters strict({});
  EXPECT_THROW(strict.get_parameter("a"), ParameterNotDeclaredException);
  EXPECT_THROW(strict.set_parameters({Parameter("a", 1)}), ParameterNotDeclaredException);
  EXPECT_THROW(strict.describe_parameters({"a"}), ParameterNotDeclaredException);
  EXPECT_THROW(strict.get_parameter_types({"a"}), ParameterNotDeclaredException);
  NodeParameters free({{}, true, false});
  EXPECT_EQ(free.get_parameter("a").get_type(), rclcpp::PARAMETER_NOT_SET);
  EXPECT_TRUE(free.set_parameters_atomically({Parameter("a", 1)}).successful);
  EXPECT_TRUE(free.set_parameters_atomically({Parameter("a", "x")}).successful);
  EXPECT_TRUE(free.set_parameters_atomically({Parameter("a")}).successful);
  EXPECT_FALSE(free.has_parameter("a"));
}

ParameterDescriptor of_any_type() {
  ParameterDescriptor descriptor;
  descriptor.dynamic_typing = true;
  return descriptor;
}

TEST(NodeParametersTest, OneWithoutAValueStaysDeclaredWhenItIsUnset) {
  NodeParameters parameters({});
  parameters.declare_parameter("any", ParameterValue(), of_any_type());
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("any")}).successful);
  EXPECT_TRUE(parameters.has_parameter("any"));
  EXPECT_EQ(parameters.get_parameter("any").get_type(), rclcpp::PARAMETER_NOT_SET);
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("any", "x")}).successful);
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("any")}).successful);
  EXPECT_FALSE(parameters.has_parameter("any")) << "its value goes, and it with the value";
}

TEST(NodeParametersTest, AnUndeclaredOneThatIsUnsetIsDeclaredWhereThatIsAllowed) {
  NodeParameters parameters({{}, true, false});
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("any")}).successful);
  EXPECT_TRUE(parameters.has_parameter("any"));
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("any", 1)}).successful);
  EXPECT_EQ(parameters.get_parameter("any").as_int(), 1);
}

TEST(NodeParametersTest, OneOfAFixedTypeCannotBeUnset) {
  NodeParameters parameters({});
  parameters.declare_parameter("number", rclcpp::PARAMETER_INTEGER);
  EXPECT_THAT(parameters.set_parameters_atomically({Parameter("number")}).reason,
              StartsWith("Wrong parameter type, parameter {number} is of type {integer}"));
  EXPECT_TRUE(parameters.has_parameter("number"));
}

TEST(NodeParametersTest, NothingCannotBeSet) {
  NodeParameters parameters({});
  EXPECT_THAT(parameters.set_parameters_atomically({}).reason,
              StartsWith("parameter list cannot be empty"));
}

TEST(NodeParametersTest, TypesReadOnlyAndRangesAreKept) {
  COVERS("rclcpp::exceptions::ParameterImmutableException");
  COVERS("rclcpp::node_interfaces::NodeParameters", "undeclare_parameter");
  NodeParameters parameters({});
  ParameterDescriptor read_only;
  read_only.read_only = true;
  parameters.declare_parameter("fixed", ParameterValue(1), read_only);
  EXPECT_THAT(parameters.set_parameters({Parameter("fixed", 2)})[0].reason, HasSubstr("read-only"));
  EXPECT_THROW(parameters.undeclare_parameter("fixed"), ParameterImmutableException);

  parameters.declare_parameter("int", ParameterValue(1));
  EXPECT_THAT(parameters.set_parameters({Parameter("int", 1.0)})[0].reason,
              HasSubstr("Wrong parameter type"));
  EXPECT_THROW(parameters.undeclare_parameter("int"), InvalidParameterTypeException);

  ParameterDescriptor dynamic;
  dynamic.dynamic_typing = true;
  parameters.declare_parameter("any", ParameterValue(1), dynamic);
  EXPECT_TRUE(parameters.set_parameters({Parameter("any", "x")})[0].successful);
  parameters.undeclare_parameter("any");
  EXPECT_THROW(parameters.undeclare_parameter("any"), ParameterNotDeclaredException);
}

TEST(NodeParametersTest, IntegerRangesHaveSteps) {
  COVERS("rclcpp::exceptions::InvalidParameterValueException");
  NodeParameters parameters({});
  ParameterDescriptor descriptor;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = -5;
  descriptor.integer_range[0].to_value = 18;
  descriptor.integer_range[0].step = 4;
  parameters.declare_parameter("i", ParameterValue(-5), descriptor);
  for (const int good : {-1, 15, 18}) {  // the upper end is always in
    EXPECT_TRUE(parameters.set_parameters({Parameter("i", good)})[0].successful) << good;
  }
  for (const int bad : {-6, 0, 17, 19}) {
    EXPECT_THAT(parameters.set_parameters({Parameter("i", bad)})[0].reason,
                StartsWith("Parameter {i} doesn't comply with integer range. " +
                           std::to_string(bad) + " is not within -5 and 18"));
  }
  EXPECT_THROW(parameters.declare_parameter("j", ParameterValue(0), descriptor),
               InvalidParameterValueException);
}

TEST(NodeParametersTest, FloatingPointRangesForgiveRounding) {
  NodeParameters parameters({});
  ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = 0.0;
  descriptor.floating_point_range[0].to_value = 1.0;
  descriptor.floating_point_range[0].step = 0.1;
  parameters.declare_parameter("d", ParameterValue(0.3), descriptor);
  EXPECT_TRUE(parameters.set_parameters({Parameter("d", 0.1 + 0.2)})[0].successful);
  EXPECT_FALSE(parameters.set_parameters({Parameter("d", 0.35)})[0].successful);
  EXPECT_FALSE(parameters.set_parameters({Parameter("d", 1.1)})[0].successful);
}

TEST(NodeParametersTest, CallbacksRunInOrderAndTheOnSetOneMayRefuse) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "add_pre_set_parameters_callback",
         "add_on_set_parameters_callback", "add_post_set_parameters_callback");
  NodeParameters parameters({});
  parameters.declare_parameter("a", ParameterValue(0));
  std::string order;
  const auto pre = parameters.add_pre_set_parameters_callback([&](std::vector<Parameter>& list) {
    order += "pre ";
    list[0] = Parameter("a", list[0].as_int() * 10);
  });
  const auto first = parameters.add_on_set_parameters_callback([&](const auto& list) {
    order += "first ";
    return answer(list[0].as_int() < 100, "too large");
  });
  const auto second = parameters.add_on_set_parameters_callback([&](const auto&) {
    order += "second ";
    return answer(true);
  });
  const auto post = parameters.add_post_set_parameters_callback(
      [&](const auto&) { order += "post" + parameters.get_parameter("a").value_to_string(); });
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("a", 5)}).successful);
  EXPECT_EQ(order, "pre second first post50");  // the latest on-set callback runs first
  order.clear();
  EXPECT_EQ(parameters.set_parameters_atomically({Parameter("a", 10)}).reason, "too large");
  EXPECT_EQ(order, "pre second first ");
  EXPECT_EQ(parameters.get_parameter("a").as_int(), 50);
}

TEST(NodeParametersTest, CallbacksEndWithTheirHandleOrRemoval) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "remove_on_set_parameters_callback");
  NodeParameters parameters({});
  parameters.declare_parameter("a", ParameterValue(0));
  auto dropped =
      parameters.add_on_set_parameters_callback([](const auto&) { return answer(false); });
  dropped.reset();
  const auto removed =
      parameters.add_on_set_parameters_callback([](const auto&) { return answer(false); });
  parameters.remove_on_set_parameters_callback(removed.get());
  EXPECT_THROW(parameters.remove_on_set_parameters_callback(removed.get()), std::runtime_error);
  EXPECT_TRUE(parameters.set_parameters_atomically({Parameter("a", 1)}).successful);
}

TEST(NodeParametersTest, CallbacksCannotChangeParameters) {
  COVERS("rclcpp::exceptions::ParameterModifiedInCallbackException");
  NodeParameters parameters({});
  parameters.declare_parameter("a", ParameterValue(0));
  const auto handle = parameters.add_on_set_parameters_callback([&](const auto&) {
    EXPECT_THROW(parameters.set_parameters({Parameter("a", 2)}),
                 ParameterModifiedInCallbackException);
    EXPECT_THROW(parameters.declare_parameter("b", ParameterValue(0)),
                 ParameterModifiedInCallbackException);
    return answer(true);
  });
  EXPECT_TRUE(parameters.set_parameters({Parameter("a", 1)})[0].successful);
  EXPECT_EQ(parameters.get_parameter("a").as_int(), 1);
}

TEST(NodeParametersTest, AnAtomicSetChangesAllOrNothing) {
  NodeParameters parameters({});
  parameters.declare_parameter("a", ParameterValue(0));
  parameters.declare_parameter("b", ParameterValue(0));
  EXPECT_FALSE(
      parameters.set_parameters_atomically({Parameter("a", 1), Parameter("b", "x")}).successful);
  EXPECT_EQ(parameters.get_parameter("a").as_int(), 0);
}

TEST(NodeParametersTest, ListsAreByPrefixAndDepth) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "list_parameters", "get_parameters_by_prefix");
  COVERS("rclcpp::Parameter", "get_name");
  NodeParameters parameters({});
  for (const auto* name : {"a", "b.c", "b.d.e", "bb", "b.d.f"}) {
    parameters.declare_parameter(name, ParameterValue(0));
  }
  EXPECT_THAT(parameters.list_parameters({}, 0).names,
              ElementsAre("a", "b.c", "b.d.e", "b.d.f", "bb"));
  EXPECT_THAT(parameters.list_parameters({}, 0).prefixes, ElementsAre("b", "b.d"));
  EXPECT_THAT(parameters.list_parameters({}, 1).names, ElementsAre("a", "bb"));
  EXPECT_THAT(parameters.list_parameters({"b"}, 1).names, ElementsAre("b.c"));
  EXPECT_THAT(parameters.list_parameters({"b", "a"}, 0).names,
              ElementsAre("a", "b.c", "b.d.e", "b.d.f"));
  std::map<std::string, Parameter> below;
  EXPECT_TRUE(parameters.get_parameters_by_prefix("b.d", below));
  EXPECT_EQ(below.size(), 2u);
  EXPECT_EQ(below.at("e").get_name(), "b.d.e");
  EXPECT_FALSE(parameters.get_parameters_by_prefix("z", below));
}

TEST(NodeParametersTest, DescriptionsAndTypesAreThoseDeclared) {
  COVERS("rclcpp::node_interfaces::NodeParameters", "describe_parameters", "get_parameter_types");
  COVERS("rclcpp::ParameterType", "PARAMETER_DOUBLE");
  NodeParameters parameters({});
  ParameterDescriptor descriptor;
  descriptor.description = "d";
  parameters.declare_parameter("a", ParameterValue(1.0), descriptor);
  const auto described = parameters.describe_parameters({"a"});
  EXPECT_EQ(described[0].name, "a");
  EXPECT_EQ(described[0].description, "d");
  EXPECT_EQ(described[0].type, rclcpp::PARAMETER_DOUBLE);
  EXPECT_THAT(parameters.get_parameter_types({"a"}), ElementsAre(rclcpp::PARAMETER_DOUBLE));
}

}  // namespace
