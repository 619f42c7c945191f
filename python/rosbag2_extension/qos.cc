// Profiles of QoS as bags hold them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "rclcpp/duration.hpp"
#include "rclcpp/qos.hpp"
#include "rosbag2_extension/parts.h"
#include "rosbag2_storage/qos.hpp"

namespace rosbag2_extension {
namespace {

namespace nb = nanobind;
using rclcpp::QoS;

nb::object rclpy_duration(const rmw_time_t& time) {
  return nb::module_::import_("rclpy.duration")
      .attr("Duration")(nb::arg("seconds") = time.sec, nb::arg("nanoseconds") = time.nsec);
}

/// The same policies as a rclpy.qos.QoSProfile.
nb::object to_rclpy(const QoS& qos) {
  const rmw_qos_profile_t& from = qos.get_rmw_qos_profile();
  return nb::module_::import_("rclpy.qos").attr("QoSProfile")(
      nb::arg("depth") = from.depth, nb::arg("history") = static_cast<int>(from.history),
      nb::arg("reliability") = static_cast<int>(from.reliability),
      nb::arg("durability") = static_cast<int>(from.durability),
      nb::arg("lifespan") = rclpy_duration(from.lifespan),
      nb::arg("deadline") = rclpy_duration(from.deadline),
      nb::arg("liveliness") = static_cast<int>(from.liveliness),
      nb::arg("liveliness_lease_duration") = rclpy_duration(from.liveliness_lease_duration),
      nb::arg("avoid_ros_namespace_conventions") = from.avoid_ros_namespace_conventions);
}

void bind_policies(nb::module_& module) {
  nb::enum_<rmw_qos_history_policy_t>(module, "rmw_qos_history_policy_t")
      .value("RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT", RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT)
      .value("RMW_QOS_POLICY_HISTORY_KEEP_LAST", RMW_QOS_POLICY_HISTORY_KEEP_LAST)
      .value("RMW_QOS_POLICY_HISTORY_KEEP_ALL", RMW_QOS_POLICY_HISTORY_KEEP_ALL)
      .value("RMW_QOS_POLICY_HISTORY_UNKNOWN", RMW_QOS_POLICY_HISTORY_UNKNOWN);
  nb::enum_<rmw_qos_reliability_policy_t>(module, "rmw_qos_reliability_policy_t")
      .value("RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT",
             RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT)
      .value("RMW_QOS_POLICY_RELIABILITY_RELIABLE", RMW_QOS_POLICY_RELIABILITY_RELIABLE)
      .value("RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT", RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT)
      .value("RMW_QOS_POLICY_RELIABILITY_UNKNOWN", RMW_QOS_POLICY_RELIABILITY_UNKNOWN);
  nb::enum_<rmw_qos_durability_policy_t>(module, "rmw_qos_durability_policy_t")
      .value("RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT", RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT)
      .value("RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL",
             RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL)
      .value("RMW_QOS_POLICY_DURABILITY_VOLATILE", RMW_QOS_POLICY_DURABILITY_VOLATILE)
      .value("RMW_QOS_POLICY_DURABILITY_UNKNOWN", RMW_QOS_POLICY_DURABILITY_UNKNOWN);
  nb::enum_<rmw_qos_liveliness_policy_t>(module, "rmw_qos_liveliness_policy_t")
      .value("RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT", RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT)
      .value("RMW_QOS_POLICY_LIVELINESS_AUTOMATIC", RMW_QOS_POLICY_LIVELINESS_AUTOMATIC)
      .value("RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC",
             RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC)
      .value("RMW_QOS_POLICY_LIVELINESS_UNKNOWN", RMW_QOS_POLICY_LIVELINESS_UNKNOWN);
}

}  // namespace

void bind_qos(nb::module_& module) {
  using rclcpp::Duration;
  bind_policies(module);
  nb::class_<Duration>(module, "Duration")
      .def(nb::init<std::int32_t, std::uint32_t>(), nb::arg("seconds"), nb::arg("nanoseconds"))
      .def_prop_ro("nanoseconds", &Duration::nanoseconds);
  // Each function gives the profile itself, so that calls can be chained.
  constexpr auto kItself = nb::rv_policy::reference;
  nb::class_<QoS>(module, "QoS")
      .def(nb::init<std::size_t>(), nb::arg("history_depth"))
      .def("keep_last", &QoS::keep_last, kItself)
      .def("keep_all", &QoS::keep_all, kItself)
      .def("reliable", &QoS::reliable, kItself)
      .def("best_effort", &QoS::best_effort, kItself)
      .def("durability_volatile", &QoS::durability_volatile, kItself)
      .def("transient_local", &QoS::transient_local, kItself)
      .def("history", nb::overload_cast<rmw_qos_history_policy_t>(&QoS::history), kItself)
      .def("reliability", nb::overload_cast<rmw_qos_reliability_policy_t>(&QoS::reliability),
           kItself)
      .def("durability", nb::overload_cast<rmw_qos_durability_policy_t>(&QoS::durability), kItself)
      .def("liveliness", nb::overload_cast<rmw_qos_liveliness_policy_t>(&QoS::liveliness), kItself)
      .def("deadline", nb::overload_cast<const Duration&>(&QoS::deadline), kItself)
      .def("lifespan", nb::overload_cast<const Duration&>(&QoS::lifespan), kItself)
      .def("liveliness_lease_duration",
           nb::overload_cast<const Duration&>(&QoS::liveliness_lease_duration), kItself)
      .def("avoid_ros_namespace_conventions",
           nb::overload_cast<bool>(&QoS::avoid_ros_namespace_conventions), kItself)
      .def("__eq__", [](const QoS& self, const QoS& other) { return self == other; });
  module.def("convert_rclcpp_qos_to_rclpy_qos", &to_rclpy, nb::arg("qos"));
  module.def("to_rclcpp_qos_vector", &rosbag2_storage::to_rclcpp_qos_vector,
             nb::arg("serialized"), nb::arg("version"));
}

}  // namespace rosbag2_extension
