"""The middleware."""
import os

from ros2doctor.api import DoctorReport, Report

_VARIABLES = ("ROS_DOMAIN_ID", "ROS_AUTOMATIC_DISCOVERY_RANGE", "ROS_STATIC_PEERS",
              "RMW_IMPLEMENTATION", "CYCLONEDDS_URI", "RANVIER_SHM")


class RMWReport(DoctorReport):
    """The middleware, and the variables that it heeds."""

    def category(self):
        return "middleware"

    def report(self):
        from rclpy.utilities import get_rmw_implementation_identifier
        report = Report("RMW MIDDLEWARE")
        report.add_to_report("middleware name", get_rmw_implementation_identifier())
        for name in _VARIABLES:
            if name in os.environ:
                report.add_to_report(name, os.environ[name])
        return report
