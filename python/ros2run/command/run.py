"""`ros2 run`."""
import argparse

from ros2cli.command import CommandExtension
from ros2pkg.api import PackageNotFound, package_name_completer
from ros2run.api import (
    ExecutableNameCompleter, MultipleExecutables, get_executable_path, run_executable)


class RunCommand(CommandExtension):
    """Run a program of a package."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("--prefix", metavar="PREFIX",
                            help="words before the program: 'gdb -ex run --args'")
        argument = parser.add_argument("package_name", help="the package")
        argument.completer = package_name_completer
        argument = parser.add_argument("executable_name", help="the program")
        argument.completer = ExecutableNameCompleter(package_name_key="package_name")
        parser.add_argument("argv", nargs=argparse.REMAINDER,
                            help="what the program is given")

    def main(self, *, parser, args):
        try:
            path = get_executable_path(
                package_name=args.package_name, executable_name=args.executable_name)
        except PackageNotFound as error:
            return str(error)
        except MultipleExecutables as error:
            return "\n".join(["Multiple executables found:"]
                             + [f"- {path}" for path in error.paths])
        if path is None:
            return "No executable found"
        return run_executable(path=path, argv=args.argv, prefix=args.prefix)
