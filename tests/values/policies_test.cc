// The words of quality of service: each policy's values, and what may override them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "covers.h"
#include "rclcpp/qos.hpp"
#include "rclcpp/qos_overriding_options.hpp"

namespace {

using rclcpp::QoS;
using rclcpp::QosOverridingOptions;
using rclcpp::QosPolicyKind;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(PoliciesTest, EveryReliabilityIsSetAndReadBack) {
  COVERS("rclcpp::ReliabilityPolicy", "BestAvailable", "SystemDefault", "Unknown", "Reliable",
         "BestEffort");
  COVERS("rclcpp::QoS", "reliability", "reliable", "reliability_best_available",
         "get_rmw_qos_profile");
  using rclcpp::ReliabilityPolicy;
  QoS qos(1);
  for (const auto policy :
       {ReliabilityPolicy::BestAvailable, ReliabilityPolicy::SystemDefault,
        ReliabilityPolicy::Unknown, ReliabilityPolicy::Reliable, ReliabilityPolicy::BestEffort}) {
    EXPECT_EQ(qos.reliability(policy).reliability(), policy);
    EXPECT_EQ(static_cast<int>(qos.get_rmw_qos_profile().reliability), static_cast<int>(policy));
  }
  EXPECT_EQ(qos.reliable().get_rmw_qos_profile().reliability, RMW_QOS_POLICY_RELIABILITY_RELIABLE);
  EXPECT_EQ(qos.reliability_best_available().get_rmw_qos_profile().reliability,
            RMW_QOS_POLICY_RELIABILITY_BEST_AVAILABLE);
}

TEST(PoliciesTest, EveryDurabilityIsSetAndReadBack) {
  COVERS("rclcpp::DurabilityPolicy", "BestAvailable", "SystemDefault", "Unknown", "Volatile",
         "TransientLocal");
  COVERS("rclcpp::QoS", "durability", "durability_volatile", "transient_local");
  using rclcpp::DurabilityPolicy;
  QoS qos(1);
  for (const auto policy :
       {DurabilityPolicy::BestAvailable, DurabilityPolicy::SystemDefault, DurabilityPolicy::Unknown,
        DurabilityPolicy::Volatile, DurabilityPolicy::TransientLocal}) {
    EXPECT_EQ(qos.durability(policy).durability(), policy);
    EXPECT_EQ(static_cast<int>(qos.get_rmw_qos_profile().durability), static_cast<int>(policy));
  }
  EXPECT_EQ(qos.durability_volatile().durability(), DurabilityPolicy::Volatile);
  EXPECT_EQ(qos.transient_local().durability(), DurabilityPolicy::TransientLocal);
}

TEST(PoliciesTest, EveryLivelinessIsSetAndReadBack) {
  COVERS("rclcpp::LivelinessPolicy", "Automatic", "BestAvailable", "ManualByTopic", "SystemDefault",
         "Unknown");
  COVERS("rclcpp::QoS", "liveliness");
  using rclcpp::LivelinessPolicy;
  QoS qos(1);
  for (const auto policy : {LivelinessPolicy::Automatic, LivelinessPolicy::BestAvailable,
                            LivelinessPolicy::ManualByTopic, LivelinessPolicy::SystemDefault,
                            LivelinessPolicy::Unknown}) {
    EXPECT_EQ(qos.liveliness(policy).liveliness(), policy);
    EXPECT_EQ(static_cast<int>(qos.get_rmw_qos_profile().liveliness), static_cast<int>(policy));
  }
}

TEST(PoliciesTest, EveryHistoryIsSetAndReadBack) {
  COVERS("rclcpp::HistoryPolicy", "KeepLast", "KeepAll", "SystemDefault", "Unknown");
  COVERS("rclcpp::QoS", "history", "keep_all", "depth");
  using rclcpp::HistoryPolicy;
  QoS qos(7);
  for (const auto policy : {HistoryPolicy::KeepLast, HistoryPolicy::KeepAll,
                            HistoryPolicy::SystemDefault, HistoryPolicy::Unknown}) {
    EXPECT_EQ(qos.history(policy).history(), policy);
    EXPECT_EQ(static_cast<int>(qos.get_rmw_qos_profile().history), static_cast<int>(policy));
  }
  EXPECT_EQ(QoS(7).keep_all().history(), HistoryPolicy::KeepAll);
  EXPECT_EQ(QoS(7).keep_all().depth(), 0u);
}

TEST(PoliciesTest, AQosStartsFromTheHistoryOfAProfile) {
  COVERS("rclcpp::QoSInitialization", "from_rmw");
  rmw_qos_profile_t profile = rmw_qos_profile_sensor_data;
  profile.depth = 9;
  const QoS last(rclcpp::QoSInitialization::from_rmw(profile), profile);
  EXPECT_EQ(last.depth(), 9u);
  EXPECT_EQ(last.reliability(), rclcpp::ReliabilityPolicy::BestEffort);
  profile.history = RMW_QOS_POLICY_HISTORY_KEEP_ALL;
  EXPECT_EQ(QoS(rclcpp::QoSInitialization::from_rmw(profile)).history(),
            rclcpp::HistoryPolicy::KeepAll);
}

TEST(PoliciesTest, CompatibilityIsOkOrAnErrorWithItsReason) {
  COVERS("rclcpp::QoSCompatibility", "Ok", "Error");
  COVERS("rclcpp::QoSCheckCompatibleResult");
  const rclcpp::QoSCheckCompatibleResult fits = rclcpp::qos_check_compatible(QoS(1), QoS(2));
  EXPECT_EQ(fits.compatibility, rclcpp::QoSCompatibility::Ok);
  EXPECT_THAT(fits.reason, IsEmpty());
  const auto clash = rclcpp::qos_check_compatible(QoS(1).best_effort(), QoS(1));
  EXPECT_EQ(clash.compatibility, rclcpp::QoSCompatibility::Error);
  EXPECT_THAT(clash.reason, testing::Not(IsEmpty()));
}

TEST(PoliciesTest, KindsHaveTheNamesOfTheirParameters) {
  COVERS("rclcpp::QosPolicyKind", "AvoidRosNamespaceConventions", "Deadline", "Depth", "Durability",
         "History", "Invalid", "Lifespan", "Liveliness", "LivelinessLeaseDuration", "Reliability");
  COVERS("rclcpp", "qos_policy_kind_to_cstr");
  COVERS("rclcpp/qos_overriding_options.hpp rclcpp", "operator<<");
  const auto name = [](QosPolicyKind kind) { return std::string(qos_policy_kind_to_cstr(kind)); };
  EXPECT_EQ(name(QosPolicyKind::AvoidRosNamespaceConventions), "avoid_ros_namespace_conventions");
  EXPECT_EQ(name(QosPolicyKind::Deadline), "deadline");
  EXPECT_EQ(name(QosPolicyKind::Depth), "depth");
  EXPECT_EQ(name(QosPolicyKind::Durability), "durability");
  EXPECT_EQ(name(QosPolicyKind::History), "history");
  EXPECT_EQ(name(QosPolicyKind::Lifespan), "lifespan");
  EXPECT_EQ(name(QosPolicyKind::Liveliness), "liveliness");
  EXPECT_EQ(name(QosPolicyKind::LivelinessLeaseDuration), "liveliness_lease_duration");
  EXPECT_EQ(name(QosPolicyKind::Reliability), "reliability");
  EXPECT_THROW(name(QosPolicyKind::Invalid), std::invalid_argument);
  std::ostringstream text;
  text << QosPolicyKind::Depth;
  EXPECT_EQ(text.str(), "depth");
}

TEST(PoliciesTest, OverridingOptionsKeepWhatTheyWereGiven) {
  COVERS("rclcpp::QosOverridingOptions", "get_id", "get_policy_kinds", "get_validation_callback",
         "with_default_policies");
  COVERS("rclcpp", "QosCallback", "QosCallbackResult");
  const rclcpp::QosCallback shallow = [](const QoS& qos) {
    rclcpp::QosCallbackResult result;
    result.successful = qos.depth() < 5;
    return result;
  };
  const QosOverridingOptions some({QosPolicyKind::Depth, QosPolicyKind::Lifespan}, shallow, "left");
  EXPECT_EQ(some.get_id(), "left");
  EXPECT_THAT(some.get_policy_kinds(), ElementsAre(QosPolicyKind::Depth, QosPolicyKind::Lifespan));
  EXPECT_TRUE(some.get_validation_callback()(QoS(4)).successful);
  EXPECT_FALSE(some.get_validation_callback()(QoS(5)).successful);
  const auto usual = QosOverridingOptions::with_default_policies();
  EXPECT_THAT(usual.get_policy_kinds(), ElementsAre(QosPolicyKind::History, QosPolicyKind::Depth,
                                                    QosPolicyKind::Reliability));
  EXPECT_EQ(usual.get_id(), "");
  EXPECT_FALSE(usual.get_validation_callback());
}

}  // namespace
