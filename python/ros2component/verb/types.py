"""`ros2 component types`."""
from ros2component import api
from ros2component.verb import VerbExtension


class TypesVerb(VerbExtension):
    """List the components that are installed."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("package_name", nargs="?", help="the package")
        argument.completer = api.package_name_completer

    def main(self, *, args):
        if args.package_name is None:
            for name, types in api.get_registered_component_types():
                print(name)
                for one in types:
                    print(f"  {one}")
            return 0
        from ros2pkg.api import get_prefix_path
        if get_prefix_path(args.package_name) is None:
            return f"Unable to find package '{args.package_name}'"
        try:
            types = api.get_package_component_types(package_name=args.package_name)
        except LookupError:
            types = []
        print("\n".join(types))
        return 0
