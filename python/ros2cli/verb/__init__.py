"""Verbs: the base class of what stands after a command."""
from ros2cli.plugin_system import (
    PLUGIN_SYSTEM_VERSION, instantiate_extensions, satisfies_version)


class VerbExtension:
    """
    A verb: `ros2 <command> <verb>`.

    add_arguments() gives its parser options, main() runs it and gives the status: None or 0,
    another number, or words for stderr.
    """

    NAME = None
    EXTENSION_POINT_VERSION = "0.1"

    def __init__(self):
        super().__init__()
        satisfies_version(PLUGIN_SYSTEM_VERSION, "^0.1")

    def add_arguments(self, parser, cli_name):
        pass

    def main(self, *, args):
        raise NotImplementedError()


def get_verb_extensions(name):
    """Name -> verb, of a group."""
    return instantiate_extensions(name)


def add_task_arguments(parser, task_name):
    """Let a verb with tasks take one."""
    parser.add_argument(f"--{task_name}", help=f"the {task_name} to be run")
