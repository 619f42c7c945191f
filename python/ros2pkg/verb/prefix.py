"""`ros2 pkg prefix`."""
import os

from ros2pkg.api import get_prefix_path, package_name_completer
from ros2pkg.verb import VerbExtension


class PrefixVerb(VerbExtension):
    """Print where a package is installed."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("package_name", help="the package")
        argument.completer = package_name_completer
        parser.add_argument("--share", action="store_true", help="its folder of data")

    def main(self, *, args):
        prefix = get_prefix_path(args.package_name)
        if prefix is None:
            return "Package not found"
        print(os.path.join(prefix, "share", args.package_name) if args.share else prefix)
        return 0
