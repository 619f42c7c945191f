"""The network interfaces."""
from ros2cli.interfaces import interfaces
from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_error, doctor_warn


class NetworkCheck(DoctorCheck):
    """Finds hosts that can talk to no other."""

    def category(self):
        return "network"

    def check(self):
        result = Result()
        up = [one for one in interfaces() if one.is_up and one.addresses]
        if not up:
            doctor_error("No interface is up and has an address. Bring one up.")
            result.add_error()
            return result
        if all(one.is_loopback for one in up):
            doctor_warn("Only loopback IP address is found.")
            result.add_warning()
        if not any(one.is_multicast for one in up):
            doctor_warn("No multicast IP address is found.")
            result.add_warning()
        return result


class NetworkReport(DoctorReport):
    """The interfaces, with their addresses and flags."""

    def category(self):
        return "network"

    def report(self):
        report = Report("NETWORK CONFIGURATION")
        for one in interfaces():
            inet4 = [address for address in one.addresses if ":" not in address]
            inet6 = [address for address in one.addresses if ":" in address]
            if inet4:
                report.add_to_report("inet", inet4[0])
                report.add_to_report("inet4", inet4)
            if inet6:
                report.add_to_report("inet6", inet6)
            if one.netmask:
                report.add_to_report("netmask", one.netmask)
            report.add_to_report("device", one.name)
            report.add_to_report("flags", one.flags)
            report.add_to_report("mtu", one.mtu)
        return report
