"""Loads launch files by a front end."""
from launch import places
from launch.frontend.parser import InvalidFrontendLaunchFileError, Parser

__all__ = ["InvalidFrontendLaunchFileError", "get_launch_description_from_frontend_launch_file"]


def get_launch_description_from_frontend_launch_file(launch_file_path, *, parser=Parser):
    """Give the description of a launch file in XML, YAML or a format that a package brings."""
    try:
        root_entity, its_parser = parser.load(launch_file_path)
        return its_parser.parse_description(root_entity)
    except Exception as error:
        places.note(error, file=getattr(launch_file_path, "name", launch_file_path))
        raise
