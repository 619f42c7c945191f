"""`ament_pycodestyle`."""
import sys

from ament_lint import report

_PATTERN = r"^(?P<path>.+?):(?P<line>\d+):\d+: (?P<code>\w+) (?P<text>.*)$"


def main(argv=None):
    """Check Python sources. @return 0, or 1 if something was found."""
    parser = report.parser("Check Python sources with pycodestyle.")
    parser.add_argument("--linelength", type=int, default=99, metavar="N",
                        help="the longest line (default: 99)")
    args = parser.parse_args(argv)
    return report.report("pycodestyle", args, lambda: _look(args))[0]


def _look(args):
    words = report.module_words("pycodestyle", "python3-pycodestyle")
    return report.look_at_python(args, words, [f"--max-line-length={args.linelength}"], _PATTERN)


if __name__ == "__main__":
    sys.exit(main())
