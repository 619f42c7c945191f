"""Paths."""
import os

from launch.substitution import Substitution
from launch.substitutions.arguments import text_of
from launch.utilities import normalize_to_list_of_substitutions


class PathJoinSubstitution(Substitution):
    """Gives its parts joined by os.path.join; a part may be a list of texts, put together."""

    def __init__(self, substitutions):
        if isinstance(substitutions, (str, Substitution)):
            substitutions = [substitutions]
        self.__parts = [normalize_to_list_of_substitutions(part) for part in substitutions]

    @property
    def substitutions(self):
        """The parts; one that is a single substitution stands for itself."""
        return [part[0] if len(part) == 1 else part for part in self.__parts]

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"PathJoin({', '.join(format_substitutions(part) for part in self.__parts)})"

    def perform(self, context):
        return os.path.join(*[text_of(context, part) for part in self.__parts])

    def __truediv__(self, other):
        return PathJoinSubstitution([*self.__parts, other])
