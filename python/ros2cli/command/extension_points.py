"""`ros2 extension_points`."""
from ros2cli.command import CommandExtension
from ros2cli.entry_points import (
    EXTENSION_POINT_GROUP_NAME, get_all_entry_points, get_entry_points, get_first_line_doc)


class ExtensionPointsCommand(CommandExtension):
    """List extension points."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("-a", "--all", action="store_true",
                            help="also what cannot be imported")
        parser.add_argument("-v", "--verbose", action="store_true",
                            help="with the module and the version of each")

    def main(self, *, parser, args):
        for name, point in sorted(get_entry_points(EXTENSION_POINT_GROUP_NAME).items()):
            try:
                kind = point.load()
            except Exception as error:  # of a user's package
                if args.all:
                    print(f"{name}: {error}")
                continue
            print(f"{name}: {get_first_line_doc(kind)}")
            if args.verbose:
                print(f"  module_name: {point.module}")
                print(f"  version: {kind.EXTENSION_POINT_VERSION}")
                print(f"  extensions: {len(get_all_entry_points().get(name, {}))}")
        return 0
