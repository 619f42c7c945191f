"""`ros2 topic list`."""
from ros2cli.node.strategy import NodeStrategy
from ros2cli.verb import of_names
from ros2topic.verb import VerbExtension


class ListVerb(of_names.List, VerbExtension):
    """List topics."""

    def add_arguments(self, parser, cli_name):
        super().add_arguments(parser, cli_name)
        parser.add_argument("-v", "--verbose", action="store_true",
                            help="with how many publish and subscribe")

    def main(self, *, args):
        if args.count or not args.verbose:
            return super().main(args=args)
        with NodeStrategy(args) as node:
            _print_counts(self.names_and_types(node, args.include_hidden_topics),
                          node._endpoints())
        return 0


def _print_counts(topics, endpoints):
    for kind, title, word in ((0, "Published", "publisher"), (1, "Subscribed", "subscriber")):
        print(f"{title} topics:")
        for name, types in topics:
            count = sum(one[0] == kind and one[1] == name for one in endpoints)
            if count:
                print(f" * {name} [{', '.join(types)}] {count} {word}{'s' * (count > 1)}")
        print()
