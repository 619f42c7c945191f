"""A launch file of a front end."""
from launch.frontend.parser import Parser
from launch.launch_description_source import LaunchDescriptionSource
from launch.launch_description_sources.frontend_launch_file_utilities import (
    get_launch_description_from_frontend_launch_file)


class FrontendLaunchDescriptionSource(LaunchDescriptionSource):
    """A launch file in XML, YAML or a format that a package brings."""

    def __init__(self, launch_file_path, *, method="interpreted frontend launch file",
                 parser=Parser):
        super().__init__(None, launch_file_path, method)
        self.__parser = parser

    def _get_launch_description(self, location):
        return get_launch_description_from_frontend_launch_file(location, parser=self.__parser)
