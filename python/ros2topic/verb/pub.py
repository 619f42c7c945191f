"""`ros2 topic pub`."""
import time

from ros2cli.fields import read_message
from ros2cli.node.direct import DirectNode, add_arguments
from ros2cli.spin import publish, spin
from ros2topic import api
from ros2topic.verb import VerbExtension


_MATCHING_S = 0.2


class PubVerb(VerbExtension):
    """Publish messages on a topic."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("topic_name", help="the topic: '/chatter'")
        argument.completer = api.TopicNameCompleter(
            include_hidden_topics_key="include_hidden_topics")
        argument = parser.add_argument("message_type", help="its type: 'std_msgs/msg/String'")
        argument.completer = api.TopicTypeCompleter(topic_name_key="topic_name")
        values = parser.add_mutually_exclusive_group()
        argument = values.add_argument(
            "values", nargs="?", default="{}",
            help="the fields, as YAML; 'auto' for a header and 'now' for a time are the time of "
                 "each publication")
        argument.completer = api.TopicMessagePrototypeCompleter(topic_type_key="message_type")
        values.add_argument("--stdin", action="store_true", help="read the fields from stdin")
        parser.add_argument("-r", "--rate", metavar="N", type=api.positive_float, default=1.0,
                            help="so many a second (default: 1)")
        parser.add_argument("-p", "--print", metavar="N", type=int, default=1,
                            help="print each Nth (default: 1)")
        count = parser.add_mutually_exclusive_group()
        count.add_argument("-1", "--once", action="store_true", help="publish one and end")
        count.add_argument("-t", "--times", type=api.unsigned_int, default=0,
                           help="publish so many and end; 0: go on")
        parser.add_argument("-w", "--wait-matching-subscriptions", type=api.unsigned_int,
                            metavar="N", default=None,
                            help="wait for so many subscriptions first (default: 1 with --once "
                                 "and --times, else 0)")
        parser.add_argument("--max-wait-time-secs", type=api.positive_float, metavar="S",
                            help="wait no longer for them, and fail")
        parser.add_argument("--keep-alive", metavar="N", type=float, default=0.1,
                            help="seconds to stay after the last (default: 0.1)")
        parser.add_argument("-n", "--node-name", help="the name of the node")
        api.add_qos_arguments(parser, "publish", "default")
        add_arguments(parser)

    def main(self, *, args):
        times = 1 if args.once else args.times
        if args.wait_matching_subscriptions is None:
            args.wait_matching_subscriptions = 1 if times else 0
        if args.max_wait_time_secs is not None and not args.wait_matching_subscriptions:
            return ("--max-wait-time-secs option is only effective with "
                    "--wait-matching-subscriptions, --once or --times")
        kind = api.message_class(args.message_type)
        message, setters = read_message(kind, _values(args), expand_header_auto=True,
                                        expand_time_now=True)
        with DirectNode(args, node_name=args.node_name) as direct:
            node = direct.node
            publisher = node.create_publisher(kind, args.topic_name, api.profile_of(args))
            try:
                wait_for_subscriptions(node, publisher, args)
            except TimeoutError as error:
                return str(error)
            if not node.context.ok():
                return 15
            print("publisher: beginning loop")
            status = _Publishing(node, publisher, message, setters, args.print).run(
                times, 1.0 / args.rate)
            if status == 0:
                _stay(node, publisher, args.keep_alive)
            return status


def _values(args):
    if not args.stdin:
        return args.values
    from ros2cli.helpers import collect_stdin
    return collect_stdin()


def wait_for_subscriptions(node, publisher, args):
    """Wait until there are as many as the options say; TimeoutError if the time is over."""
    wanted = args.wait_matching_subscriptions
    end = time.monotonic() + (args.max_wait_time_secs or float("inf"))
    said = time.monotonic() + _MATCHING_S - 1.0  # what is there is matched before that
    while node.context.ok() and publisher.get_subscription_count() < wanted:
        now = time.monotonic()
        if now >= end:
            raise TimeoutError(f"Timed out waiting for subscribers: Expected {wanted} subcribers "
                               f"but only got {publisher.get_subscription_count()} subscribers")
        if now - said >= 1.0:
            print(f"Waiting for at least {wanted} matching subscription(s)...")
            said = now
        time.sleep(0.01)


class _Publishing:
    """Publishes a message again and again, with the times of each publication in it."""

    def __init__(self, node, publisher, message, setters, print_each):
        self._node = node
        self._publisher = publisher
        self._message = message
        self._setters = setters
        self._print_each = print_each
        self._count = 0

    def run(self, times, period_s):
        from rclpy.task import Future
        self._done, self._times = Future(), times
        self._publish()
        if self._done.done():
            return 0
        timer = self._node.create_timer(period_s, self._publish)
        status = spin(self._node, self._done)
        timer.cancel()
        return status

    def _publish(self):
        if self._done.done():
            return
        if self._setters:
            now = self._node.get_clock().now().to_msg()
            for setter in self._setters:
                setter(now)
        self._count += 1
        if self._print_each and self._count % self._print_each == 0:
            print(f"publishing #{self._count}: {self._message!r}\n")
        publish(self._node, self._publisher, self._message)
        if self._times and self._count >= self._times:
            self._done.set_result(True)


def _stay(node, publisher, seconds):
    """Stay until everybody has what was sent, and for the seconds that were asked for."""
    from rclpy.duration import Duration
    end = time.monotonic() + seconds
    publisher.wait_for_all_acked(Duration(seconds=max(seconds, 0.0)))
    time.sleep(max(0.0, end - time.monotonic()))
