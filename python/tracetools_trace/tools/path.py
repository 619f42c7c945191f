"""Where traces go."""
import os
import time


def append_timestamp(session_name_base):
    """A name that is new each second: `<base>-YYYYMMDDhhmmss`."""
    return time.strftime(f"{session_name_base}-%Y%m%d%H%M%S")


def get_tracing_directory():
    """$ROS_TRACE_DIR, else $ROS_HOME/tracing, with ~/.ros for ROS_HOME where that is unset."""
    folder = os.environ.get("ROS_TRACE_DIR")
    if not folder:
        folder = os.path.join(os.environ.get("ROS_HOME") or os.path.join("~", ".ros"), "tracing")
    return os.path.normpath(os.path.expanduser(folder))


def get_full_session_path(session_name, base_path=None):
    """The directory of a session's traces."""
    return os.path.join(os.path.abspath(os.path.expanduser(base_path or get_tracing_directory())),
                        session_name)
