"""`ros2 bag record`."""
import datetime
import os

from ros2bag import api
from ros2bag.verb import VerbExtension

SELECTING = ("all", "all_topics", "all_services", "services", "topics", "topic_types", "regex")


class RecordVerb(VerbExtension):
    """Record topics into a bag."""

    def add_arguments(self, parser, cli_name):
        add_recorder_arguments(parser)

    def main(self, *, args):
        if args.topics_positional:
            print(api.print_warn("Positional \"topics\" argument deprecated. Please use optional "
                                 "\"--topics\" argument instead."))
        wrong = validate_parsed_arguments(args, args.output)
        if wrong:
            return wrong
        return api.become("recorder", _parameters(args), log_level=args.log_level,
                          node_name=args.node_name)


def add_recorder_arguments(parser):
    """Add the options of record: for commands of others that record."""
    _add_choice(parser)
    _add_storage(parser)
    _add_node(parser)
    _add_compression(parser)
    api.add_log_level(parser)


def validate_parsed_arguments(args, uri):
    """Give the error to print for options that do not go together; None if they do.

    uri is the bag's folder, which must not be there. Options that mean others are spread in args.
    """
    if args.topics_positional:
        args.topics = args.topics + args.topics_positional
    args.all_topics = args.all_topics or args.all
    args.all_services = args.all_services or args.all
    wrong = _what_is_wrong(args, uri)
    if wrong:
        return api.print_error(wrong)
    for winner, overridden in ((args.all_services, "services"), (args.all_topics, "topics")):
        if winner and getattr(args, overridden):
            print(api.print_warn(f"--all or --all-{overridden} will override --{overridden}"))
    if (args.all_topics or args.all_services) and args.regex:
        print(api.print_warn("--all, --all-topics or --all-services will override --regex"))
    return None


def _add_choice(parser):
    parser.add_argument("topics_positional", nargs="*", metavar="topics",
                        help="deprecated: write --topics")
    for option, what in (("--topics", "topics"), ("--topic-types", "types of topics"),
                         ("--services", "services, by their events"),
                         ("--exclude-topics", "topics that are left out"),
                         ("--exclude-topic-types", "types of topics that are left out"),
                         ("--exclude-services", "services that are left out")):
        parser.add_argument(option, nargs="+", metavar="NAME", default=[], help=what)
    parser.add_argument("-a", "--all", action="store_true", help="all topics and services")
    parser.add_argument("--all-topics", action="store_true", help="all topics")
    parser.add_argument("--all-services", action="store_true", help="all services")
    parser.add_argument("-e", "--regex", default="", help="topics and services by an expression "
                                                          "that is found in the name")
    parser.add_argument("--exclude-regex", default="", help="those that are left out")
    parser.add_argument("--include-unpublished-topics", action="store_true",
                        help="also topics that nobody publishes to")
    parser.add_argument("--include-hidden-topics", action="store_true", help="also hidden topics")
    parser.add_argument("--ignore-leaf-topics", action="store_true",
                        help="not topics that nobody subscribes to")
    parser.add_argument("--no-discovery", action="store_true",
                        help="only topics that are there at the start")
    parser.add_argument("-p", "--polling-interval", type=api.check_not_negative_int, default=100,
                        metavar="MS", help="how often new topics are looked for (100)")


def _add_storage(parser):
    parser.add_argument("-o", "--output", metavar="FOLDER",
                        help="the bag's folder, which must not be there (rosbag2_<date and time>)")
    parser.add_argument("-s", "--storage", default="mcap", metavar="ID",
                        help="how files are written: mcap or sqlite3 (mcap)")
    parser.add_argument("-b", "--max-bag-size", type=api.check_not_negative_int, default=0,
                        metavar="BYTES", help="begin another file at this size; 0: never (0)")
    parser.add_argument("-d", "--max-bag-duration", type=api.check_not_negative_int, default=0,
                        metavar="SECONDS", help="begin another file after this time; 0: never (0)")
    parser.add_argument("--max-cache-size", type=api.check_not_negative_int,
                        default=100 * 1024 * 1024, metavar="BYTES",
                        help="messages that may wait to be written; 0: none (104857600)")
    parser.add_argument("--snapshot-mode", action="store_true",
                        help="keep messages in the cache, and write them when ~/snapshot is called")
    parser.add_argument("--custom-data", nargs="+", metavar="KEY=VALUE",
                        help="goes into the bag's metadata")
    parser.add_argument("--storage-preset-profile", default="", metavar="NAME",
                        help="a preset of the storage; mcap: none, fastwrite, zstd_fast, "
                             "zstd_small; sqlite3: none, resilient")
    api.add_storage_config(parser)


def _add_node(parser):
    parser.add_argument("--qos-profile-overrides-path", metavar="FILE", type=api.check_path_exists,
                        help="QoS of subscriptions, in YAML")
    parser.add_argument("-f", "--serialization-format", default="", choices=["cdr"],
                        help="cdr, which messages have anyway")
    parser.add_argument("--disable-keyboard-controls", action="store_true",
                        help="space does not pause")
    parser.add_argument("--start-paused", action="store_true", help="begin paused")
    parser.add_argument("--use-sim-time", action="store_true",
                        help="times are those of /clock, and nothing is recorded before it")
    parser.add_argument("--node-name", default="rosbag2_recorder", metavar="NAME",
                        help="name of the recorder's node (rosbag2_recorder)")


def _add_compression(parser):
    parser.add_argument("--compression-mode", default="none", choices=["none", "file", "message"],
                        help="what is compressed by rosbag2 (none)")
    parser.add_argument("--compression-format", default="", metavar="NAME", help="zstd")
    parser.add_argument("--compression-queue-size", type=api.check_not_negative_int, default=1,
                        metavar="N", help="files or messages that may wait; 0: any number (1)")
    parser.add_argument("--compression-threads", type=api.check_not_negative_int, default=0,
                        metavar="N", help="0: one for each CPU (0)")
    parser.add_argument("--compression-threads-priority", type=int, default=0, metavar="N",
                        help="their nice value (0)")


def _what_is_wrong(args, uri):
    """Give the words for options that do not go together; nothing if they do."""
    if not any(getattr(args, name) for name in SELECTING):
        return ("Need to specify at least one option out of --all, --all-topics, --all-services, "
                "--services, --topics, --topic-types or --regex")
    many_topics = args.all_topics or args.topic_types or args.regex
    if args.exclude_topics and not many_topics:
        return ("--exclude-topics argument requires either --all, --all-topics, --topic-types or "
                "--regex")
    if args.exclude_topic_types and not many_topics:
        return ("--exclude-topic-types argument requires either --all, --all-topics or --regex")
    if args.exclude_services and not (args.all_services or args.regex):
        return "--exclude-services argument requires either --all, --all-services or --regex"
    if args.exclude_regex and not (args.all_topics or args.all_services or many_topics):
        return ("--exclude-regex argument requires either --all, --all-topics, --topic-types, "
                "--all-services or --regex")
    return _what_is_wrong_with_storage(args, uri)


def _what_is_wrong_with_storage(args, uri):
    if uri and os.path.isdir(uri):
        return f"Output folder '{uri}' already exists."
    if args.use_sim_time and args.no_discovery:
        return ("--use-sim-time and --no-discovery both set, but are incompatible settings. The "
                "/clock topic needs to be discovered to record with sim time.")
    if args.compression_format and args.compression_mode == "none":
        return "Invalid choice: Cannot specify compression format without a compression mode."
    if args.snapshot_mode and not args.max_cache_size:
        return ("In snapshot mode, the max_cache_size must be greater than zero: it is what a "
                "snapshot holds.")
    for pair in args.custom_data or []:
        if "=" not in pair or pair.startswith("="):
            return f"Custom data '{pair}' is no KEY=VALUE: write for example 'robot=r2'."
    return None


def _parameters(args):
    parameters = api.Parameters()
    name = datetime.datetime.now().strftime("rosbag2_%Y_%m_%d-%H_%M_%S")
    for key, value in (
            ("uri", args.output or name), ("storage_id", args.storage),
            ("storage_config_uri", args.storage_config_file),
            ("max_bagfile_size", args.max_bag_size),
            ("max_bagfile_duration", args.max_bag_duration),
            ("max_cache_size", args.max_cache_size),
            ("storage_preset_profile", args.storage_preset_profile),
            ("snapshot_mode", args.snapshot_mode), ("custom_data", args.custom_data)):
        parameters.set(f"storage.{key}", value)
    for key in ("all_topics", "all_services", "topics", "topic_types", "services", "exclude_topics",
                "exclude_topic_types", "exclude_services", "regex", "exclude_regex",
                "include_unpublished_topics", "include_hidden_topics", "ignore_leaf_topics",
                "qos_profile_overrides_path", "disable_keyboard_controls", "start_paused",
                "compression_mode", "compression_format", "compression_queue_size",
                "compression_threads", "compression_threads_priority"):
        parameters.set(f"record.{key}", getattr(args, key))
    parameters.set("record.is_discovery_disabled", args.no_discovery)
    parameters.set("record.topic_polling_interval", max(1, args.polling_interval))
    parameters.set("record.rmw_serialization_format", args.serialization_format)
    if args.use_sim_time:
        parameters.set("use_sim_time", True)
    return parameters
