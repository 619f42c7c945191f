"""What of a bag is compressed, and how."""
import enum

from rosbag2_py._options import Options


class CompressionMode(enum.IntEnum):
    """Nothing, each file when it has ended, or each message by itself."""

    NONE = 0
    FILE = 1
    MESSAGE = 2


NONE, FILE, MESSAGE = CompressionMode


class CompressionOptions(Options):
    """The format is "zstd"; without threads there is one for each CPU. Nothing is dropped."""

    DEFAULTS = {"compression_format": "", "compression_mode": CompressionMode.NONE,
                "compression_queue_size": 1, "compression_threads": 0}


def compression_mode_from_string(text):
    """Give the mode of that name, in any case; NONE for other texts."""
    return CompressionMode.__members__.get(text.upper(), CompressionMode.NONE)


def compression_mode_to_string(mode):
    """Give its name."""
    return CompressionMode(mode).name
