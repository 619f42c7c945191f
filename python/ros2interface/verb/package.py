"""`ros2 interface package`."""
from ros2interface.api import add_kind_arguments, kinds, package_name_completer
from ros2interface.verb import VerbExtension


class PackageVerb(VerbExtension):
    """List the interfaces of a package."""

    def add_arguments(self, parser, cli_name):
        add_kind_arguments(parser)
        argument = parser.add_argument("package_name", help="the package: 'std_msgs'")
        argument.completer = package_name_completer

    def main(self, *, args):
        from rosidl_runtime_py import get_interfaces
        try:
            names = get_interfaces([args.package_name])
        except LookupError as error:
            return str(error.args[0])
        meant = kinds(args)
        for name in sorted(names.get(args.package_name, [])):
            if name.partition("/")[0] in meant:
                print(f"{args.package_name}/{name}")
        return 0
