"""`ros2 pkg executables`."""
import os

from ros2pkg.api import (
    PackageNotFound, get_executable_paths, get_package_names, package_name_completer)
from ros2pkg.verb import VerbExtension


class ExecutablesVerb(VerbExtension):
    """List the programs of a package, or of all."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("package_name", nargs="?", help="the package")
        argument.completer = package_name_completer
        parser.add_argument("--full-path", action="store_true", help="with their paths")

    def main(self, *, args):
        names = [args.package_name] if args.package_name else sorted(get_package_names())
        for name in names:
            try:
                paths = get_executable_paths(package_name=name)
            except PackageNotFound as error:
                return str(error)
            for path in paths:
                print(path if args.full_path else f"{name} {os.path.basename(path)}")
        return 0
