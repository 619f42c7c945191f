"""Traces of what a launch starts: the action Trace, in XML and YAML the tag `trace`."""
from launch.frontend import expose_action
from tracetools_launch.action import Trace

expose_action("trace")(Trace)

__all__ = ["Trace"]
