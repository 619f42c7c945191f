"""Topics on which nobody publishes, or that nobody hears."""
from argparse import Namespace

from ros2cli.node.strategy import NodeStrategy
from ros2doctor.api import DoctorCheck, DoctorReport, Report, Result
from ros2doctor.api.format import doctor_warn

_SKIPPED = ("/parameter_events", "/rosout")


def _topics():
    """Name -> how many publish, and how many subscribe."""
    counts = {}
    with NodeStrategy(Namespace()) as node:
        for endpoint in node._endpoints():
            if endpoint[0] in (0, 1) and endpoint[1] not in _SKIPPED:
                counts.setdefault(endpoint[1], [0, 0])[endpoint[0]] += 1
    return dict(sorted(counts.items()))


class TopicCheck(DoctorCheck):
    """Finds topics that have one side alone."""

    def category(self):
        return "topic"

    def check(self):
        result = Result()
        for name, (publishers, subscriptions) in _topics().items():
            if publishers and not subscriptions:
                doctor_warn(f"Publisher without subscriber detected on {name}.")
                result.add_warning()
            elif subscriptions and not publishers:
                doctor_warn(f"Subscriber without publisher detected on {name}.")
                result.add_warning()
        return result


class TopicReport(DoctorReport):
    """The topics, with how many publish and subscribe."""

    def category(self):
        return "topic"

    def report(self):
        report = Report("TOPIC LIST")
        topics = _topics()
        if not topics:
            report.add_to_report("topic", "none")
        for name, (publishers, subscriptions) in topics.items():
            report.add_to_report("topic", name)
            report.add_to_report("publisher count", publishers)
            report.add_to_report("subscriber count", subscriptions)
        return report
