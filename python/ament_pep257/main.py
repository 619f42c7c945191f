"""`ament_pep257`."""
import sys

from ament_lint import report

# The convention of ament: what it does not ask for.
_IGNORE = ("D100", "D101", "D102", "D103", "D104", "D105", "D106", "D107", "D203", "D212", "D404")
_PATTERN = r"^(?P<path>.+?):(?P<line>\d+) .*:\n\s+(?P<code>D\d+): (?P<text>.*)$"


def main(argv=None):
    """Check the docstrings of Python sources. @return 0, or 1 if something was found."""
    parser = report.parser("Check docstrings with pydocstyle.")
    codes = parser.add_mutually_exclusive_group()
    codes.add_argument("--ignore", nargs="+", metavar="CODE", help="all but these codes")
    codes.add_argument("--select", nargs="+", metavar="CODE", help="these codes alone")
    codes.add_argument("--convention", choices=("ament", "google", "numpy", "pep257"),
                       default="ament", help="a set of codes (default: ament)")
    parser.add_argument("--add-ignore", nargs="+", metavar="CODE", help="without these too")
    parser.add_argument("--add-select", nargs="+", metavar="CODE", help="these too")
    args = parser.parse_args(argv)
    return report.report("pep257", args, lambda: _look(args))[0]


def _look(args):
    words = report.module_words("pydocstyle", "python3-pydocstyle")
    return report.look_at_python(args, words, [*_codes(args), r"--match=.*\.py"], _PATTERN)


def _codes(args):
    if args.select:
        options = ["--select=" + ",".join(args.select)]
    elif args.ignore or args.convention == "ament":
        options = ["--ignore=" + ",".join(args.ignore or _IGNORE)]
    else:
        options = ["--convention=" + args.convention]
    for option, more in (("--add-ignore", args.add_ignore), ("--add-select", args.add_select)):
        if more:
            options.append(f"{option}={','.join(more)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
