"""`ros2 lifecycle set`."""
from ros2cli.node.strategy import NodeStrategy
from ros2lifecycle import api
from ros2lifecycle.verb import VerbExtension


class SetVerb(VerbExtension):
    """Make a managed node change its state."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        parser.add_argument("transition", help="the transition, by its name or number")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            name = api.find_node(node, args)
            available = [one.transition for one in api.answer(
                api.call_get_available_transitions(node=node, states={name: None}), name)]
            wanted = [one for one in available
                      if args.transition in (one.label, str(one.id))]
            if not wanted:
                return "\n".join(["Unknown transition requested, available ones are:"]
                                 + [f"- {one.label} [{one.id}]" for one in available])
            if not api.answer(api.call_change_states(
                    node=node, transitions={name: wanted[0]}), name):
                return "Transitioning failed"
        print("Transitioning successful")
        return 0
