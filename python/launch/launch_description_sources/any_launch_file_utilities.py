"""Loads launch files of any format."""
import os

from launch.frontend.parser import Parser
from launch.invalid_launch_file_error import InvalidLaunchFileError
from launch.launch_description_sources.frontend_launch_file_utilities import (
    get_launch_description_from_frontend_launch_file)
from launch.launch_description_sources.python_launch_file_utilities import (
    get_launch_description_from_python_launch_file)


def get_launch_description_from_any_launch_file(launch_file_path, *, parser=Parser):
    """
    Give the description of a launch file.

    A file that is called *.py is read as Python first, another one by the front ends first.
    Raises InvalidLaunchFileError with what each of them said.
    """
    path = os.fspath(launch_file_path)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"the launch file '{path}' does not exist or is not a file")
    loaders = [lambda: get_launch_description_from_frontend_launch_file(path, parser=parser),
               lambda: get_launch_description_from_python_launch_file(path)]
    ending = os.path.splitext(path)[1].lstrip(".").lower()
    if ending == "py":
        loaders.reverse()
    errors = []
    for load in loaders:
        try:
            return load()
        except RecursionError:  # no format is right for it
            raise
        except Exception as error:  # a launch file may raise anything
            errors.append(error)
    raise InvalidLaunchFileError(ending, likely_errors=errors) from errors[0]
