"""What the log of a launch looks like, and where it is."""
import datetime
import logging
import os
import sys
import warnings

from launch.logging import handlers

_SCREEN_FORMATS = {
    "default": "[{levelname}] [{name}]: {msg}",
    "default_with_timestamp": "{created:.7f} [{levelname}] [{name}]: {msg}"}
_LOG_FORMATS = {"default": "{created:.7f} [{levelname}] [{name}]: {msg}"}


class _Formatter(logging.Formatter):
    """Has the whole message as {msg}."""

    def formatMessage(self, record):
        record.msg, record.args = record.message, None
        return super().formatMessage(record)


class _ScreenHandler(handlers.StreamHandler):
    """Writes to what is standard output at that time; nobody may be reading it any more."""

    @property
    def stream(self):
        return sys.stdout

    @stream.setter
    def stream(self, _stream):
        pass

    def handleError(self, record):
        if not isinstance(sys.exc_info()[1], (BrokenPipeError, ValueError, OSError)):
            super().handleError(record)


def _make_formatter(text, named, style, what):
    if text in named:
        if style is not None:
            raise ValueError(
                f"Cannot set a custom format style for the \"{text}\" {what} format.")
        return _Formatter(named[text], style="{", validate=False)
    return _Formatter(text, style=style or "{", validate=False)


def _unescaped(text):
    return text.encode("latin1", "backslashreplace").decode("unicode_escape")


class LaunchConfig:
    """The level, the folder and the formats."""

    def __init__(self):
        self.file_handlers = {}
        self.screen_handler = None
        self.reset()

    def reset(self):
        """Begin again, as the environment says."""
        self._log_dir = None
        self.__take_handlers_away()
        self.file_handlers = {}
        self.screen_handler = None
        self.log_handler_factory = lambda path: handlers.FileHandler(path)
        self._screen_formatter = self._log_formatter = None
        self.level = logging.INFO
        self.set_screen_format(
            _unescaped(os.environ.get("OVERRIDE_LAUNCH_SCREEN_FORMAT") or "default"))
        self.set_log_format(
            _unescaped(os.environ.get("OVERRIDE_LAUNCH_LOG_FORMAT") or "default"))

    def __take_handlers_away(self):
        known = [one for one in logging.root.manager.loggerDict.values()
                 if isinstance(one, logging.Logger)]
        for handler in self.all_handlers():
            for logger in (logging.root, *known):
                logger.removeHandler(handler)
            handler.close()

    @property
    def level(self):
        return logging.root.level

    @level.setter
    def level(self, new_level):
        logging.root.setLevel(new_level)

    @property
    def log_dir(self):
        """The folder of this launch; made when it is asked for first."""
        if self._log_dir is None:
            base = _log_folder()
            now = datetime.datetime.now().strftime("%Y-%m-%d-%H-%M-%S-%f")
            path = os.path.join(base, f"{now}-{os.uname().nodename}-{os.getpid()}")
            os.makedirs(path, exist_ok=True)
            self.log_dir = path
            _link_latest(base, self._log_dir)
        return self._log_dir

    @log_dir.setter
    def log_dir(self, path):
        if self.file_handlers:
            raise RuntimeError(
                f"the log folder cannot become '{path}': '{self._log_dir}' is in use. Set it "
                "before the first logger is made, or call launch.logging.reset()")
        if not os.path.isdir(path):
            raise ValueError(f"the log folder '{path}' is not there: make it before")
        self._log_dir = path

    def set_screen_format(self, screen_format, *, screen_style=None):
        """Set the format of lines on the screen: 'default', 'default_with_timestamp', or one."""
        self._screen_formatter = _make_formatter(
            screen_format, _SCREEN_FORMATS, screen_style, "screen")
        if self.screen_handler is not None:
            self.screen_handler.setFormatter(self._screen_formatter)

    def set_log_format(self, log_format, *, log_style=None):
        """Set the format of lines in launch.log: 'default', or one."""
        self._log_formatter = _make_formatter(log_format, _LOG_FORMATS, log_style, "log")
        for handler in self.file_handlers.values():
            handler.setFormatter(self._log_formatter)

    def get_screen_handler(self):
        if self.screen_handler is None:
            self.screen_handler = _ScreenHandler()
            self.screen_handler.setFormatter(self._screen_formatter)
        return self.screen_handler

    def get_log_file_path(self, file_name="launch.log"):
        return os.path.join(self.log_dir, file_name)

    def get_log_file_handler(self, file_name="launch.log"):
        if file_name not in self.file_handlers:
            handler = self.log_handler_factory(self.get_log_file_path(file_name))
            handler.setFormatter(self._log_formatter)
            self.file_handlers[file_name] = handler
        return self.file_handlers[file_name]

    def all_handlers(self):
        return [*self.file_handlers.values(), *filter(None, [self.screen_handler])]


def _log_folder():
    if os.environ.get("ROS_LOG_DIR"):
        return os.path.expanduser(os.environ["ROS_LOG_DIR"])
    home = os.environ.get("ROS_HOME") or os.path.join("~", ".ros")
    return os.path.join(os.path.expanduser(home), "log")


def _link_latest(base, folder):
    link = os.path.join(base, "latest")
    if os.path.exists(link) and not os.path.islink(link):
        warnings.warn(f"Could not create a symlink in the logging directory {base}: 'latest' is "
                      "something else there", stacklevel=3)
        return
    made = f"{link}.{os.getpid()}"
    try:
        os.symlink(folder, made)
        os.replace(made, link)
    except OSError as error:
        warnings.warn(f"Could not create a symlink in the logging directory {base}: {error}",
                      stacklevel=3)
