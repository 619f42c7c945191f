"""What can be recorded, and what is by default."""
import fnmatch

from . import tracepoints

PROVIDER = "ros2"

#: Every event of the recorder.
EVENTS_ROS = [value for name, value in vars(tracepoints).items()
              if isinstance(value, str) and value == f"{PROVIDER}:{name}"]
DEFAULT_EVENTS_ROS = EVENTS_ROS
DEFAULT_EVENTS_UST = [f"{PROVIDER}:*"]
DEFAULT_EVENTS_KERNEL = ["sched_switch", "sched_waking"]
#: Every event has all of these, whichever are asked for.
CONTEXT = DEFAULT_CONTEXT = ["procname", "vpid", "vtid"]


def matching_events(pattern):
    """The events of the recorder that a pattern names, as of a shell."""
    return [name for name in EVENTS_ROS if fnmatch.fnmatchcase(name, pattern)]
