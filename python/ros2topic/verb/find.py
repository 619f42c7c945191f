"""`ros2 topic find`."""
import argparse

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2topic.api import get_topic_names_and_types, message_type_completer
from ros2topic.verb import VerbExtension


class FindVerb(VerbExtension):
    """List the topics of a type."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("topic_type", help="the type: 'std_msgs/msg/String'")
        argument.completer = message_type_completer
        parser.add_argument("-c", "--count-topics", action="store_true",
                            help="print only how many there are")
        parser.add_argument("--include-hidden-topics", action="store_true",
                            default=argparse.SUPPRESS,
                            help="also those of which a part begins with '_'")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = [name for name, types in get_topic_names_and_types(
                node=node, include_hidden_topics=args.include_hidden_topics)
                if args.topic_type in types]
        if args.count_topics:
            print(len(names))
        else:
            for name in names:
                print(name)
        return 0
