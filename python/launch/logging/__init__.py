"""
The log of a launch: on the screen, and in a folder of its own for each launch.

The folder is $ROS_LOG_DIR, $ROS_HOME/log or ~/.ros/log; the folder of the last launch in it is
linked to as 'latest'.
"""
import logging

from launch.logging import handlers
from launch.logging.config import LaunchConfig
from launch.logging.output import output_loggers

__all__ = ["LaunchConfig", "LaunchLogger", "get_logger", "get_output_loggers", "handlers",
           "launch_config", "log_launch_config", "reset"]


class LaunchLogger(logging.getLoggerClass()):
    """A logger whose records launch formats."""


launch_config = LaunchConfig()
_named = set()


def get_logger(name=None):
    """Give a logger that writes to the screen and to launch.log; None: the root of them."""
    root = logging.getLogger()
    for handler in (launch_config.get_screen_handler(), launch_config.get_log_file_handler()):
        if handler not in root.handlers:
            root.addHandler(handler)
    if name is not None:
        _named.add(name)
    return logging.getLogger(name)


def get_output_loggers(process_name, output_config):
    """Give the loggers of the standard output and the standard error of a process."""
    return output_loggers(launch_config, process_name, output_config)


def log_launch_config(*, logger=logging.root):
    """Say where the log is, and from which level on something is logged."""
    logger.info(f"All log files can be found below {launch_config.log_dir}")
    logger.info(
        f"Default logging verbosity is set to {logging.getLevelName(launch_config.level)}")


def reset():
    """Forget the handlers and the folder; the next logger begins a new folder."""
    for name in _named:
        logging.getLogger(name).setLevel(logging.NOTSET)
    _named.clear()
    launch_config.reset()


logging.setLoggerClass(LaunchLogger)
