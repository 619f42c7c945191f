"""What checks say, and how reports are printed."""
import sys


def doctor_warn(msg):
    """Tell of a warning."""
    print(f"UserWarning: {msg}", file=sys.stderr)


def doctor_error(msg):
    """Tell of an error."""
    print(f"UserWarning: ERROR: {msg}", file=sys.stderr)


def format_print(report):
    """Print a report: its name, and a line of each item."""
    print(f"\n   {report.name}")
    width = max((len(name) for name, _ in report.items), default=0)
    for name, value in report.items:
        print(f"{name:<{width}}: {value}")
