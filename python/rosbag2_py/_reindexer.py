"""Makes the metadata of a bag from its files."""
import _rosbag2


class Reindexer:
    """Makes metadata.yaml, and the index of files that were not ended."""

    def reindex(self, storage_options):
        """Do it in the folder storage_options.uri; a RuntimeError names what is wrong there."""
        _rosbag2.reindex(storage_options)
