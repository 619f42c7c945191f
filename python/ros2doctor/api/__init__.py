"""Checks of the setup of ROS, and reports on it."""
from ros2cli.entry_points import load_entry_points
from ros2doctor.api.format import doctor_warn


class DoctorCheck:
    """A check. check() gives a Result; category() its name."""

    def category(self):
        raise NotImplementedError

    def check(self):
        raise NotImplementedError


class DoctorReport:
    """A report. report() gives a Report, or several; category() its name."""

    def category(self):
        raise NotImplementedError

    def report(self):
        raise NotImplementedError


class Report:
    """A name, and items with values."""

    def __init__(self, name):
        self.name = name
        self.items = []

    def add_to_report(self, item_name, item_info):
        self.items.append((item_name, item_info))


class Result:
    """How many errors and warnings a check found."""

    def __init__(self):
        self.error = 0
        self.warning = 0

    def add_error(self):
        self.error += 1

    def add_warning(self):
        self.warning += 1


def run_checks(*, include_warnings=False, exclude_packages=False):
    """
    Run all checks; one that cannot be run is named and counts for nothing.

    :return: the categories that failed, how many failed, and how many were run.
    """
    failed, count = set(), 0
    for name, kind in sorted(load_entry_points("ros2doctor.checks").items()):
        if exclude_packages and name == "package":
            continue
        try:
            check = kind()
            result = check.check()
        except Exception as error:  # of a user's package, or a system that does not tell
            doctor_warn(f"Fail to call {kind.__name__} class functions: {error}")
            continue
        count += 1
        if result.error or (include_warnings and result.warning):
            failed.add(check.category())
    return failed, len(failed), count


def generate_reports(*, categories=None, exclude_packages=False):
    """Give the reports of all categories, or of some."""
    reports = []
    for name, kind in sorted(load_entry_points("ros2doctor.report").items()):
        if exclude_packages and name == "package":
            continue
        try:
            one = kind()
            if categories is not None and one.category() not in categories:
                continue
            report = one.report()
        except Exception as error:  # of a user's package, or a system that does not tell
            doctor_warn(f"Fail to call {kind.__name__} class functions: {error}")
            continue
        reports += report if isinstance(report, list) else [report] if report else []
    return reports


def get_topic_names(skip_topics=()):
    """Give the names of the topics of the graph, hidden ones too."""
    from argparse import Namespace

    from ros2cli.node.strategy import NodeStrategy
    with NodeStrategy(Namespace()) as node:
        return [name for name, _ in node.get_topic_names_and_types()
                if name not in skip_topics]
