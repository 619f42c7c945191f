"""`ros2 lifecycle list`."""
from ros2cli.node.strategy import NodeStrategy
from ros2lifecycle import api
from ros2lifecycle.verb import VerbExtension


class ListVerb(VerbExtension):
    """List the transitions of a managed node's state."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        parser.add_argument("-a", "--all", action="store_true", help="of all states")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            name = api.find_node(node, args)
            get = (api.call_get_transition_graph if args.all
                   else api.call_get_available_transitions)
            transitions = api.answer(get(node=node, states={name: None}), name)
        for one in transitions:
            print(f"- {one.transition.label} [{one.transition.id}]\n"
                  f"\tStart: {one.start_state.label}\n\tGoal: {one.goal_state.label}")
        return 0
