"""`ros2 interface packages`."""
from ros2interface.api import add_kind_arguments, kinds
from ros2interface.verb import VerbExtension


class PackagesVerb(VerbExtension):
    """List the packages that have interfaces."""

    def add_arguments(self, parser, cli_name):
        add_kind_arguments(parser)

    def main(self, *, args):
        from rosidl_runtime_py import get_interfaces
        meant = kinds(args)
        for package, names in sorted(get_interfaces().items()):
            if any(name.partition("/")[0] in meant for name in names):
                print(package)
        return 0
