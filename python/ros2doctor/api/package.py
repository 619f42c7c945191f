"""The packages that are installed."""
import os
import xml.etree.ElementTree

from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_warn


def _versions():
    """Name -> the version in the manifest of a package; None without one that can be read."""
    from ament_index_python import get_packages_with_prefixes
    versions = {}
    for name, prefix in sorted(get_packages_with_prefixes().items()):
        try:
            root = xml.etree.ElementTree.parse(
                os.path.join(prefix, "share", name, "package.xml")).getroot()
            versions[name] = root.findtext("version")
        except (OSError, xml.etree.ElementTree.ParseError):
            versions[name] = None
    return versions


class PackageCheck(DoctorCheck):
    """Finds packages in the index whose manifest is missing. It asks no server."""

    def category(self):
        return "package"

    def check(self):
        result = Result()
        for name, version in _versions().items():
            if version is None:
                doctor_warn(f"Package '{name}' has no manifest that tells its version.")
                result.add_warning()
        return result


class PackageReport(DoctorReport):
    """The versions of all packages."""

    def category(self):
        return "package"

    def report(self):
        report = Report("PACKAGE VERSIONS")
        for name, version in _versions().items():
            report.add_to_report(name, version or "unknown")
        return report
