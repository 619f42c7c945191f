"""Bags from Python: recorders and players, and their options.

Names of ROS 2's package of this name; docs/differences.md says where it differs.
"""
from rosbag2_py._storage import StorageOptions
from rosbag2_py._transport import (
    Player, PlayOptions, Recorder, RecordOptions, ServiceRequestsSource)

__all__ = ["Player", "PlayOptions", "RecordOptions", "Recorder", "ServiceRequestsSource",
           "StorageOptions"]
