"""`ros2 topic type`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2topic.api import TopicNameCompleter
from ros2topic.verb import VerbExtension


class TypeVerb(VerbExtension):
    """Print the types of a topic."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("topic_name", help="the topic: '/chatter'")
        argument.completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            types = dict(node.get_topic_names_and_types()).get(args.topic_name, [])
        for name in types:
            print(name)
        return 0 if types else 1
