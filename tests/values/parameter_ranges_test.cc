// Ranges of parameters hold for every value and on every way to set one.
#include <gmock/gmock.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

#include "covers.h"
#include "rcl_interfaces/srv/set_parameters.hpp"
#include "rcl_interfaces/srv/set_parameters_atomically.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "running.hpp"

namespace {

using rcl_interfaces::msg::ParameterDescriptor;
using rclcpp::Parameter;
using rclcpp::ParameterValue;
using rclcpp::exceptions::InvalidParameterValueException;
using rclcpp::node_interfaces::NodeParameters;
using testing::HasSubstr;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

ParameterDescriptor doubles(double from, double to, double step = 0) {
  ParameterDescriptor descriptor;
  descriptor.floating_point_range.resize(1);
  descriptor.floating_point_range[0].from_value = from;
  descriptor.floating_point_range[0].to_value = to;
  descriptor.floating_point_range[0].step = step;
  return descriptor;
}

ParameterDescriptor integers(int64_t from, int64_t to, uint64_t step = 0) {
  ParameterDescriptor descriptor;
  descriptor.integer_range.resize(1);
  descriptor.integer_range[0].from_value = from;
  descriptor.integer_range[0].to_value = to;
  descriptor.integer_range[0].step = step;
  return descriptor;
}

template <class Value>
bool takes(const ParameterDescriptor& descriptor, Value value) {
  NodeParameters parameters({});
  try {
    parameters.declare_parameter("p", ParameterValue(value), descriptor);
  } catch (const InvalidParameterValueException& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("'p'"));
    EXPECT_FALSE(parameters.has_parameter("p"));
    return false;
  }
  // What is taken at the declaration is taken later too.
  EXPECT_TRUE(parameters.set_parameters({Parameter("p", value)})[0].successful);
  return true;
}

TEST(ParameterRangeTest, NoDoubleBeyondTheEndsIsTaken) {
  for (const double step : {0.0, 0.5, -0.5}) {
    const auto range = doubles(0, 2, step);
    for (const double good : {0.0, -0.0, 0.5, 2.0, 2.0 + 1e-15}) {
      EXPECT_TRUE(takes(range, good)) << good << " step " << step;
    }
    for (const double bad :
         {kInf, -kInf, DBL_MAX, -DBL_MAX, kNan, -kNan, 1e300, 2.1, -DBL_MIN, -0.5}) {
      EXPECT_FALSE(takes(range, bad)) << bad << " step " << step;
    }
  }
  EXPECT_FALSE(takes(doubles(-2, -1), kInf));
  EXPECT_FALSE(takes(doubles(1e307, 1e308), DBL_MAX));
  EXPECT_FALSE(takes(doubles(-DBL_MAX, DBL_MAX), kInf));
  EXPECT_TRUE(takes(doubles(-DBL_MAX, DBL_MAX), DBL_MAX));
  EXPECT_TRUE(takes(doubles(-DBL_MAX, DBL_MAX), 0.0));
}

TEST(ParameterRangeTest, AnInfiniteEndIsOpenAndTakesInfinityItself) {
  const auto open = doubles(0, kInf);
  for (const double good : {0.0, 5.0, DBL_MAX, kInf}) EXPECT_TRUE(takes(open, good)) << good;
  for (const double bad : {-1.0, -kInf, kNan}) EXPECT_FALSE(takes(open, bad)) << bad;
  EXPECT_FALSE(takes(doubles(-kInf, 0), 1.0));
  EXPECT_TRUE(takes(doubles(-kInf, kInf), -kInf));
  EXPECT_FALSE(takes(doubles(-kInf, kInf), kNan));
  EXPECT_TRUE(takes(doubles(0, kInf, 0.5), 1.5));
  EXPECT_FALSE(takes(doubles(0, kInf, 0.5), 1.6));
}

TEST(ParameterRangeTest, RangesThatMeanNothingTakeTheirEndsAtMost) {
  for (const auto& range : {doubles(kNan, 2), doubles(0, kNan), doubles(kNan, kNan)}) {
    for (const double any : {0.0, 1.0, 2.0, kInf, kNan}) EXPECT_FALSE(takes(range, any)) << any;
  }
  for (const double step : {kNan, kInf}) {
    EXPECT_TRUE(takes(doubles(0, 2, step), 2.0));
    EXPECT_FALSE(takes(doubles(0, 2, step), 1.0));
  }
  const auto reversed = doubles(2, 0);
  EXPECT_TRUE(takes(reversed, 2.0));
  for (const double bad : {1.0, 3.0, -1.0, kInf, kNan}) EXPECT_FALSE(takes(reversed, bad)) << bad;
  EXPECT_TRUE(takes(integers(2, 0), int64_t{0}));
  for (const int64_t bad : {1, 3, -1}) EXPECT_FALSE(takes(integers(2, 0), bad)) << bad;
}

TEST(ParameterRangeTest, IntegersAreComparedWithoutOverflow) {
  constexpr int64_t kMin = INT64_MIN, kMax = INT64_MAX;
  for (const int64_t bad : {kMin, kMax, int64_t{-1}, int64_t{11}}) {
    EXPECT_FALSE(takes(integers(0, 10), bad)) << bad;
    EXPECT_FALSE(takes(integers(0, 10, 5), bad)) << bad;
  }
  for (const int64_t good : {kMin, kMin + 1, int64_t{0}, kMax}) {
    EXPECT_TRUE(takes(integers(kMin, kMax), good)) << good;
    EXPECT_TRUE(takes(integers(kMin, kMax, 1), good)) << good;
  }
  EXPECT_TRUE(takes(integers(kMin, kMax, UINT64_C(1) << 63), int64_t{0}));
  EXPECT_FALSE(takes(integers(kMin, kMax, UINT64_C(1) << 63), int64_t{1}));
  EXPECT_FALSE(takes(integers(kMin, kMax, UINT64_MAX), int64_t{0}));
  EXPECT_TRUE(takes(integers(kMin, kMax, UINT64_MAX), kMax));
}

class RangeOnEveryWayTest : public Running {};

TEST_F(RangeOnEveryWayTest, AValueBeyondIsRefusedAndTheOldOneStays) {
  init({"-p", "d:=.inf", "-p", "n:=nan", "-p", "i:=9223372036854775807"});
  const auto server = node("server");
  EXPECT_THROW(server->declare_parameter("d", 1.0, doubles(0, 2)), InvalidParameterValueException);
  EXPECT_THROW(server->declare_parameter("n", 1.0, doubles(0, 2)), InvalidParameterValueException);
  EXPECT_THROW(server->declare_parameter<double>("n", doubles(0, 2)),
               InvalidParameterValueException);
  EXPECT_THROW(server->declare_parameter("i", 1, integers(0, 2)), InvalidParameterValueException);
  server->declare_parameter("d", 1.0, doubles(0, 2), true);
  EXPECT_FALSE(server->set_parameter(Parameter("d", kInf)).successful);
  EXPECT_FALSE(server->set_parameters({Parameter("d", -kInf)})[0].successful);
  EXPECT_FALSE(server->set_parameters_atomically({Parameter("d", kNan)}).successful);
  const auto pre = server->add_pre_set_parameters_callback(
      [](std::vector<Parameter>& list) { list[0] = Parameter("d", DBL_MAX); });
  EXPECT_FALSE(server->set_parameter(Parameter("d", 1.5)).successful);
  server->remove_pre_set_parameters_callback(pre.get());

  rcl_interfaces::srv::SetParameters::Request one;
  one.parameters.push_back(Parameter("d", kInf).to_parameter_msg());
  const auto answer =
      ask<rcl_interfaces::srv::SetParameters>(node("client"), "/server/set_parameters", one);
  EXPECT_FALSE(answer.results.at(0).successful);
  EXPECT_THAT(answer.results.at(0).reason, HasSubstr("{d}"));
  rcl_interfaces::srv::SetParametersAtomically::Request all;
  all.parameters.push_back(Parameter("d", kNan).to_parameter_msg());
  EXPECT_FALSE(ask<rcl_interfaces::srv::SetParametersAtomically>(
                   node("other_client"), "/server/set_parameters_atomically", all)
                   .result.successful);
  EXPECT_EQ(server->get_parameter("d").as_double(), 1.0);
}

}  // namespace
