#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "covers.h"
#include "rclcpp/exceptions.hpp"
#include "rclcpp/node_interfaces/node_parameters.hpp"
#include "rclcpp/qos.hpp"
#include "rclcpp/qos_overriding_options.hpp"

namespace {

using namespace std::chrono_literals;
using rclcpp::KeepAll;
using rclcpp::KeepLast;
using rclcpp::QoS;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

TEST(QosTest, ANumberIsKeepLastReliableVolatile) {
  COVERS("rclcpp::QoS", "history", "depth", "reliability", "durability", "liveliness");
  COVERS("rclcpp::HistoryPolicy", "KeepLast");
  COVERS("rclcpp::ReliabilityPolicy", "Reliable");
  COVERS("rclcpp::DurabilityPolicy", "Volatile");
  COVERS("rclcpp::LivelinessPolicy", "SystemDefault");
  const QoS qos = 7;
  EXPECT_EQ(qos.history(), rclcpp::HistoryPolicy::KeepLast);
  EXPECT_EQ(qos.depth(), 7u);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::Reliable);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::Volatile);
  EXPECT_EQ(qos.liveliness(), rclcpp::LivelinessPolicy::SystemDefault);
  EXPECT_FALSE(qos.avoid_ros_namespace_conventions());
}

TEST(QosTest, SettersChainAndGettersSeeThem) {
  COVERS("rclcpp::QoS", "best_effort", "transient_local", "deadline", "lifespan",
         "liveliness_lease_duration", "avoid_ros_namespace_conventions", "keep_last",
         "durability_best_available");
  COVERS("rclcpp::KeepAll");
  COVERS("rclcpp::HistoryPolicy", "KeepAll");
  COVERS("rclcpp::ReliabilityPolicy", "BestEffort");
  COVERS("rclcpp::DurabilityPolicy", "TransientLocal", "BestAvailable");
  COVERS("rclcpp::LivelinessPolicy", "ManualByTopic");
  const QoS qos = QoS(KeepAll())
                      .best_effort()
                      .transient_local()
                      .deadline(1s)
                      .lifespan(rmw_time_t{2, 0})
                      .liveliness(rclcpp::LivelinessPolicy::ManualByTopic)
                      .liveliness_lease_duration(3s)
                      .avoid_ros_namespace_conventions(true);
  EXPECT_EQ(qos.history(), rclcpp::HistoryPolicy::KeepAll);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::TransientLocal);
  EXPECT_EQ(qos.deadline(), rclcpp::Duration(1s));
  EXPECT_EQ(qos.lifespan(), rclcpp::Duration(2s));
  EXPECT_EQ(qos.liveliness(), rclcpp::LivelinessPolicy::ManualByTopic);
  EXPECT_EQ(qos.liveliness_lease_duration(), rclcpp::Duration(3s));
  EXPECT_TRUE(qos.avoid_ros_namespace_conventions());
  EXPECT_EQ(QoS(1).keep_last(5).depth(), 5u);
  EXPECT_EQ(QoS(1).durability_best_available().durability(),
            rclcpp::DurabilityPolicy::BestAvailable);
}

TEST(QosTest, EqualityLooksAtEveryPolicy) {
  COVERS("rclcpp/qos.hpp rclcpp", "operator==", "operator!=");
  EXPECT_EQ(QoS(1), QoS(1));
  EXPECT_NE(QoS(1), QoS(2));
  EXPECT_NE(QoS(1), QoS(1).best_effort());
  EXPECT_NE(QoS(1), QoS(1).deadline(1s));
  EXPECT_NE(QoS(1), QoS(1).avoid_ros_namespace_conventions(true));
}

// history, depth, reliability, durability of wire.md
void expect_profile(const QoS& qos, rmw_qos_history_policy_t history, size_t depth,
                    rmw_qos_reliability_policy_t reliability,
                    rmw_qos_durability_policy_t durability) {
  const rmw_qos_profile_t& profile = qos.get_rmw_qos_profile();
  EXPECT_EQ(profile.history, history);
  EXPECT_EQ(profile.depth, depth);
  EXPECT_EQ(profile.reliability, reliability);
  EXPECT_EQ(profile.durability, durability);
}

TEST(QosTest, TheNamedProfilesAreThoseOfRos2) {
  COVERS("rclcpp::ClockQoS");
  COVERS("rclcpp::SensorDataQoS");
  COVERS("rclcpp::ParametersQoS");
  COVERS("rclcpp::ServicesQoS");
  COVERS("rclcpp::ParameterEventsQoS");
  COVERS("rclcpp::RosoutQoS");
  COVERS("rclcpp::BestAvailableQoS");
  COVERS("rclcpp::SystemDefaultsQoS");
  COVERS("rclcpp::KeepLast");
  constexpr auto last = RMW_QOS_POLICY_HISTORY_KEEP_LAST;
  constexpr auto reliable = RMW_QOS_POLICY_RELIABILITY_RELIABLE;
  constexpr auto best_effort = RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT;
  constexpr auto is_volatile = RMW_QOS_POLICY_DURABILITY_VOLATILE;
  expect_profile(rclcpp::ClockQoS(), last, 1, best_effort, is_volatile);
  expect_profile(rclcpp::SensorDataQoS(), last, 5, best_effort, is_volatile);
  expect_profile(rclcpp::ParametersQoS(), last, 1000, reliable, is_volatile);
  expect_profile(rclcpp::ServicesQoS(), last, 10, reliable, is_volatile);
  expect_profile(rclcpp::ParameterEventsQoS(), last, 1000, reliable, is_volatile);
  expect_profile(rclcpp::RosoutQoS(), last, 1000, reliable,
                 RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL);
  EXPECT_EQ(rclcpp::RosoutQoS().lifespan(), rclcpp::Duration(10s));
  expect_profile(rclcpp::BestAvailableQoS(), last, 10, RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE,
                 RMW_QOS_POLICY_DURABILITY_BEST_AVAILABLE);
  expect_profile(rclcpp::SystemDefaultsQoS(), last, 0, RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT,
                 RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT);
  expect_profile(rclcpp::SensorDataQoS(KeepLast(2)), last, 2, best_effort, is_volatile);
}

std::string conflict(const QoS& publisher, const QoS& subscription) {
  const auto result = rclcpp::qos_check_compatible(publisher, subscription);
  EXPECT_EQ(result.compatibility == rclcpp::QoSCompatibility::Error,
            result.reason.find("ERROR") != std::string::npos);
  return result.reason;
}

TEST(QosTest, CompatibleMeansOfferedIsAtLeastRequested) {
  EXPECT_THAT(conflict(10, 10), IsEmpty());
  EXPECT_THAT(conflict(QoS(1).transient_local(), QoS(1).best_effort()), IsEmpty());
  EXPECT_THAT(conflict(QoS(1).best_effort(), 1), HasSubstr("Best effort publisher"));
  EXPECT_THAT(conflict(1, QoS(1).transient_local()), HasSubstr("Volatile publisher"));
  EXPECT_THAT(conflict(1, QoS(1).deadline(1s)), HasSubstr("deadline"));
  EXPECT_THAT(conflict(QoS(1).deadline(2s), QoS(1).deadline(1s)), HasSubstr("deadline"));
  EXPECT_THAT(conflict(QoS(1).deadline(1s), QoS(1).deadline(1s)), IsEmpty());
  EXPECT_THAT(conflict(QoS(1).liveliness(rclcpp::LivelinessPolicy::Automatic),
                       QoS(1).liveliness(rclcpp::LivelinessPolicy::ManualByTopic)),
              HasSubstr("manual by topic"));
  EXPECT_THAT(conflict(1, QoS(1).liveliness_lease_duration(1s)), HasSubstr("lease"));
}

TEST(QosTest, WhatTheSystemDecidesIsAWarning) {
  COVERS("rclcpp", "qos_check_compatible");
  COVERS("rclcpp::QoSCompatibility", "Warning");
  const auto result = rclcpp::qos_check_compatible(rclcpp::SystemDefaultsQoS(), 1);
  EXPECT_EQ(result.compatibility, rclcpp::QoSCompatibility::Warning);
  EXPECT_THAT(result.reason, HasSubstr("WARNING"));
}

TEST(QosTest, PoliciesHaveNames) {
  COVERS("rclcpp", "qos_policy_name_from_kind");
  EXPECT_EQ(rclcpp::qos_policy_name_from_kind(RMW_QOS_POLICY_DURABILITY), "DURABILITY_QOS_POLICY");
  EXPECT_STREQ(rmw_qos_history_policy_to_str(RMW_QOS_POLICY_HISTORY_KEEP_ALL), "keep_all");
  EXPECT_EQ(rmw_qos_history_policy_from_str("keep_none"), RMW_QOS_POLICY_HISTORY_UNKNOWN);
  EXPECT_EQ(rmw_qos_policy_kind_from_str("depth"), RMW_QOS_POLICY_DEPTH);
}

/// Applies overrides of the topic /t's publisher.
QoS overridden(std::map<std::string, rclcpp::ParameterValue> values,
               const rclcpp::QosOverridingOptions& options) {
  std::map<std::string, rclcpp::ParameterValue> overrides;
  for (auto& [policy, value] : values) overrides["qos_overrides./t.publisher." + policy] = value;
  rclcpp::node_interfaces::NodeParameters parameters({overrides, false, false});
  return rclcpp::detail::overridden_qos(parameters, "/t", "publisher", options, QoS(10));
}

rclcpp::ParameterValue text(const char* value) { return rclcpp::ParameterValue(value); }

TEST(QosOverrideTest, OnlyTheNamedPoliciesCanBeOverridden) {
  COVERS("rclcpp::QosOverridingOptions", "with_default_policies");
  const auto options = rclcpp::QosOverridingOptions::with_default_policies();
  const QoS qos = overridden({{"history", text("keep_all")},
                              {"depth", rclcpp::ParameterValue(3)},
                              {"reliability", text("best_effort")},
                              {"durability", text("transient_local")}},
                             options);
  EXPECT_EQ(qos.history(), rclcpp::HistoryPolicy::KeepAll);
  EXPECT_EQ(qos.depth(), 3u);
  EXPECT_EQ(qos.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  EXPECT_EQ(qos.durability(), rclcpp::DurabilityPolicy::Volatile);
}

TEST(QosOverrideTest, DurationsAreNanoseconds) {
  COVERS("rclcpp::QosPolicyKind", "Deadline");
  const QoS qos = overridden({{"deadline", rclcpp::ParameterValue(int64_t{5000000000})}},
                             {rclcpp::QosPolicyKind::Deadline});
  EXPECT_EQ(qos.deadline(), rclcpp::Duration(5s));
}

TEST(QosOverrideTest, AnUnknownNameFailsWithParameterValueAndChoices) {
  COVERS("rclcpp::QosPolicyKind", "Reliability");
  try {
    overridden({{"reliability", text("relible")}}, {rclcpp::QosPolicyKind::Reliability});
    FAIL() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), StartsWith("unknown QoS policy reliability value: relible"));
    EXPECT_THAT(error.what(), HasSubstr("qos_overrides./t.publisher.reliability"));
    EXPECT_THAT(error.what(), HasSubstr("reliable, best_effort"));
  }
}

TEST(QosOverrideTest, TheCallbackMayRefuse) {
  COVERS("rclcpp", "QosCallbackResult");
  COVERS("rclcpp::QosPolicyKind", "Depth");
  const auto refuse = [](const QoS& qos) {
    rclcpp::QosCallbackResult result;
    result.successful = qos.depth() < 100;
    result.reason = "too deep";
    return result;
  };
  const rclcpp::QosOverridingOptions options({rclcpp::QosPolicyKind::Depth}, refuse);
  EXPECT_EQ(overridden({{"depth", rclcpp::ParameterValue(99)}}, options).depth(), 99u);
  try {
    overridden({{"depth", rclcpp::ParameterValue(100)}}, options);
    FAIL() << "nothing was thrown";
  } catch (const rclcpp::exceptions::InvalidQosOverridesException& error) {
    EXPECT_THAT(error.what(), StartsWith("validation callback failed: too deep"));
  }
}

}  // namespace
