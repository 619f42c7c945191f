"""`ament_copyright`."""
import os
import re
import sys

from ament_lint import report

_SUFFIXES = (".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".cmake", ".py")
_COMMENT = re.compile(r"\s*(#|//|/\*|\*|;)")
_NOTICE = re.compile(r"copyright|©|\(c\)\s*\d{4}|SPDX-FileCopyrightText", re.IGNORECASE)


def main(argv=None):
    """Check that sources begin with a copyright notice. @return 0, or 1 if one has none."""
    parser = report.parser("Check that sources begin with a copyright notice.")
    parser.add_argument("--verbose", action="store_true", help="name every file")
    args = parser.parse_args(argv)
    return report.report("copyright", args, lambda: _look(args))[0]


def _look(args):
    found = [path for path in report.files(args.paths, _SUFFIXES, args.excludes)
             if not _is_setup_of_a_package(path)]
    if args.verbose:
        print(*found, sep="\n")
    return found, [report.Finding(path, 0, "copyright", "could not find copyright notice")
                   for path in found if not _has_notice(path)]


def _is_setup_of_a_package(path):
    folder, name = os.path.split(path)
    return name == "setup.py" and os.path.exists(os.path.join(folder, "package.xml"))


def _has_notice(path):
    """Say whether the comment that a file begins with names a copyright. An empty file needs none."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().lstrip("\ufeff").splitlines()
    if not any(line.strip() for line in lines):
        return True
    inside = False  # a comment that began on a line before
    for line in lines:
        if not (inside or not line.strip() or _COMMENT.match(line)):
            return False
        if _NOTICE.search(line):
            return True
        inside = (inside or "/*" in line) and "*/" not in line
    return False


if __name__ == "__main__":
    sys.exit(main())
