"""What packages that launch files use of `ros2 launch`."""
from ros2launch.api.api import (
    LaunchFileNameCompleter, MultipleLaunchFilesError, get_launch_file_paths,
    get_share_file_path_from_package, is_launch_file, launch_a_launch_file,
    parse_launch_arguments, print_a_launch_file, print_arguments_of_launch_description,
    print_arguments_of_launch_file)
from ros2launch.option import get_option_extensions

__all__ = [
    "LaunchFileNameCompleter", "MultipleLaunchFilesError", "get_launch_file_paths",
    "get_option_extensions", "get_share_file_path_from_package", "is_launch_file",
    "launch_a_launch_file", "parse_launch_arguments", "print_a_launch_file",
    "print_arguments_of_launch_description", "print_arguments_of_launch_file"]
