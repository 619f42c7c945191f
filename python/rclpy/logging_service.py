"""The services by which peers see and set the levels of loggers."""
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)


class LoggingService:
    """Serves ~/get_logger_levels and ~/set_logger_levels of a node."""

    def __init__(self, node):
        node.handle.serve_loggers()
