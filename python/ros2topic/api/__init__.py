"""What the graph knows of topics, and the options of verbs that make an endpoint."""
import argparse

from ros2cli.helpers import is_hidden
from ros2cli.node.strategy import NodeStrategy

_PROFILES = ("unknown", "default", "system_default", "sensor_data", "services_default",
             "parameters", "parameter_events", "action_status_default", "best_available")
_POLICIES = {  # the short names of rclpy.qos, which a parser alone does not import
    "history": ("system_default", "keep_last", "keep_all", "unknown"),
    "reliability": ("system_default", "reliable", "best_effort", "unknown", "best_available"),
    "durability": ("system_default", "transient_local", "volatile", "unknown",
                   "best_available"),
    "liveliness": ("system_default", "automatic", "manual_by_topic", "unknown",
                   "best_available")}


# The queue of a verb that measures or prints what comes: a burst waits in it, and is not lost.
QUEUE_DEPTH = 1000


def get_topic_names_and_types(*, node, include_hidden_topics=False):
    """Give each topic with its types."""
    return [(name, types) for name, types in node.get_topic_names_and_types()
            if include_hidden_topics or not is_hidden(name)]


def get_topic_names(*, node, include_hidden_topics=False):
    """Give the name of each topic."""
    return [name for name, _ in get_topic_names_and_types(
        node=node, include_hidden_topics=include_hidden_topics)]


def types_of_topic(node, topic):
    """Give the full name of a topic, and its types: none if it is not there."""
    from rclpy.expand_topic_name import expand_topic_name
    from rclpy.validate_full_topic_name import validate_full_topic_name
    full = expand_topic_name(topic, "_ros2cli", "/")
    validate_full_topic_name(full)
    return full, dict(node.get_topic_names_and_types()).get(full, [])


def get_msg_class(node, topic, blocking=False, include_hidden_topics=False):
    """
    Give the class of the messages of a topic.

    :param blocking: wait until the topic is there.
    :return: None, with a warning, if it is not there; RuntimeError for several types.
    """
    full, types = types_of_topic(node, topic)
    if not types and blocking:
        print(f"WARNING: topic [{full}] does not appear to be published yet")
        types = wait_until(node, lambda: dict(node.get_topic_names_and_types()).get(full))
    elif not types:
        return None
    if len(types) > 1:
        raise RuntimeError(f"Cannot echo topic '{full}', as it contains more than one type: "
                           f"[{', '.join(types)}]. Name one of them.")
    return class_of(types[0], full, node)


def wait_until(node, ask):
    """Ask until there is an answer, and give it; a signal ends it."""
    import time

    from rclpy.executors import ExternalShutdownException
    while True:
        if not node.context.ok():
            raise ExternalShutdownException()
        answer = ask()
        if answer:
            return answer
        time.sleep(0.05)


def class_of(type_name, topic, node=None):
    """
    Give the class of a type of the graph.

    RuntimeError if its package is not here, and no publisher of the topic tells what it is made of.
    """
    from rosidl_runtime_py.utilities import get_message
    try:
        return get_message(type_name)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        made = _class_of_peers(node, topic, type_name) if node else None
        if made:
            return made
        raise RuntimeError(
            f"The message type '{type_name}' of topic '{topic}' is invalid: {error}. "
            "Install its package, and source the setup file of its workspace.") from error


def _class_of_peers(node, topic, type_name):
    from ros2topic.described import class_of_peers
    direct = getattr(node, "direct_node", node)
    return class_of_peers(getattr(direct, "node", direct), topic, type_name)


def message_class(type_name):
    """Give the class that a user named; RuntimeError if there is none."""
    from rosidl_runtime_py.utilities import get_message
    try:
        return get_message(type_name)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        raise RuntimeError("The passed message type is invalid") from error


def add_qos_arguments(parser, subscribe_or_publish, default_profile_str):
    """Give a parser the options of QoS."""
    parser.add_argument(
        "--qos-profile", choices=_PROFILES,
        help=f"the profile to {subscribe_or_publish} with (default: {default_profile_str})")
    parser.add_argument("--qos-depth", metavar="N", type=int, help="how many messages are kept")
    for policy, values in _POLICIES.items():
        parser.add_argument(f"--qos-{policy}", choices=values,
                            help=f"{policy}, in place of the profile's")
    parser.add_argument("--qos-liveliness-lease-duration-seconds", type=float,
                        help="seconds of the lease of liveliness, in place of the profile's")
    parser.set_defaults(_default_qos_profile=default_profile_str)


def profile_of(args):
    """Give the QoSProfile that the options of QoS say."""
    return qos_profile_from_short_keys(
        args.qos_profile or args._default_qos_profile, reliability=args.qos_reliability,
        durability=args.qos_durability, depth=args.qos_depth, history=args.qos_history,
        liveliness=args.qos_liveliness,
        liveliness_lease_duration_s=args.qos_liveliness_lease_duration_seconds)


def long_profile_of(args):
    """Give the same with a queue that holds a burst, unless the options say which queue."""
    profile = profile_of(args)
    if args.qos_profile is None and args.qos_depth is None and args.qos_history is None:
        profile.depth = QUEUE_DEPTH
    return profile


def names_qos(args):
    """Whether an option of QoS but --qos-profile is given."""
    return any(value is not None for value in (
        args.qos_depth, args.qos_history, args.qos_reliability, args.qos_durability,
        args.qos_liveliness, args.qos_liveliness_lease_duration_seconds))


def qos_profile_from_short_keys(preset_profile, reliability=None, durability=None, depth=None,
                                history=None, liveliness=None,
                                liveliness_lease_duration_s=None):
    """Give a profile that has a name, with some policies of other short names."""
    import copy

    from rclpy.qos import QoSPresetProfiles
    profile = copy.copy(QoSPresetProfiles.get_from_short_key(preset_profile))
    profile_configure_short_keys(profile, reliability, durability, depth, history, liveliness,
                                 liveliness_lease_duration_s)
    return profile


def profile_configure_short_keys(profile=None, reliability=None, durability=None, depth=None,
                                 history=None, liveliness=None,
                                 liveliness_lease_duration_s=None):
    """Change the policies of a profile that are given."""
    from rclpy import qos
    if history:
        profile.history = qos.HistoryPolicy.get_from_short_key(history)
    if durability:
        profile.durability = qos.DurabilityPolicy.get_from_short_key(durability)
    if reliability:
        profile.reliability = qos.ReliabilityPolicy.get_from_short_key(reliability)
    if liveliness:
        profile.liveliness = qos.LivelinessPolicy.get_from_short_key(liveliness)
    if liveliness_lease_duration_s is not None and liveliness_lease_duration_s >= 0:
        from rclpy.duration import Duration
        profile.liveliness_lease_duration = Duration(seconds=liveliness_lease_duration_s)
    if depth is not None and depth >= 0:
        profile.depth = depth
    elif profile.durability == qos.DurabilityPolicy.TRANSIENT_LOCAL and profile.depth == 0:
        profile.depth = 1


def positive_int(string):
    """Read a number above 0, for a parser."""
    try:
        value = int(string)
    except ValueError:
        value = 0
    if value <= 0:
        raise argparse.ArgumentTypeError("value must be a positive integer")
    return value


def unsigned_int(string):
    """Read a number that is not negative, for a parser."""
    from ros2cli.helpers import unsigned_int as read
    return read(string)


def positive_float(string):
    """Read a number above 0, with decimals, for a parser."""
    try:
        value = float(string)
    except ValueError:
        value = 0.0
    if not value > 0:
        raise argparse.ArgumentTypeError("Value must be positive")
    return value


class TopicNameCompleter:
    """Completes names of topics."""

    def __init__(self, *, include_hidden_topics_key=None):
        self.include_hidden_topics_key = include_hidden_topics_key

    def __call__(self, prefix, parsed_args, **kwargs):
        hidden = getattr(parsed_args, self.include_hidden_topics_key or "", False)
        with NodeStrategy(parsed_args) as node:
            return get_topic_names(node=node, include_hidden_topics=hidden)


def message_type_completer(**kwargs):
    """Complete types of messages that are installed."""
    from rosidl_runtime_py import get_message_interfaces
    return [f"{package}/{name}" for package, names in sorted(get_message_interfaces().items())
            for name in names]


class TopicTypeCompleter:
    """Completes the type of the topic that is named, or any."""

    def __init__(self, *, topic_name_key=None):
        self.topic_name_key = topic_name_key

    def __call__(self, prefix, parsed_args, **kwargs):
        if self.topic_name_key is None:
            return message_type_completer()
        topic = getattr(parsed_args, self.topic_name_key)
        with NodeStrategy(parsed_args) as node:
            types = types_of_topic(node, topic)[1]
        return types or message_type_completer()


class TopicMessagePrototypeCompleter:
    """Completes the values of a message of the type that is named."""

    def __init__(self, *, topic_type_key=None):
        self.topic_type_key = topic_type_key

    def __call__(self, prefix, parsed_args, **kwargs):
        from ros2interface.api import interface_to_yaml
        return [interface_to_yaml(getattr(parsed_args, self.topic_type_key))]
