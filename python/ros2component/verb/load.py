"""`ros2 component load`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2component import api
from ros2component.verb import VerbExtension


class LoadVerb(VerbExtension):
    """Load a component into a container."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("container_node_name",
                                       help="the container: '/ComponentManager'")
        argument.completer = api.container_node_name_completer
        api.add_component_arguments(parser)
        parser.add_argument("-q", "--quiet", action="store_true",
                            help="print its number and name alone")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            container = api.find_container(node, args.container_node_name)
            uid, name = api.load_component_into_container(
                node=node, remote_container_node_name=container, **api.component_of(args))
        if args.quiet:
            print(f"{uid}  {name}")
        else:
            print(f"Loaded component {uid} into '{container}' container node as '{name}'")
        return 0
