"""Launch files in XML, to include."""
from launch.launch_description_sources import FrontendLaunchDescriptionSource
from launch_xml.parser import Parser


class XMLLaunchDescriptionSource(FrontendLaunchDescriptionSource):
    """A launch file in XML."""

    def __init__(self, launch_file_path):
        super().__init__(
            launch_file_path, method="interpreted XML launch file", parser=Parser)
