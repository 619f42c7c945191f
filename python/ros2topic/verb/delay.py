"""`ros2 topic delay`."""
import time

from ros2cli.node.direct import add_arguments
from ros2cli.node.strategy import NodeStrategy
from ros2topic import measure
from ros2topic.api import TopicNameCompleter
from ros2topic.counters import ROSTopicDelay  # noqa: F401: packages import it from here
from ros2topic.verb import VerbExtension


class DelayVerb(VerbExtension):
    """Print how old messages are when they come, by the stamp of their header."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("topic", help="the topic: '/pose'")
        argument.completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")
        measure.add_window_argument(parser, 10000)
        add_arguments(parser)

    def main(self, *, args):
        with NodeStrategy(args) as strategy:
            topic, kind = measure.class_when_published(strategy, args.topic)
            fields = kind.get_fields_and_field_types()
            if fields.get("header") != "std_msgs/Header":
                return "msg does not have header"
            node = strategy.direct_node.node
            if next(iter(fields)) == "header" and not args.use_sim_time:
                meter = measure.Meter(node, kind, topic, args.window)
            else:
                now = time.time if not args.use_sim_time else (
                    lambda: node.get_clock().now().nanoseconds / 1e9)
                meter = measure.PythonMeter(node, kind, topic, args.window, now=now)
            return measure.report_each_second(node, meter, delay_text)


def delay_text(arrivals):
    """Give the two lines of a report."""
    delays = [delay for _, _, delay in arrivals]
    return measure.delay_lines(delays)
