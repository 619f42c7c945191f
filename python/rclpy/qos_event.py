"""The old name of rclpy.event_handler."""
import warnings

from rclpy.event_handler import *  # noqa: F401,F403
from rclpy.event_handler import (  # noqa: F401
    EventHandler, PublisherEventCallbacks, QoSEventHandler, SubscriptionEventCallbacks)
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)

warnings.warn("importing 'qos_event' is deprecated; import 'event_handler' instead",
              stacklevel=2)
