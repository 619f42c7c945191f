"""`ros2 action info`."""
from ros2action.api import action_name_completer, get_action_clients_and_servers
from ros2action.verb import VerbExtension
from ros2cli.node.strategy import NodeStrategy, add_arguments


class InfoVerb(VerbExtension):
    """Show who serves an action, and who sends it goals."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("action_name", help="the action: '/fibonacci'")
        argument.completer = action_name_completer
        parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
        parser.add_argument("-c", "--count", action="store_true",
                            help="print only how many there are")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            found = get_action_clients_and_servers(node=node, action_name=args.action_name)
        print(f"Action: {args.action_name}")
        for title, nodes in zip(("clients", "servers"), found):
            print(f"Action {title}: {len(nodes)}")
            for name, types in () if args.count else nodes:
                print(f"    {name} [{', '.join(types)}]" if args.show_types else f"    {name}")
        return 0
