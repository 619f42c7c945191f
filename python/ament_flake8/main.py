"""`ament_flake8`."""
import os
import sys

from ament_lint import report

_CONFIG = os.path.join(os.path.dirname(__file__), "configuration", "ament_flake8.ini")
_PATTERN = r"^(?P<path>.+?):(?P<line>\d+):\d+: (?P<code>\w+) (?P<text>.*)$"


def main(argv=None):
    """Check Python sources. @return 0, or 1 if something was found."""
    return main_with_errors(argv)[0]


def main_with_errors(argv=None):
    """Check Python sources. @return as main(), and a text for each thing that was found."""
    parser = report.parser("Check Python sources with flake8.")
    parser.add_argument("--config", default=_CONFIG, dest="config_file", metavar="PATH",
                        help="the configuration of flake8")
    parser.add_argument("--linelength", type=int, metavar="N", help="the longest line (default: 99)")
    args = parser.parse_args(argv)
    status, findings = report.report("flake8", args, lambda: _look(args))
    return status, [str(finding) for finding in findings]


def _look(args):
    words = report.module_words("flake8", "python3-flake8")
    if not os.path.exists(args.config_file):
        raise RuntimeError(f"there is no config file '{args.config_file}'")
    options = ["--config", args.config_file,
               "--format=%(path)s:%(row)d:%(col)d: %(code)s %(text)s"]
    if args.linelength:
        options.append(f"--max-line-length={args.linelength}")
    return report.look_at_python(args, words, options, _PATTERN)


if __name__ == "__main__":
    sys.exit(main())
