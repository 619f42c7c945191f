"""Finds the commands (`trace`, ...) and runs the one that was named."""
import argparse
import importlib
import pkgutil
import sys

from . import command
from .errors import Refused


def commands():
    """The modules of the commands, by name."""
    names = sorted(found.name for found in pkgutil.iter_modules(command.__path__))
    return {name: importlib.import_module(f"{command.__name__}.{name}") for name in names}


def make_parser():
    parser = argparse.ArgumentParser(prog="ros2", description="The tools of ROS 2, by Ranvier.")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, module in commands().items():
        words = (module.__doc__ or "").strip()
        command_parser = subparsers.add_parser(
            name, help=words.split("\n")[0], description=words,
            formatter_class=argparse.RawDescriptionHelpFormatter)
        command_parser.set_defaults(main=module.main)
        module.add_arguments(command_parser)
    return parser


def main(words=None):
    """Runs `ros2 <words>`. @return the exit code."""
    args = make_parser().parse_args(words)
    try:
        return args.main(args)
    except Refused as refused:
        print(f"ros2: {refused}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
