"""`ros2 topic echo`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2cli.spin import spin
from ros2cli.writer import Writer
from ros2topic import api, show
from ros2topic.verb import VerbExtension


class EchoVerb(VerbExtension):
    """Print the messages of a topic."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("topic_name", help="the topic: '/chatter'")
        argument.completer = api.TopicNameCompleter(
            include_hidden_topics_key="include_hidden_topics")
        argument = parser.add_argument("message_type", nargs="?",
                                       help="its type, if the graph does not tell: "
                                            "'std_msgs/msg/String'")
        argument.completer = api.TopicTypeCompleter(topic_name_key="topic_name")
        api.add_qos_arguments(parser, "subscribe", "sensor_data")
        show.add_arguments(parser)
        parser.add_argument("--field", metavar="FIELD", help="one field of it: 'pose.position'")
        parser.add_argument("--no-lost-messages", action="store_true",
                            help="do not say when messages were lost")
        parser.add_argument("--raw", action="store_true", help="the bytes, as they came")
        parser.add_argument("--filter", dest="filter_expr", metavar="FILTER_EXPR",
                            type=filter_function,
                            help="only those for which an expression of Python is true; m is "
                                 "the message, its --field, or with --raw its bytes")
        parser.add_argument("--once", action="store_true", help="end after one message")
        parser.add_argument("--timeout", type=api.positive_float, metavar="N",
                            help="end after N seconds")
        parser.add_argument("--wait", action="store_true",
                            help="wait for a topic that is not there yet")
        parser.add_argument("-i", "--include-message-info", action="store_true",
                            help="with what is known beside a message")

    def main(self, *, args):
        kind = api.message_class(args.message_type) if args.message_type else None
        with NodeStrategy(args) as node:
            topic, _ = api.types_of_topic(node, args.topic_name)
            kind = kind or api.get_msg_class(node, topic, blocking=args.wait)
            if kind is None:
                print(f"WARNING: topic [{args.topic_name}] does not appear to be published yet")
                return "Could not determine the type for the passed topic"
            if args.field:
                check_field(bytes if args.raw else kind, args.field)
            if args.wait:
                api.wait_until(node, lambda: node.count_publishers(topic))
            profile = choose_qos(node, topic, args)
            return _Echo(node.direct_node.node, kind, args).run(topic, profile)


class _Echo:
    """Prints what comes until it has done what the options say."""

    def __init__(self, node, kind, args):
        from rclpy.task import Future
        self._node = node
        self._kind = kind
        self._args = args
        self._writer = Writer()
        self._done = Future()
        self._fields = args.field.split(".") if args.field else []

    def run(self, topic, profile):
        from rclpy.event_handler import SubscriptionEventCallbacks
        args = self._args
        events = SubscriptionEventCallbacks(
            message_lost=None if args.no_lost_messages else self._lost)
        # Of two arguments the second is what is known beside the message.
        self._subscription = self._node.create_subscription(
            self._kind, topic, lambda message, info: self._heard(message, info), profile,
            event_callbacks=events, raw=args.raw)
        bounded = args.once or args.timeout is not None
        try:
            return spin(self._node, self._done if bounded else None, args.timeout)
        finally:
            self._writer.flush()

    def _heard(self, message, info):
        if not self._done.done():
            self._show(message, info)
        if not self._subscription.handle.has_messages():
            self._writer.flush()

    def _show(self, message, info):
        args = self._args
        for name in self._fields:
            message = getattr(message, name)
        if args.filter_expr is not None and not args.filter_expr(message):
            return
        if args.include_message_info:
            self._writer.write(_info_text(info, args))
        self._writer.write(show.message_text(message, args))
        if args.once:
            self._done.set_result(True)

    def _lost(self, status):
        self._writer.write(f"A message was lost!!!\n\ttotal count change:"
                           f"{status.total_count_change}\n\ttotal count: {status.total_count}\n"
                           "---\n")
        self._writer.flush()


def _info_text(info, args):
    if args.csv:
        return "".join(f"{info[key]}," for key in (
            "source_timestamp", "received_timestamp", "publication_sequence_number",
            "reception_sequence_number"))
    import yaml
    return yaml.dump(info) + "---\n"


def filter_function(text):
    """Read an expression with the name m, for a parser."""
    import argparse
    try:
        code = compile(text, "<filter>", "eval")
    except SyntaxError as error:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no expression of Python: {error.msg}") from error
    return lambda message: eval(code, {}, {"m": message})


def check_field(kind, field):
    """Raise RuntimeError if messages of a class have no such field."""
    value = kind()
    for name in field.split("."):
        if not hasattr(value, name):
            raise RuntimeError(f"Invalid field '{field}': '{type(value).__name__}' object has no "
                               f"attribute '{name}'")
        value = getattr(value, name)


def choose_qos(node, topic, args):
    """Give the profile that the options say; without any that suits all publishers."""
    from rclpy.qos import DurabilityPolicy, ReliabilityPolicy
    profile = api.long_profile_of(args)
    if api.names_qos(args):
        return profile
    offered = [one.qos_profile for one in node.get_publishers_info_by_topic(topic)]
    if not offered:
        return profile
    reliable = sum(one.reliability == ReliabilityPolicy.RELIABLE for one in offered)
    kept = sum(one.durability == DurabilityPolicy.TRANSIENT_LOCAL for one in offered)
    for count, many, few in ((reliable, "reliable", "best effort"),
                             (kept, "transient local", "volatile")):
        if 0 < count < len(offered):
            print(f"Of {len(offered)} publishers of '{topic}' {count} offer '{many}'. Falling "
                  f"back to '{few}', which hears all of them.")
    profile.reliability = (ReliabilityPolicy.RELIABLE if reliable == len(offered)
                           else ReliabilityPolicy.BEST_EFFORT)
    profile.durability = (DurabilityPolicy.TRANSIENT_LOCAL if kept == len(offered)
                          else DurabilityPolicy.VOLATILE)
    return profile
