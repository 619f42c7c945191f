"""`ros2 component unload`."""
import sys

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2component import api
from ros2component.verb import VerbExtension


class UnloadVerb(VerbExtension):
    """Unload components from a container."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("container_node_name",
                                       help="the container: '/ComponentManager'")
        argument.completer = api.container_node_name_completer
        parser.add_argument("component_uid", type=_number, nargs="+",
                            help="the number of a component, of `list`")
        parser.add_argument("-q", "--quiet", action="store_true", help="print the numbers alone")

    def main(self, *, args):
        status = 0
        with NodeStrategy(args) as node:
            container = api.find_container(node, args.container_node_name)
            for uid, failed, reason in api.unload_component_from_container(
                    node=node, remote_container_node_name=container,
                    component_uids=args.component_uid):
                if failed:
                    status = 1
                    print(f"Failed to unload component {uid} from '{container}' container node"
                          f"\n    {api.as_sentence(reason)}", file=sys.stderr)
                elif args.quiet:
                    print(uid)
                else:
                    print(f"Unloaded component {uid} from '{container}' container node")
        return status


def _number(string):
    import argparse
    try:
        number = int(string)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"invalid int value: '{string}'") from error
    if number < 0:
        raise argparse.ArgumentTypeError(f"'{string}' is no number of a component")
    return number
