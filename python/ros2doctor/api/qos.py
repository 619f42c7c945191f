"""Pairs of endpoints whose QoS keeps them apart."""
from argparse import Namespace

from ros2cli.node.strategy import NodeStrategy
from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_error, doctor_warn


def _pairs():
    """Give topic, types, two TopicEndpointInfos, whether they match, and the reason."""
    from rclpy.qos import qos_check_compatible
    with NodeStrategy(Namespace()) as node:
        for name, types in node.get_topic_names_and_types():
            subscriptions = node.get_subscriptions_info_by_topic(name)
            for publisher in node.get_publishers_info_by_topic(name):
                for subscription in subscriptions:
                    yield (name, types, publisher, subscription, *qos_check_compatible(
                        publisher.qos_profile, subscription.qos_profile))


class QoSCompatibilityCheck(DoctorCheck):
    """Finds publishers whose messages a subscription cannot get."""

    def category(self):
        return "middleware"

    def check(self):
        from rclpy.qos import QoSCompatibility
        result = Result()
        for name, _, publisher, subscription, level, reason in _pairs():
            words = (f"QoS of publisher '{publisher.node_name}' and subscription "
                     f"'{subscription.node_name}' on '{name}': {reason}")
            if level == QoSCompatibility.ERROR:
                doctor_error(words)
                result.add_error()
            elif level == QoSCompatibility.WARNING:
                doctor_warn(words)
                result.add_warning()
        return result


class QoSCompatibilityReport(DoctorReport):
    """Each pair of a publisher and a subscription."""

    def category(self):
        return "middleware"

    def report(self):
        from rclpy.qos import QoSCompatibility
        report = Report("QOS COMPATIBILITY LIST")
        for name, types, publisher, subscription, level, reason in _pairs():
            report.add_to_report("topic [type]", f"{name} [{', '.join(types)}]")
            report.add_to_report("publisher node", publisher.node_name)
            report.add_to_report("subscriber node", subscription.node_name)
            report.add_to_report("compatibility status", "OK" if level == QoSCompatibility.OK
                                 else f"{level.name}: {reason}")
        if not report.items:
            report.add_to_report("compatibility status", "No publisher/subscriber pairs found")
        return report
