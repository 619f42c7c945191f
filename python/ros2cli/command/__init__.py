"""Commands of `ros2`: the base class, and the parsers of a level of them.

Of the words that were given only the command and the verb that they name are imported. Where
none is named, the list of all is read out of their sources.
"""
import argparse
import sys

from ros2cli.entry_points import get_entry_points, get_first_line_doc, our_entry_points
from ros2cli.first_line import first_line
from ros2cli.plugin_system import (
    PLUGIN_SYSTEM_VERSION, instantiate_extensions, make_extension, satisfies_version)

_METAVAR = "<command>"


class CommandExtension:
    """
    A command: `ros2 <command>`.

    add_arguments() gives its parser options and verbs, main() runs it and gives the status: None
    or 0, another number, or words for stderr.
    """

    NAME = None
    EXTENSION_POINT_VERSION = "0.1"

    def __init__(self):
        super().__init__()
        satisfies_version(PLUGIN_SYSTEM_VERSION, "^0.1")

    def add_arguments(self, parser, cli_name, *, argv=None):
        pass

    def main(self, *, parser, args):
        raise NotImplementedError()


class GroupCommand(CommandExtension):
    """A command that has verbs, of the group VERBS, and does nothing by itself."""

    VERBS = None

    def add_arguments(self, parser, cli_name, *, argv=None):
        self._subparser = parser
        add_subparsers_on_demand(parser, cli_name, "_verb", self.VERBS, required=False, argv=argv)

    def main(self, *, parser, args):
        if not hasattr(args, "_verb"):
            self._subparser.print_help()
            return 0
        return args._verb.main(args=args)


def get_command_extensions(group_name, *, exclude_names=None):
    """Name -> command, of a group."""
    return instantiate_extensions(group_name, exclude_names=exclude_names)


def add_subparsers(parser, cli_name, dest, command_extensions, hide_extensions=None,
                   required=True):
    """Add a parser of each extension; what was chosen becomes the attribute `dest`."""
    shown = {name: get_first_line_doc(extension)
             for name, extension in command_extensions.items()}
    subparsers = _subparsers(parser, cli_name, shown, hide_extensions, required)
    for name in sorted(command_extensions):
        _add(subparsers, cli_name, dest, name, command_extensions[name], None)
    return subparsers


def add_subparsers_on_demand(parser, cli_name, dest, group_name, hide_extensions=None,
                             required=True, argv=None):
    """
    Do the same for a group of entry points, and import only the one that is named.

    :param argv: the words after `cli_name`; None: those of the process.
    """
    argv = _words_after(cli_name) if argv is None else list(argv)
    at = _first_name(parser, argv)
    name = None if at is None else argv[at]
    ours = our_entry_points().get(group_name, {})
    if name in ours:
        points = {name: ours[name]}
        shown = {}
    else:
        points = get_entry_points(group_name)
        shown = {} if name in points else {one: first_line(points[one]) for one in points}
    subparsers = _subparsers(parser, cli_name, shown, hide_extensions, required)
    if name in points:
        kind = _load(points[name])
        extension = make_extension(group_name, name, kind, unique_instance=True)
        if extension is not None:
            _add(subparsers, cli_name, dest, name, extension, argv[at + 1:])
            return subparsers
    for one in sorted(points):
        subparsers.add_parser(one, add_help=False)
    return subparsers


def _load(entry_point):
    """Import what an entry point names; ends the process, with words, if that fails."""
    try:
        return entry_point.load()
    except (ImportError, AttributeError) as error:
        sys.exit(f"ros2: '{entry_point.name}' of '{entry_point.group}' cannot be imported from "
                 f"'{entry_point.value}': {error}. Install what it needs, or remove its package.")


def _subparsers(parser, cli_name, shown, hidden, required):
    """Give the action that holds the parsers; its description lists what can be named."""
    listed = {name: words for name, words in shown.items() if name not in (hidden or ())}
    width = max(map(len, listed), default=0)
    lines = [f"{name:<{width}}  {listed[name]}".rstrip() for name in sorted(listed)]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = f"`{cli_name} {_METAVAR} -h` shows the options of one."
    subparsers = parser.add_subparsers(
        title="Commands", description="\n".join(lines) or None, metavar=_METAVAR)
    subparsers.required = required
    return subparsers


def _add(subparsers, cli_name, dest, name, extension, argv):
    words = (extension.__doc__ or "").strip().partition("\n\n")[0]
    parser = subparsers.add_parser(name, description=" ".join(words.split()) or None)
    parser.set_defaults(**{dest: extension})
    code = extension.add_arguments.__code__
    if "argv" in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]:
        extension.add_arguments(parser, f"{cli_name} {name}", argv=argv)
    else:
        extension.add_arguments(parser, f"{cli_name} {name}")


def _first_name(parser, argv):
    """Where the first word stands that is no option, nor the value of one; None if none is."""
    at = 0
    while at < len(argv) and argv[at] != "--":
        word, equals, _ = argv[at].partition("=")
        if not word.startswith("-"):
            return at
        option = parser._option_string_actions.get(word)
        at += 1
        if option is None or equals:
            continue
        if option.nargs is None:
            at += 1
        elif option.nargs in ("*", "+"):
            while at < len(argv) and not argv[at].startswith("-"):
                at += 1
    return None


_given = None  # the words after `ros2`


def set_words(words):
    """Say which words the command was given, for commands that do not take them."""
    global _given
    _given = list(words)


def _words_after(cli_name):
    words = list(sys.argv[1:] if _given is None else _given)
    for name in cli_name.split()[1:]:
        if name not in words:
            return []
        words = words[words.index(name) + 1:]
    return words
