"""Bags from Python: readers, writers, recorders and players, and their options.

Names of ROS 2's package of this name; docs/differences.md says where it differs.
"""
from rosbag2_py._compression_options import (
    compression_mode_from_string, compression_mode_to_string, CompressionMode, CompressionOptions)
from rosbag2_py._info import Info
from rosbag2_py._message_definitions import LocalMessageDefinitionSource
from rosbag2_py._reader import (
    get_registered_readers, SequentialCompressionReader, SequentialReader)
from rosbag2_py._reindexer import Reindexer
from rosbag2_py._rewrite import bag_rewrite
from rosbag2_py._storage import (
    BagMetadata, convert_rclcpp_qos_to_rclpy_qos, ConverterOptions, FileInformation,
    get_default_storage_id, MessageDefinition, MetadataIo, ReadOrder, ReadOrderSortBy,
    StorageFilter, StorageOptions, to_rclcpp_qos_vector, TopicInformation, TopicMetadata)
from rosbag2_py._transport import (
    Player, PlayOptions, Recorder, RecordOptions, ServiceRequestsSource)
from rosbag2_py._writer import (
    get_registered_compressors, get_registered_serializers, get_registered_writers,
    SequentialCompressionWriter, SequentialWriter)

__all__ = [
    "BagMetadata", "CompressionMode", "CompressionOptions", "ConverterOptions", "FileInformation",
    "Info", "LocalMessageDefinitionSource", "MessageDefinition", "MetadataIo", "PlayOptions",
    "Player", "ReadOrder", "ReadOrderSortBy", "RecordOptions", "Recorder", "Reindexer",
    "SequentialCompressionReader", "SequentialCompressionWriter", "SequentialReader",
    "SequentialWriter", "ServiceRequestsSource", "StorageFilter", "StorageOptions",
    "TopicInformation", "TopicMetadata", "bag_rewrite", "compression_mode_from_string",
    "compression_mode_to_string", "convert_rclcpp_qos_to_rclpy_qos", "get_default_storage_id",
    "get_registered_compressors", "get_registered_readers", "get_registered_serializers",
    "get_registered_writers", "to_rclcpp_qos_vector"]
