"""`ament_mypy`."""
import sys

from ament_lint import report

_PATTERN = r"^(?P<path>.+?):(?P<line>\d+)(:\d+)?: (?P<code>error): (?P<text>.*)$"


def main(argv=None):
    """Check the types of Python sources. @return 0, or 1 if something was found."""
    parser = report.parser("Check the types of Python sources with mypy.")
    parser.add_argument("--config", metavar="PATH", help="the configuration of mypy")
    args = parser.parse_args(argv)
    return report.report("mypy", args, lambda: _look(args))[0]


def _look(args):
    # Most packages of ROS 2 come without types, and each has a setup.py.
    options = ["--config-file", args.config or "", "--ignore-missing-imports",
               "--scripts-are-modules", "--no-error-summary", "--cache-dir=/dev/null"]
    words = report.module_words("mypy", "python3-mypy")
    return report.look_at_python(args, words, options, _PATTERN)


if __name__ == "__main__":
    sys.exit(main())
