// Parameters as numbers of every C++ type.
#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <map>

#include "covers.h"
#include "message_of.hpp"
#include "running.hpp"

namespace {

using rclcpp::Parameter;
using rclcpp::ParameterValue;
using rclcpp::exceptions::InvalidParameterTypeException;
using rclcpp::exceptions::InvalidParameterValueException;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <class Body>
std::string refusal(const Body& body) {
  return message_of<InvalidParameterValueException>(body);
}

class ParameterNumbersTest : public Running {
 protected:
  void SetUp() override {
    init({"-p", "low:=-1", "-p", "high:=4294967296", "-p", "list:=[1, 70000]", "-p",
          "wide:=[1.0, 1e300]", "-p", "small:=[1, 2]"});
    node_ = node("numbers");
  }
  rclcpp::Node::SharedPtr node_;
};

template <class T>
class EveryNumberTest : public ParameterNumbersTest {};
using Numbers =
    testing::Types<char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                   unsigned long, long long, unsigned long long, float, double, long double>;
TYPED_TEST_SUITE(EveryNumberTest, Numbers);

TYPED_TEST(EveryNumberTest, IsDeclaredSetAndReadAsItself) {
  COVERS("rclcpp::Node", "declare_parameter", "declare_parameters", "get_parameter",
         "get_parameter_or", "get_parameters");
  COVERS("rclcpp::ParameterValue", "get");
  using T = TypeParam;
  const T five = 5;
  auto& node = *this->node_;
  const T declared = static_cast<T>(node.template declare_parameter<T>("a", five));
  EXPECT_EQ(declared, five);
  const T deduced = static_cast<T>(node.declare_parameter("b.b", T{6}));
  EXPECT_EQ(deduced, T{6});
  EXPECT_THROW(node.template declare_parameter<T>("c"),
               rclcpp::exceptions::UninitializedStaticallyTypedParameterException);
  T read{};
  EXPECT_TRUE(node.get_parameter("a", read));
  EXPECT_EQ(read, five);
  EXPECT_FALSE(node.get_parameter_or("none", read, T{7}));
  EXPECT_EQ(read, T{7});
  EXPECT_EQ(node.get_parameter_or("a", T{8}), five);
  EXPECT_TRUE(node.set_parameter(Parameter("a", T{9})).successful);
  EXPECT_EQ(node.get_parameter("a").template get_value_as<T>(), T{9});
  EXPECT_EQ(static_cast<T>(ParameterValue(five).template get<T>()), five);
  std::map<std::string, T> below;
  EXPECT_TRUE(node.get_parameters("b", below));
  EXPECT_EQ(below["b"], T{6});
  const std::map<std::string, T> some{{"x", T{1}}, {"y", T{2}}};
  EXPECT_THAT(node.declare_parameters("some", some), ElementsAre(T{1}, T{2}));
  EXPECT_THROW(node.get_parameter("a").template get_value<std::string>(),
               InvalidParameterTypeException);
}

TYPED_TEST(EveryNumberTest, MakesArrays) {
  using T = TypeParam;
  using Array = std::vector<T>;
  auto& node = *this->node_;
  const Array values{T{1}, T{2}};
  EXPECT_EQ(node.declare_parameter("a", values).size(), 2u);
  Array read;
  EXPECT_TRUE(node.get_parameter("a", read));
  EXPECT_EQ(read, values);
  EXPECT_EQ(node.get_parameter_or("none", Array{T{3}}), Array{T{3}});
  EXPECT_TRUE(node.set_parameter(Parameter("a", Array{T{4}})).successful);
  EXPECT_EQ(node.get_parameter("a").template get_value_as<Array>(), Array{T{4}});
  const std::map<std::string, Array> some{{"x", values}};
  EXPECT_THAT(node.declare_parameters("some", some), ElementsAre(values));
}

TYPED_TEST(EveryNumberTest, HoldsItsLargestAndLowestOrSaysThatAParameterDoesNot) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  auto& node = *this->node_;
  constexpr bool kWider = std::is_same_v<T, long double>;
  if constexpr (!kWider) {
    const auto lowest = node.declare_parameter("lowest", Limits::lowest());
    EXPECT_EQ(static_cast<T>(lowest), Limits::lowest());
  }
  if (kWider || (!Limits::is_signed && sizeof(T) == sizeof(int64_t))) {
    EXPECT_THAT(refusal([&] { node.declare_parameter("most", Limits::max()); }),
                HasSubstr("parameter 'most': the value "));
    EXPECT_FALSE(node.has_parameter("most"));
    EXPECT_THROW(ParameterValue(std::vector<T>{Limits::max()}), InvalidParameterValueException);
  } else {
    T read{};
    node.declare_parameter("most", Limits::max());
    EXPECT_TRUE(node.get_parameter("most", read));
    EXPECT_EQ(read, Limits::max());
  }
}

TEST_F(ParameterNumbersTest, WhatATypeCannotHoldIsRefusedNamingParameterValueAndRange) {
  EXPECT_THAT(refusal([&] { node_->declare_parameter<uint32_t>("low", 5); }),
              AllOf(HasSubstr("'low'"), HasSubstr("-1"), HasSubstr("0 to 4294967295")));
  EXPECT_THAT(refusal([&] { node_->declare_parameter("high", 5u); }),
              AllOf(HasSubstr("'high'"), HasSubstr("4294967296"), HasSubstr("0 to 4294967295")));
  uint32_t word = 1;
  int number = 2;
  uint64_t large = 3;
  unsigned char byte = 4;
  EXPECT_THAT(refusal([&] { node_->get_parameter("high", word); }), HasSubstr("4294967296"));
  EXPECT_THAT(refusal([&] { node_->get_parameter("high", number); }),
              HasSubstr("-2147483648 to 2147483647"));
  EXPECT_THAT(refusal([&] { node_->get_parameter("low", large); }),
              HasSubstr("0 to 18446744073709551615"));
  EXPECT_THAT(refusal([&] { node_->get_parameter_or<unsigned char>("high", byte, 1); }),
              HasSubstr("0 to 255"));
  EXPECT_THAT(refusal([&] { (void)node_->get_parameter_or<short>("high", 1); }),
              HasSubstr("-32768 to 32767"));
  const Parameter high = node_->get_parameter("high");
  EXPECT_THAT(refusal([&] { (void)high.get_value<uint32_t>(); }), HasSubstr("'high'"));
  EXPECT_THROW((void)high.get_parameter_value().get<int>(), InvalidParameterValueException);
  EXPECT_EQ(high.get_value<uint64_t>(), 4294967296);
  EXPECT_TRUE(word == 1 && number == 2 && large == 3 && byte == 4);
  int64_t whole = 0;
  EXPECT_TRUE(node_->get_parameter("high", whole));
  EXPECT_EQ(whole, 4294967296);
  EXPECT_THAT(refusal([&] { (void)ParameterValue(std::numeric_limits<uint64_t>::max()); }),
              HasSubstr("18446744073709551615"));
  EXPECT_THAT(refusal([&] { (void)Parameter("p", std::numeric_limits<uint64_t>::max()); }),
              HasSubstr("parameter 'p'"));
}

TEST_F(ParameterNumbersTest, ElementsOfArraysAreHeldToTheSame) {
  EXPECT_THAT(refusal([&] { node_->declare_parameter("list", std::vector<int16_t>()); }),
              AllOf(HasSubstr("'list'"), HasSubstr("70000"), HasSubstr("-32768 to 32767")));
  EXPECT_THAT(refusal([&] { node_->declare_parameter("wide", std::vector<float>()); }),
              AllOf(HasSubstr("'wide'"), HasSubstr("1e+300")));
  EXPECT_THAT(node_->declare_parameter("small", std::vector<unsigned>()), ElementsAre(1u, 2u));
  std::vector<unsigned> fits;
  EXPECT_TRUE(node_->get_parameter("list", fits));
  EXPECT_THAT(fits, ElementsAre(1u, 70000u));
  EXPECT_THROW((void)node_->get_parameter("list").get_value<std::vector<int16_t>>(),
               InvalidParameterValueException);
  std::vector<uint16_t> narrow;
  EXPECT_THROW(node_->get_parameter("list", narrow), InvalidParameterValueException);
}

TEST_F(ParameterNumbersTest, NumbersThatAreNotFiniteFitEveryFloatingType) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  node_->declare_parameter("d", kInf);
  float read = 0;
  EXPECT_TRUE(node_->get_parameter("d", read));
  EXPECT_EQ(read, std::numeric_limits<float>::infinity());
  node_->set_parameter(Parameter("d", std::numeric_limits<float>::quiet_NaN()));
  EXPECT_TRUE(node_->get_parameter("d", read));
  EXPECT_TRUE(read != read);
}

// ROS 2 gives these back as what the parameter holds.
static_assert(
    std::is_same_v<decltype(std::declval<rclcpp::Node>().declare_parameter<int>("", 1)), int64_t>);
static_assert(
    std::is_same_v<decltype(std::declval<rclcpp::Node>().declare_parameter<float>("")), double>);
static_assert(
    std::is_same_v<decltype(std::declval<rclcpp::Node>().declare_parameter("", std::vector<int>())),
                   std::vector<int64_t>>);
static_assert(
    std::is_same_v<decltype(std::declval<rclcpp::Node>().declare_parameter("", 1u)), unsigned>);

}  // namespace
