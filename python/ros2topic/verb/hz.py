"""`ros2 topic hz`."""
from ros2cli.node.direct import add_arguments
from ros2cli.node.strategy import NodeStrategy
from ros2topic import measure
from ros2topic.api import TopicNameCompleter
from ros2topic.counters import ROSTopicHz  # noqa: F401: packages import it from here
from ros2topic.verb import VerbExtension
from ros2topic.verb.echo import filter_function


class HzVerb(VerbExtension):
    """Print how often messages come on a topic."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("topic_name", help="the topic: '/chatter'")
        argument.completer = TopicNameCompleter(include_hidden_topics_key="include_hidden_topics")
        measure.add_window_argument(parser, 10000)
        parser.add_argument("--filter", dest="filter_expr", metavar="EXPR", type=filter_function,
                            help="only messages for which an expression of Python is true; the "
                                 "message is m")
        parser.add_argument("--wall-time", action="store_true",
                            help="by the clock of this host, also with --use-sim-time")
        add_arguments(parser)

    def main(self, *, args):
        with NodeStrategy(args) as strategy:
            topic, kind = measure.class_when_published(strategy, args.topic_name)
            node = strategy.direct_node.node
            return measure.report_each_second(node, _meter(node, kind, topic, args), rate_text)


def _meter(node, kind, topic, args):
    simulated = args.use_sim_time and not args.wall_time
    window = max(args.window, 2)  # a rate is between two messages
    if args.filter_expr is None and not simulated:
        return measure.Meter(node, kind, topic, window)
    clock = {"now": lambda: node.get_clock().now().nanoseconds / 1e9} if simulated else {}
    return measure.PythonMeter(node, kind, topic, window, passes=args.filter_expr, **clock)


def rate_text(arrivals):
    """Give the two lines of a report; None of fewer than two messages."""
    times = [at for at, _, _ in arrivals]
    periods = [later - earlier for earlier, later in zip(times, times[1:])]
    if not periods or sum(periods) <= 0:
        return None
    return (f"average rate: {len(periods) / sum(periods):.3f}\n"
            + measure.seconds_text(periods, len(times)))
