"""What verbs of `ros2 bag` share: words of errors, checks of arguments, programs of rosbag2."""
import argparse
import math
import os
import sys

from ros2bag.api.qos import (  # noqa: F401
    convert_yaml_to_qos_profile, dict_to_duration, interpret_dict_as_qos_profile)


def print_error(text):
    """Give the words of an error, which the command prints with the status 1."""
    return f"[ERROR] [ros2bag]: {text}"


def print_warn(text):
    """Give the words of a warning."""
    return f"[WARN] [ros2bag]: {text}"


def _number(kind, text, least, what):
    try:
        value = kind(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text} is not the valid type ({what})") from error
    if value < least or not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"Value {text} is less than {least}, or no finite number")
    return value


def check_positive_float(text):
    """Read a number above 0, with decimals, for a parser."""
    value = _number(float, text, 0, "float")
    if value == 0:
        raise argparse.ArgumentTypeError(f"Value {text} must be greater than zero")
    return value


def check_not_negative_float(text):
    """Read a number of at least 0, with decimals, for a parser."""
    return _number(float, text, 0, "float")


def check_not_negative_int(text):
    """Read a whole number of at least 0, for a parser."""
    return _number(int, text, 0, "int")


def check_path_exists(text):
    """Read the path of something that is there, for a parser."""
    if not os.path.exists(text):
        raise argparse.ArgumentTypeError(f"Bag path '{text}' does not exist!")
    return text


def create_bag_directory(uri):
    """Make the folder of a bag; of what fails, give the words."""
    try:
        os.makedirs(uri)
    except OSError as error:
        return print_error(f"Could not create bag folder '{uri}': {error.strerror}.")
    return None


class SplitLineFormatter(argparse.HelpFormatter):
    """Keeps the lines of a help text as they are written."""

    def _split_lines(self, text, width):
        return [part for line in text.splitlines()
                for part in super(SplitLineFormatter, self)._split_lines(line, width)]


def convert_service_to_service_event_topic(services):
    """Give the topics with the events of these services; they may be such topics already."""
    end = "/_service_event"
    return [name if name.endswith(end) else name + end for name in services or []]


def add_standard_reader_args(parser):
    """Give a parser the arguments that name a bag which is read."""
    parser.add_argument("bag_path", type=check_path_exists,
                        help="the bag: its folder, or one of its files")
    parser.add_argument("-s", "--storage", default="", metavar="ID",
                        help="mcap, sqlite3 or a plugin's; without it as the bag says")


def add_storage_config(parser):
    """Give a parser the option for a file with settings of the storage."""
    parser.add_argument("--storage-config-file", metavar="FILE", type=check_path_exists,
                        help="settings of the storage, in YAML")


def add_log_level(parser):
    """Give a parser the option that says how much is logged."""
    parser.add_argument("--log-level", default="info",
                        choices=["debug", "info", "warn", "error", "fatal"],
                        help="what is logged: from this level on (info)")


def in_words(work):
    """Call work and give what it gives; of what fails, the words, with the status 1."""
    try:
        return work()
    except RuntimeError as error:
        return print_error(error)


class Progress:
    """Shows on a terminal how far a long work is; elsewhere nothing.

    To be called with how many messages are done, of how many; close() clears the line.
    """

    def __init__(self, what):
        self._what = what
        self._shown = False
        self._to = sys.stderr

    def __call__(self, done, every):
        if not self._to.isatty():
            return
        share = f" {100 * min(done, every) // every:3d} %" if every else ""
        self._to.write(f"\r{self._what}:{share} {done} messages\x1b[K")
        self._to.flush()
        self._shown = True

    def close(self):
        """Clear the line."""
        if self._shown:
            self._to.write("\r\x1b[K")
            self._to.flush()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Parameters:
    """Parameters of a node, as words of a command line."""

    def __init__(self):
        self._words = []

    def set(self, name, value):
        """Give a parameter; nothing and an empty list leave it at its default."""
        import json
        if value is None or value == [] or value == "":
            return
        self._words += ["-p", f"{name}:={json.dumps(value, ensure_ascii=False)}"]  # JSON is YAML

    def set_seconds(self, name, seconds):
        """Give a time as two parameters, of whole seconds and of nanoseconds."""
        nanoseconds = round(seconds * 1_000_000_000)
        self.set_nanoseconds(name, nanoseconds)

    def set_nanoseconds(self, name, nanoseconds):
        """Give a time in nanoseconds as two parameters."""
        whole, rest = divmod(nanoseconds, 1_000_000_000)
        self.set(f"{name}.sec", whole)
        self.set(f"{name}.nsec", rest)

    def words(self):
        """Give the arguments."""
        return list(self._words)


def become(program, parameters, *words, log_level="info", node_name=None):
    """Run a program of rosbag2_transport in the place of this one: its status is the command's."""
    import ranvier_prefix
    path = os.path.join(ranvier_prefix.folder(), "lib", "rosbag2_transport", program)
    if not os.access(path, os.X_OK):
        return print_error(f"There is no program '{path}'. Install Ranvier with rosbag2_transport.")
    renamed = ["-r", f"__node:={node_name}"] if node_name else []
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(path, [path, *words, "--ros-args", "--log-level", log_level, *renamed,
                    *parameters.words()])
