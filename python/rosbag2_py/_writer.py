"""Writers of bags."""
from _rosbag2 import (  # noqa: F401
    compressor_ids, SequentialCompressionWriter, SequentialWriter, storage_ids)


def get_registered_writers():
    """Give the ids of storages that can be written."""
    return set(storage_ids())


def get_registered_compressors():
    """Give the formats of plugins that compress."""
    return set(compressor_ids())


def get_registered_serializers():
    """Give the formats that messages can be converted to: there are none."""
    return set()
