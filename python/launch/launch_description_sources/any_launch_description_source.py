"""A launch file of any format."""
from launch.frontend.parser import Parser
from launch.launch_description_source import LaunchDescriptionSource
from launch.launch_description_sources.any_launch_file_utilities import (
    get_launch_description_from_any_launch_file)


class AnyLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file, whose format is found by the ending of its name, or by trying."""

    def __init__(self, launch_file_path):
        super().__init__(None, launch_file_path, "interpreted launch file")

    def _get_launch_description(self, location):
        return get_launch_description_from_any_launch_file(location, parser=Parser)
