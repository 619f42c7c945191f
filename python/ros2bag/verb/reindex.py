"""`ros2 bag reindex`."""
import os

from ros2bag import api
from ros2bag.verb import VerbExtension


class ReindexVerb(VerbExtension):
    """Make the metadata of a bag from its files, and the index of files that were not ended."""

    def add_arguments(self, parser, cli_name):
        api.add_standard_reader_args(parser)

    def main(self, *, args):
        if not os.path.isdir(args.bag_path):
            return api.print_error("Must specify a bag directory")
        from rosbag2_py import Reindexer, StorageOptions
        options = StorageOptions(uri=args.bag_path, storage_id=args.storage)
        return api.in_words(lambda: Reindexer().reindex(options))
