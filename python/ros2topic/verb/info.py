"""`ros2 topic info`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2topic.api import TopicNameCompleter
from ros2topic.verb import VerbExtension


class InfoVerb(VerbExtension):
    """Show who publishes and subscribes to a topic."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("topic_name", help="the topic: '/chatter'")
        argument.completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")
        parser.add_argument(
            "-v", "--verbose", action="store_true",
            help="with the node, type, hash of the type, GUID and QoS of each endpoint")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            types = dict(node.get_topic_names_and_types()).get(args.topic_name)
            if not types:
                return f"Unknown topic '{args.topic_name}'"
            publishers = node.get_publishers_info_by_topic(args.topic_name)
            subscriptions = node.get_subscriptions_info_by_topic(args.topic_name)
        gap = "\n" if args.verbose else ""
        shown = types[0] if len(types) == 1 else types
        print(f"Type: {shown}", end="\n" + gap)
        for title, endpoints in (("Publisher", publishers), ("Subscription", subscriptions)):
            print(f"{title} count: {len(endpoints)}", end="\n" + gap)
            if args.verbose:
                for endpoint in endpoints:
                    print(endpoint, end="\n\n")
        return 0
