"""`ros2 plugin list`."""
from ros2plugin import api
from ros2plugin.verb import VerbExtension


class ListVerb(VerbExtension):
    """List the plugins that packages have registered."""

    def add_arguments(self, parser, cli_name):
        which = parser.add_mutually_exclusive_group()
        which.add_argument("--packages", action="store_true",
                           help="only the names of packages that have some")
        argument = which.add_argument("--package", metavar="NAME", help="only those of a package")
        argument.completer = api.package_name_completer

    def main(self, *, args):
        if args.packages:
            print(*api.get_plugin_descriptions(), sep="\n")
            return 0
        plugins = api.get_plugins()
        if args.package is not None:
            if args.package not in plugins:
                return f"Package '{args.package}' has no plugins"
            plugins = {args.package: plugins[args.package]}
        for package, its in plugins.items():
            print(f"{package}:")
            for one in its:
                print(f"  {one.name} [{one.type}] (base: {one.base})")
        return 0
