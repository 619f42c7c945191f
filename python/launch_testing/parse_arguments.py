"""Arguments 'name:=value'."""


def parse_launch_arguments(launch_arguments):
    """Give the pairs (name, value); RuntimeError if one is malformed."""
    from ros2launch.api import parse_launch_arguments as parse
    return parse(launch_arguments)
