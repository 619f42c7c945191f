"""`ros2 interface show`."""
import re
import sys

from ros2interface.api import type_completer
from ros2interface.verb import VerbExtension

_FIELD = re.compile(r"^\s*([A-Za-z][\w/]*)(?:\[[^\]]*\])?\s+[A-Za-z]\w*(?:\s|$)")
_CONSTANT = re.compile(r"^\s*[\w/]+(?:<=\d+)?\s+[A-Za-z]\w*\s*=")
_PRIMITIVES = {"bool", "byte", "char", "float32", "float64", "int8", "uint8", "int16", "uint16",
               "int32", "uint32", "int64", "uint64", "string", "wstring"}


class ShowVerb(VerbExtension):
    """Print the definition of an interface, and of the messages in it."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument(
            "type", help="the interface: 'std_msgs/msg/String'; '-' reads it from stdin")
        argument.completer = type_completer
        comments = parser.add_mutually_exclusive_group()
        comments.add_argument("--all-comments", action="store_true",
                              help="also the comments of the messages in it")
        comments.add_argument("--no-comments", action="store_true", help="without comments")

    def main(self, *, args):
        name = args.type
        if name == "-":
            name = sys.stdin.readline().strip()
            if not name:
                return "expected stdin"
        parts = name.split("/")
        if len(parts) != 3 or not all(parts):
            return f"Invalid name '{name}'. Expected three parts separated by '/'"
        try:
            for line in lines_of(name, outer=not args.no_comments, inner=args.all_comments):
                print(line)
        except LookupError as error:
            return str(error.args[0])
        return 0


def lines_of(name, *, outer, inner, depth=0):
    """
    Give the lines of an interface, each message in it below its field, a tab further in.

    :param outer: keep the comments of this one.
    :param inner: keep the comments of those in it.
    """
    from rosidl_runtime_py import get_interface_path
    path = get_interface_path(name)
    if path.endswith(".idl"):
        raise LookupError(f"'{name}' is defined in IDL, which is not shown: {path}")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for line in text.splitlines():
        if not outer:
            line = _without_comment(line)
            if not line.strip():
                continue
            line = " ".join(line.split()) if "=" not in line and '"' not in line else line
        yield "\t" * depth + line.rstrip() if line.strip() else line.rstrip()
        nested = _nested(line, name.partition("/")[0])
        if nested:
            yield from lines_of(nested, outer=inner, inner=inner, depth=depth + 1)


def _without_comment(line):
    """Give what stands before '#', unless it is in quotes."""
    quote = None
    for at, character in enumerate(line):
        if quote:
            quote = None if character == quote and line[at - 1] != "\\" else quote
        elif character in "\"'":
            quote = character
        elif character == "#":
            return line[:at].rstrip()
    return line.rstrip()


def _nested(line, package):
    """Give the full name of the message that a field is of; None for what is no such field."""
    line = _without_comment(line)
    field = _FIELD.match(line)
    if not field or _CONSTANT.match(line):
        return None
    parts = field[1].split("/")
    if parts[0] in _PRIMITIVES:
        return None
    return f"{parts[0] if len(parts) > 1 else package}/msg/{parts[-1]}"
