"""`ros2 component list`."""
import sys

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2component import api
from ros2component.verb import VerbExtension


class ListVerb(VerbExtension):
    """List containers, and the components in them."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("container_node_name", nargs="?",
                                       help="the container: '/ComponentManager'")
        argument.completer = api.container_node_name_completer
        parser.add_argument("--containers-only", action="store_true",
                            help="without the components")

    def main(self, *, args):
        from ros2node.api import get_node_names
        with NodeStrategy(args) as node:
            if args.container_node_name:
                name = api.find_container(node, args.container_node_name)
                answered, found = api.get_components_in_container(
                    node=node, remote_container_node_name=name)
                return _print(found) if answered else f"{name}: {found}"
            names = sorted(one.full_name for one in api.find_container_node_names(
                node=node, node_names=get_node_names(node=node, include_hidden_nodes=True)))
            if args.containers_only:
                print(*names, sep="\n" if names else "")
                return 0
            found = api.get_components_in_containers(node=node, container_node_names=names)
        return _print_all(found)


def _print(components, indent=""):
    for one in components:
        print(f"{indent}{one.uid}  {one.name}")
    return 0


def _print_all(found):
    status = 0
    for name, (answered, components) in found.items():
        print(name)
        if answered:
            _print(components, "  ")
        else:
            print(f"{name}: {components}", file=sys.stderr)
            status = 1
    return status
