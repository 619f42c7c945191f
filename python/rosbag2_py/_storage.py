"""Where a bag lies, how its files are written, and what it says of itself."""
import enum

from _rosbag2 import (  # noqa: F401
    BagMetadata, convert_rclcpp_qos_to_rclpy_qos, Duration, FileInformation,
    get_default_storage_id, MessageDefinition, MetadataIo, QoS, rmw_qos_durability_policy_t,
    rmw_qos_history_policy_t, rmw_qos_liveliness_policy_t, rmw_qos_reliability_policy_t,
    to_rclcpp_qos_vector, TopicInformation, TopicMetadata)
from rosbag2_py._options import Options


class StorageOptions(Options):
    """The folder of a bag, its storage and its bounds; all but the first are optional."""

    DEFAULTS = {
        "uri": "", "storage_id": "", "max_bagfile_size": 0, "max_bagfile_duration": 0,
        "max_cache_size": 0, "storage_preset_profile": "", "storage_config_uri": "",
        "snapshot_mode": False, "start_time_ns": -1, "end_time_ns": -1, "custom_data": {}}

    def __init__(self, uri, *in_order, **values):
        super().__init__(uri, *in_order, **values)


class ConverterOptions(Options):
    """Formats of messages: both are "cdr" or empty, for no other is known."""

    DEFAULTS = {"input_serialization_format": "", "output_serialization_format": ""}


class StorageFilter(Options):
    """Which topics are read: those of the first three, or all if those are empty; less the rest."""

    DEFAULTS = {"topics": [], "services_events": [], "regex": "", "exclude_topics": [],
                "exclude_service_events": [], "regex_to_exclude": ""}


class ReadOrderSortBy(enum.IntEnum):
    """By what messages are sorted. No storage sorts by PublishedTimestamp."""

    ReceivedTimestamp = 0
    PublishedTimestamp = 1
    File = 2


class ReadOrder(Options):
    """In which order a bag is read."""

    DEFAULTS = {"sort_by": ReadOrderSortBy.ReceivedTimestamp, "reverse": False}
