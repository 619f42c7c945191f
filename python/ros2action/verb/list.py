"""`ros2 action list`."""
from ros2action.api import get_action_names_and_types
from ros2action.verb import VerbExtension
from ros2cli.node.strategy import NodeStrategy, add_arguments


class ListVerb(VerbExtension):
    """List actions."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
        parser.add_argument("-c", "--count-actions", action="store_true",
                            help="print only how many there are")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            actions = get_action_names_and_types(node=node)
        if args.count_actions:
            print(len(actions))
            return 0
        for name, types in actions:
            print(f"{name} [{', '.join(types)}]" if args.show_types else name)
        return 0
