"""Where a launch description comes from."""
import os

from launch.logging import get_logger
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


class LaunchDescriptionSource:
    """
    Something that gives a launch description.

    :param launch_description: it, or None: _get_launch_description() of a subclass gives it.
    :param location: the file, as a text or substitutions.
    :param method: how it is made, for people.
    """

    def __init__(self, launch_description=None, location="<string>",
                 method="unspecified mechanism from a script"):
        self.__launch_description = launch_description
        self.__location = normalize_to_list_of_substitutions(location)
        self.__expanded_location = None
        self.__method = method

    def try_get_launch_description_without_context(self):
        """
        Give the description, or None if it cannot be had before the launch runs.

        What a file gives may depend on what earlier actions do, so it is loaded again then.
        """
        if self.__launch_description is not None:
            return self.__launch_description
        try:
            return self._get_launch_description(self._location_without_context())
        except Exception as error:
            get_logger("launch").debug(
                f"'{self.location}' cannot be looked into before the launch runs: {error}")
            return None

    def _location_without_context(self):
        """Give the path, as far as it is known before the launch runs; else it raises."""
        from launch.launch_context import LaunchContext
        return perform_substitutions(LaunchContext(), self.__location)

    def key_without_context(self):
        """Give what tells this description from others before the launch runs; None: nothing."""
        if self.__launch_description is not None:
            return id(self.__launch_description)
        try:
            return os.path.realpath(self._location_without_context())
        except Exception:  # a substitution of users may raise anything
            return None

    def get_launch_description(self, context):
        if self.__expanded_location is None:
            self.__expanded_location = perform_substitutions(context, self.__location)
        if self.__launch_description is None:
            self.__launch_description = self._get_launch_description(self.__expanded_location)
        return self.__launch_description

    def _get_launch_description(self, location):
        raise NotImplementedError(
            f"{type(self).__name__} was given no launch description, and cannot load one")

    @property
    def location(self):
        """The path, once it is known; what describes it until then."""
        if self.__expanded_location is None:
            return " + ".join(part.describe() for part in self.__location)
        return self.__expanded_location

    @property
    def method(self):
        return self.__method
