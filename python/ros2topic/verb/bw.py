"""`ros2 topic bw`."""
import time

from ros2cli.node.direct import add_arguments
from ros2cli.node.strategy import NodeStrategy
from ros2topic import measure
from ros2topic.api import TopicNameCompleter
from ros2topic.counters import ROSTopicBandwidth  # noqa: F401: packages import it from here
from ros2topic.verb import VerbExtension


class BwVerb(VerbExtension):
    """Print how many bytes a second come on a topic."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("topic", help="the topic: '/chatter'")
        argument.completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")
        measure.add_window_argument(parser, 100)
        add_arguments(parser)

    def main(self, *, args):
        with NodeStrategy(args) as strategy:
            topic, kind = measure.class_when_published(strategy, args.topic)
            node = strategy.direct_node.node
            meter = measure.Meter(node, kind, topic, args.window)
            print(f"Subscribed to [{topic}]")
            return measure.report_each_second(
                node, meter, lambda arrivals: bandwidth_text(arrivals, time.monotonic()),
                of_no_news=True)


def bandwidth_text(arrivals, now):
    """Give the two lines of a report; None of fewer than two messages."""
    sizes = [size for _, size, _ in arrivals]
    if len(sizes) < 2 or now <= arrivals[0][0]:
        return None
    rate = sum(sizes) / (now - arrivals[0][0])
    return measure.bandwidth_lines(rate, len(sizes), sum(sizes) / len(sizes), min(sizes),
                                   max(sizes))
