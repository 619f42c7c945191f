"""A launch file in Python."""
from launch.launch_description_source import LaunchDescriptionSource
from launch.launch_description_sources.python_launch_file_utilities import (
    get_launch_description_from_python_launch_file)


class PythonLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file that defines generate_launch_description()."""

    def __init__(self, launch_file_path):
        super().__init__(None, launch_file_path, "interpreted python launch file")

    def _get_launch_description(self, location):
        return get_launch_description_from_python_launch_file(location)
