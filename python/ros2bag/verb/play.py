"""`ros2 bag play`."""
import math
import os

from ros2bag import api
from ros2bag.verb import VerbExtension


class PlayVerb(VerbExtension):
    """Publish what a bag has recorded."""

    def add_arguments(self, parser, cli_name):
        add_bag(parser)
        _add_choice(parser)
        _add_time(parser)
        _add_clock(parser)
        _add_publishers(parser)
        api.add_log_level(parser)

    def main(self, *, args):
        parameters = api.Parameters()
        wrong = set_bags(parameters, args)
        if wrong:
            return api.print_error(wrong)
        _set_choice(parameters, args)
        _set_time(parameters, args)
        _set_clock(parameters, args)
        return api.become("player", parameters, log_level=args.log_level)


def add_bag(parser):
    """Give a parser the arguments that name a bag."""
    parser.add_argument("bag_path", nargs="?", type=api.check_path_exists,
                        help="the bag: its folder, or one of its files")
    parser.add_argument("-s", "--storage", default="", metavar="ID",
                        help="mcap or sqlite3; without it as the bag says")
    parser.add_argument("-i", "--input", nargs="+", action="append", metavar=("URI", "ID"),
                        help="a bag, and its storage, in place of bag_path; several are played as "
                             "one, by the times of their messages")
    parser.add_argument("--read-ahead-queue-size", type=api.check_not_negative_int, default=1000,
                        metavar="N", help="accepted; what is read ahead is bounded in bytes")
    parser.add_argument("--topics", nargs="+", metavar="NAME", help="topics (all)")
    parser.add_argument("--services", nargs="+", metavar="NAME", help="services (all)")
    parser.add_argument("--qos-profile-overrides-path", metavar="FILE", type=api.check_path_exists,
                        help="QoS of publishers, in YAML")
    parser.add_argument("-m", "--remap", nargs="+", default=[], metavar="A:=B",
                        help="publish to B what was recorded of A")
    parser.add_argument("--start-offset", type=api.check_not_negative_float, default=0.0,
                        metavar="SECONDS", help="begin so far into the bag (0)")
    api.add_storage_config(parser)


def set_bags(parameters, args):
    """Give the parameters that name the bag, or the bags; or say what is wrong."""
    if bool(args.bag_path) == bool(args.input):
        return "Name the bag by its path, or each of several by --input"
    parameters.set("storage.storage_config_uri", args.storage_config_file)
    if args.bag_path:
        parameters.set("storage.uri", args.bag_path)
        parameters.set("storage.storage_id", args.storage)
        return ""
    for words in args.input:
        if len(words) > 2:
            return f"--input takes a path and a storage; it was given {len(words)} words"
        if not os.path.exists(words[0]):
            return f"Bag path '{words[0]}' does not exist!"
    parameters.set("storage.input_uris", [words[0] for words in args.input])
    parameters.set("storage.input_storage_ids",
                   [words[1] if len(words) > 1 else args.storage for words in args.input])
    return ""


def _add_choice(parser):
    parser.add_argument("--exclude-topics", nargs="+", metavar="NAME", help="topics to leave out")
    parser.add_argument("--exclude-services", nargs="+", metavar="NAME",
                        help="services to leave out")
    parser.add_argument("-e", "--regex", default="", help="an expression for whole names (all)")
    parser.add_argument("-x", "--exclude-regex", default="", help="those to leave out")


def _add_time(parser):
    parser.add_argument("-r", "--rate", type=api.check_positive_float, default=1.0,
                        help="seconds of the bag in one second (1)")
    parser.add_argument("-l", "--loop", action="store_true", help="begin again at the end")
    parser.add_argument("-d", "--delay", type=api.check_not_negative_float, default=0.0,
                        metavar="SECONDS", help="wait before each begin (0)")
    parser.add_argument("--playback-duration", type=float, default=-1.0, metavar="SECONDS",
                        help="play so much of the bag; negative: all")
    until = parser.add_mutually_exclusive_group()
    until.add_argument("--playback-until-sec", type=float, default=-1.0, metavar="SECONDS",
                       help="play until this time, since the epoch; negative: the end. Of "
                            "duration and time the later counts")
    until.add_argument("--playback-until-nsec", type=int, default=-1, metavar="NANOSECONDS",
                       help="the same in nanoseconds")
    parser.add_argument("-p", "--start-paused", action="store_true", help="begin paused")
    parser.add_argument("--disable-keyboard-controls", action="store_true",
                        help="keys do nothing")


def _add_clock(parser):
    parser.add_argument("--clock", type=api.check_positive_float, nargs="?", const=40.0,
                        default=0.0, metavar="HZ", help="publish /clock so often (40)")
    topics = parser.add_mutually_exclusive_group()
    topics.add_argument("--clock-topics", nargs="+", default=[], metavar="NAME",
                        help="publish /clock before each message of these topics")
    topics.add_argument("--clock-topics-all", action="store_true",
                        help="publish /clock before each message")


def _add_publishers(parser):
    parser.add_argument("--wait-for-all-acked", type=api.check_not_negative_int, default=-1,
                        metavar="MS", help="wait at the end until all messages are acknowledged; "
                                           "0: for as long as it takes")
    parser.add_argument("--disable-loan-message", action="store_true",
                        help="accepted: a message is copied once either way")
    parser.add_argument("--publish-service-requests", action="store_true",
                        help="send recorded requests again; do not publish events of services")
    parser.add_argument("--service-requests-source", default="service_introspection",
                        choices=["service_introspection", "client_introspection"],
                        help="of whose events: the server's or the clients' "
                             "(service_introspection)")


def set_common(parameters, args):
    """Give the parameters that `play` and `burst` share."""
    parameters.set("play.read_ahead_queue_size", max(1, args.read_ahead_queue_size))
    parameters.set("play.topics_to_filter", args.topics)
    parameters.set("play.services_to_filter",
                   api.convert_service_to_service_event_topic(args.services))
    parameters.set("play.qos_profile_overrides_path", args.qos_profile_overrides_path)
    parameters.set("play.topic_remapping_options", args.remap)
    parameters.set_seconds("play.start_offset", args.start_offset)


def _set_choice(parameters, args):
    set_common(parameters, args)
    parameters.set("play.exclude_topics_to_filter", args.exclude_topics)
    parameters.set("play.exclude_services_to_filter",
                   api.convert_service_to_service_event_topic(args.exclude_services))
    parameters.set("play.regex_to_filter", args.regex)
    parameters.set("play.exclude_regex_to_filter", args.exclude_regex)
    parameters.set("play.disable_loan_message", args.disable_loan_message)
    parameters.set("play.publish_service_request", args.publish_service_requests)
    parameters.set("play.service_requests_source", args.service_requests_source)


def _set_time(parameters, args):
    parameters.set("play.rate", args.rate)
    if args.wait_for_all_acked >= 0:
        parameters.set_nanoseconds("play.wait_acked_timeout", args.wait_for_all_acked * 1_000_000)
    parameters.set("play.loop", args.loop)
    parameters.set_seconds("play.delay", args.delay)
    if args.playback_duration >= 0 and math.isfinite(args.playback_duration):
        parameters.set_seconds("play.playback_duration", args.playback_duration)
    if args.playback_until_nsec >= 0:
        parameters.set_nanoseconds("play.playback_until_timestamp", args.playback_until_nsec)
    elif args.playback_until_sec >= 0 and math.isfinite(args.playback_until_sec):
        parameters.set_seconds("play.playback_until_timestamp", args.playback_until_sec)
    parameters.set("play.start_paused", args.start_paused)
    parameters.set("play.disable_keyboard_controls", args.disable_keyboard_controls)


def _set_clock(parameters, args):
    parameters.set("play.clock_publish_frequency", args.clock)
    parameters.set("play.clock_trigger_topics", args.clock_topics)
    parameters.set("play.clock_publish_on_topic_publish",
                   bool(args.clock_topics or args.clock_topics_all))
