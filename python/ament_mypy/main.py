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
    words = report.module_words("mypy", "python3-mypy")
    found = report.files(args.paths, [".py"], args.excludes)
    if not found:
        return [], []
    # Most packages of ROS 2 come without types, and each has a setup.py.
    words += ["--config-file", args.config or "", "--ignore-missing-imports",
              "--scripts-are-modules", "--no-error-summary", "--cache-dir=/dev/null"]
    return found, report.run_tool(words + found, _PATTERN)


if __name__ == "__main__":
    sys.exit(main())
