"""`ros2 bag cut`."""
import decimal

from ros2bag import api
from ros2bag.verb import VerbExtension

NS = 1_000_000_000
LAST_NS = 2**63 - 1


class CutVerb(VerbExtension):
    """Write a part of a bag, by time and topics, into a bag of its own."""

    def add_arguments(self, parser, cli_name):
        api.add_standard_reader_args(parser)
        parser.add_argument("-o", "--output", required=True, metavar="FOLDER",
                            help="the folder of the new bag, which must not be there")
        for end, word in (("start", "first"), ("end", "last")):
            group = parser.add_mutually_exclusive_group()
            group.add_argument(f"--{end}", type=_seconds, metavar="S",
                               help=f"the {word} time that is kept, in seconds from the bag's start")
            group.add_argument(f"--{end}-time-ns", type=api.check_not_negative_int, metavar="NS",
                               help="the same in nanoseconds since the epoch")
        parser.add_argument("--topics", nargs="+", default=[], metavar="TOPIC",
                            help="only these, and those of --regex")
        parser.add_argument("-e", "--regex", default="", metavar="REGEX",
                            help="only topics and services in whose names it is found")
        parser.add_argument("--exclude-topics", nargs="+", default=[], metavar="TOPIC",
                            help="not these")
        parser.add_argument("-x", "--exclude-regex", default="", metavar="REGEX",
                            help="not topics and services in whose names it is found")
        parser.add_argument("--output-storage", default="", metavar="ID",
                            help="the storage of the new bag; without it that of the old one")
        parser.add_argument("--storage-preset-profile", default="", metavar="NAME",
                            help="a preset of that storage")

    def main(self, *, args):
        return api.in_words(lambda: _cut(args))


def _seconds(text):
    """Read seconds as nanoseconds, exactly."""
    api.check_not_negative_float(text)
    return int(decimal.Decimal(text) * NS)


def _cut(args):
    import _rosbag2
    from rosbag2_py import Info, StorageOptions
    metadata = Info().read_metadata(args.bag_path, args.storage)
    begin = _rosbag2.first_time(args.bag_path, args.storage)
    output = StorageOptions(
        uri=args.output, storage_id=args.output_storage or metadata.storage_identifier,
        storage_preset_profile=args.storage_preset_profile,
        start_time_ns=_time(args.start, args.start_time_ns, begin),
        end_time_ns=_time(args.end, args.end_time_ns, begin))
    with api.Progress("cutting") as progress:
        _rosbag2.rewrite([StorageOptions(args.bag_path, args.storage)],
                         [(output, _choice(args))], progress)


def _time(offset, time, begin):
    if offset is not None:
        return min(begin + offset, LAST_NS)
    return -1 if time is None else time


def _choice(args):
    from rosbag2_py import RecordOptions
    everything = not (args.topics or args.regex)
    return RecordOptions(
        all_topics=everything, all_services=everything, topics=args.topics, regex=args.regex,
        exclude_topics=args.exclude_topics, exclude_regex=args.exclude_regex,
        include_hidden_topics=True, compression_mode="none")
