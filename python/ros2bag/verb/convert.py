"""`ros2 bag convert`."""
from ros2bag import api
from ros2bag.verb import VerbExtension


class ConvertVerb(VerbExtension):
    """Write bags out of bags: merged, split, filtered, in another storage."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("-i", "--input", required=True, action="append", nargs="+",
                            metavar=("uri", "storage_id"),
                            help="a bag that is read, and its storage; may be given more than once")
        parser.add_argument("-o", "--output-options", required=True, metavar="FILE",
                            type=api.check_path_exists,
                            help="bags that are written, in YAML: a key `output_bags` with a list "
                                 "of maps, each with options of StorageOptions (uri, storage_id, "
                                 "...) and RecordOptions (all_topics, topics, regex, ...)")

    def main(self, *, args):
        for words in args.input:
            if len(words) > 2:
                return api.print_error(f"--input expects 1 or 2 arguments, {len(words)} provided")
        return api.in_words(lambda: _convert(args))


def _convert(args):
    from rosbag2_py import bag_rewrite, StorageOptions
    with api.Progress("converting") as progress:
        bag_rewrite([StorageOptions(*words) for words in args.input], args.output_options,
                    progress=progress)
