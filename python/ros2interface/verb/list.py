"""`ros2 interface list`."""
from ros2interface.api import add_kind_arguments, kinds
from ros2interface.verb import VerbExtension

_TITLES = {"msg": "Messages", "srv": "Services", "action": "Actions"}


class ListVerb(VerbExtension):
    """List the interfaces that are installed."""

    def add_arguments(self, parser, cli_name):
        add_kind_arguments(parser)

    def main(self, *, args):
        from rosidl_runtime_py import get_interfaces
        found = get_interfaces()
        for kind in kinds(args):
            print(f"{_TITLES[kind]}:")
            for package in sorted(found):
                for name in sorted(found[package]):
                    if name.startswith(f"{kind}/"):
                        print(f"    {package}/{name}")
        return 0
