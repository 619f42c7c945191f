"""`ros2 action type`."""
from ros2action.api import action_name_completer, get_action_names_and_types
from ros2action.verb import VerbExtension
from ros2cli.node.strategy import NodeStrategy, add_arguments


class TypeVerb(VerbExtension):
    """Print the types of an action."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("action_name", help="the action: '/fibonacci'")
        argument.completer = action_name_completer

    def main(self, *, args):
        with NodeStrategy(args) as node:
            types = dict(get_action_names_and_types(node=node)).get(args.action_name, [])
        for name in types:
            print(name)
        return 0 if types else 1
