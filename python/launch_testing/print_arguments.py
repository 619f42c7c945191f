"""The arguments of the description of a test."""


def print_arguments_of_launch_description(*, launch_description):
    """Print which arguments a description takes."""
    from ros2launch.api import print_arguments_of_launch_description as print_them
    print_them(launch_description=launch_description)
