"""Paths."""
import pathlib

from launch.substitution import Substitution
from launch.substitutions.arguments import text_of
from launch.utilities import normalize_to_list_of_substitutions


class PathJoinSubstitution(Substitution):
    """Gives its parts joined by pathlib; a part may be a list of texts, put together."""

    def __init__(self, substitutions):
        if isinstance(substitutions, (str, Substitution)):
            substitutions = [substitutions]
        self.__parts = [normalize_to_list_of_substitutions(part) for part in substitutions]

    @property
    def substitutions(self):
        """The parts, each as a list of substitutions."""
        return self.__parts

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"PathJoin({', '.join(format_substitutions(part) for part in self.__parts)})"

    def perform(self, context):
        return str(pathlib.PurePath(*[text_of(context, part) for part in self.__parts]))

    def __truediv__(self, other):
        return PathJoinSubstitution([*self.__parts, other])
