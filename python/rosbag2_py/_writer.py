"""Writers of bags."""
from _rosbag2 import SequentialWriter, storage_ids  # noqa: F401


def get_registered_writers():
    """Give the ids of storages that can be written."""
    return set(storage_ids())


def get_registered_serializers():
    """Give the formats that messages can be converted to: there are none."""
    return set()
