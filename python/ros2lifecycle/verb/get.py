"""`ros2 lifecycle get`."""
import sys

from ros2cli.node.strategy import NodeStrategy
from ros2lifecycle import api
from ros2lifecycle.verb import VerbExtension


class GetVerb(VerbExtension):
    """Print the state of a managed node, or of all."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser, nargs="?")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            if args.node_name:
                name = api.find_node(node, args)
                state = api.answer(api.call_get_states(node=node, node_names=[name]), name)
                print(f"{state.label} [{state.id}]")
                return 0
            names = sorted({one.full_name for one in api.get_node_names(
                node=node, include_hidden_nodes=args.include_hidden_nodes)})
            states = api.call_get_states(node=node, node_names=names)
        for name, state in states.items():
            if isinstance(state, Exception):
                print(state, file=sys.stderr)
            else:
                print(f"{name}: {state.label} [{state.id}]")
        return int(any(isinstance(state, Exception) for state in states.values()))
