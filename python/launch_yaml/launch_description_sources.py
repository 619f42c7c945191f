"""Launch files in YAML, to include."""
from launch.launch_description_sources import FrontendLaunchDescriptionSource
from launch_yaml.parser import Parser


class YAMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """A launch file in YAML."""

    def __init__(self, launch_file_path):
        super().__init__(
            launch_file_path, method="interpreted YAML launch file", parser=Parser)
