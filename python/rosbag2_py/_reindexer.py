"""Makes the metadata of a bag from its files."""
import _rosbag2


class Reindexer:
    """Makes metadata.yaml anew."""

    def reindex(self, storage_options):
        """Do it in the folder storage_options.uri; a RuntimeError names what is wrong there."""
        _rosbag2.reindex(storage_options)
