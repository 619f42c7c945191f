"""`ros2 extensions`."""
from ros2cli.command import CommandExtension
from ros2cli.entry_points import (
    EXTENSION_POINT_GROUP_NAME, get_all_entry_points, get_entry_points, get_first_line_doc)


class ExtensionsCommand(CommandExtension):
    """List extensions."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("-a", "--all", action="store_true",
                            help="also what cannot be imported")
        parser.add_argument("-v", "--verbose", action="store_true", help="with the module of each")

    def main(self, *, parser, args):
        for group in sorted(get_entry_points(EXTENSION_POINT_GROUP_NAME)):
            print(group)
            for name, point in sorted(get_all_entry_points().get(group, {}).items()):
                try:
                    words = get_first_line_doc(point.load())
                except Exception as error:  # of a user's package
                    if not args.all:
                        continue
                    words = str(error)
                print(f"  {name}: {words}")
                if args.verbose:
                    print(f"    module_name: {point.module}")
        return 0
