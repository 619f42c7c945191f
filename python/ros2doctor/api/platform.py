"""The system, and the distribution of ROS."""
import os
import platform
import sys

from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_error, doctor_warn

_OLDEST_PYTHON = (3, 10)


def _packages():
    """Give those of all prefixes, and of a wheel."""
    from ament_index_python import get_packages_with_prefixes
    try:
        return get_packages_with_prefixes()
    except OSError:  # there is neither
        return {}


class PlatformCheck(DoctorCheck):
    """Finds a Python or an environment that does not do. It asks no server."""

    def category(self):
        return "platform"

    def check(self):
        result = Result()
        if sys.version_info < _OLDEST_PYTHON:
            doctor_error(f"Python {platform.python_version()} is too old; take 3.10 or newer.")
            result.add_error()
        if not _packages():
            doctor_warn("No package is found. Source the setup file of a prefix: it sets "
                        "AMENT_PREFIX_PATH.")
            result.add_warning()
        return result


class PlatformReport(DoctorReport):
    """The system."""

    def category(self):
        return "platform"

    def report(self):
        report = Report("PLATFORM INFORMATION")
        report.add_to_report("system", platform.system())
        report.add_to_report("platform info", platform.platform())
        report.add_to_report("release", platform.release())
        report.add_to_report("processor", platform.machine())
        report.add_to_report("python", platform.python_version())
        return report


class RosdistroReport(DoctorReport):
    """The distribution of ROS that this one is like."""

    def category(self):
        return "platform"

    def report(self):
        report = Report("ROS 2 INFORMATION")
        report.add_to_report("distribution name", os.environ.get("ROS_DISTRO", "jazzy"))
        report.add_to_report("runtime", "Ranvier")
        return report
