"""Run a launch file."""
import os
import sys

from ros2cli.command import CommandExtension


def _complete(function):
    """Give an object that has a completer, whose imports wait until it is asked."""
    def completer(*args, **kwargs):
        from ros2launch.api import api
        return getattr(api, function)()(*args, **kwargs)
    return completer


def _add_file_arguments(parser):
    package = parser.add_argument(
        "package_name", help="name of the package that has the launch file, or its path")
    package.completer = _complete("PackageOrFileCompleter")
    file = parser.add_argument(
        "launch_file_name", nargs="?", help="name of the launch file in the package")
    file.completer = _complete("LaunchFileNameCompleter")
    argument = parser.add_argument(
        "launch_arguments", nargs="*",
        help="arguments of the launch file: '<name>:=<value>' (of several for one name, the "
             "last counts)")
    argument.completer = _complete("SuffixCompleter")


def add_arguments(parser, cli_name="launch", *, argv=None):
    """Give an argparse parser the options of the command."""
    from ros2launch.api import get_option_extensions
    parser.add_argument(
        "-n", "--noninteractive", action="store_true",
        help="there is nobody at a terminal")
    parser.add_argument(
        "-d", "--debug", action="store_true", help="log what happens inside of launch")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "-p", "--print", "--print-description", action="store_true", dest="print",
        help="print the launch description, and launch nothing")
    choice.add_argument(
        "-s", "--show-args", "--show-arguments", action="store_true", dest="show_args",
        help="print the arguments of the launch file, and launch nothing")
    parser.add_argument(
        "-a", "--show-all-subprocesses-output", action="store_true",
        help="show the output of all processes, whatever the launch file says")
    parser.add_argument(
        "--launch-prefix",
        help="a command that is put before those of all processes, in quotes if it has spaces: "
             "--launch-prefix 'xterm -e gdb -ex run --args'")
    parser.add_argument(
        "--launch-prefix-filter",
        help="a regular expression: --launch-prefix is put before the programs that it matches")
    parser.add_argument(
        "--compose", metavar="none|all|isolated|FILE",
        help="run nodes that are components in one process: all with one executor, each "
             "isolated with one of its own, or in the groups of a file. none: as the launch "
             "file says (the default)")
    _add_file_arguments(parser)
    parser._option_extensions = get_option_extensions()
    for extension in parser._option_extensions.values():
        extension.add_arguments(parser, cli_name, argv=argv)
    parser.set_defaults(_launch_option_extensions=parser._option_extensions)


class LaunchCommand(CommandExtension):
    """Run a launch file."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser, cli_name)

    def main(self, *, parser=None, args):
        return main(args=args)


def _path_and_arguments(args):
    """Give (path, launch arguments) of the words; LookupError and such if there is no file."""
    from ros2launch.api import get_share_file_path_from_package
    arguments = list(args.launch_arguments)
    if os.path.isfile(args.package_name):
        if args.launch_file_name is not None:
            arguments.insert(0, args.launch_file_name)
        return args.package_name, arguments
    if args.launch_file_name is None and _looks_like_a_file(args.package_name):
        raise FileNotFoundError(
            f"the launch file '{args.package_name}' does not exist: give the path of a file, or "
            "a package and the name of a launch file in it")
    return get_share_file_path_from_package(
        package_name=args.package_name, file_name=args.launch_file_name), arguments


def _looks_like_a_file(word):
    return "/" in word or word.endswith((".py", ".xml", ".yaml", ".yml", ".launch"))


def main(*, parser=None, args):
    """Do what the command says; give the status."""
    try:
        from ros2launch.api import MultipleLaunchFilesError, parse_launch_arguments
        try:
            path, arguments = _path_and_arguments(args)
        except LookupError as error:
            print(f"Package '{args.package_name}' not found: {error}", file=sys.stderr)
            return 1
        if not (args.print or args.show_args):
            parse_launch_arguments(arguments)
        elif arguments and args.show_args:
            print(f"ros2 launch: error: unrecognized arguments: {' '.join(arguments)}",
                  file=sys.stderr)
            return 2
        return _run(args, path, arguments)
    except (OSError, RuntimeError, ValueError, MultipleLaunchFilesError) as error:
        print(f"{error}", file=sys.stderr)
    return 1


def _run(args, path, arguments):
    from ros2launch.api import (
        launch_a_launch_file, print_a_launch_file, print_arguments_of_launch_file)
    from launch.invalid_launch_file_error import InvalidLaunchFileError
    try:
        if args.print:
            return print_a_launch_file(launch_file_path=path)
        if args.show_args:
            return print_arguments_of_launch_file(launch_file_path=path)
    except InvalidLaunchFileError as error:
        print(f"{error}", file=sys.stderr)
        return 1
    if args.show_all_subprocesses_output:
        os.environ["OVERRIDE_LAUNCH_PROCESS_OUTPUT"] = "both"
    return launch_a_launch_file(
        launch_file_path=path, launch_file_arguments=arguments,
        noninteractive=args.noninteractive, args=args,
        option_extensions=getattr(args, "_launch_option_extensions", {}), debug=args.debug)
