"""`ros2 topic list`."""
import argparse

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2topic.api import get_topic_names_and_types
from ros2topic.verb import VerbExtension


class ListVerb(VerbExtension):
    """List topics."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
        parser.add_argument("-c", "--count-topics", action="store_true",
                            help="print only how many there are")
        parser.add_argument("--include-hidden-topics", action="store_true",
                            default=argparse.SUPPRESS,
                            help="also those of which a part begins with '_'")
        parser.add_argument("-v", "--verbose", action="store_true",
                            help="with how many publish and subscribe")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            topics = get_topic_names_and_types(
                node=node, include_hidden_topics=args.include_hidden_topics)
            if args.count_topics:
                print(len(topics))
            elif args.verbose:
                _print_counts(topics, node._endpoints())
            else:
                for name, types in topics:
                    print(f"{name} [{', '.join(types)}]" if args.show_types else name)
        return 0


def _print_counts(topics, endpoints):
    for kind, title, word in ((0, "Published", "publisher"), (1, "Subscribed", "subscriber")):
        print(f"{title} topics:")
        for name, types in topics:
            count = sum(one[0] == kind and one[1] == name for one in endpoints)
            if count:
                print(f" * {name} [{', '.join(types)}] {count} {word}{'s' * (count > 1)}")
        print()
