"""Readers of bags."""
from _rosbag2 import SequentialReader, storage_ids

SequentialCompressionReader = SequentialReader  # a bag says itself how it is compressed


def get_registered_readers():
    """Give the ids of storages that can be read."""
    return set(storage_ids())
