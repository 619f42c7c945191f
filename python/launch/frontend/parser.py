"""Finds the parser of a launch file, and makes a description of what it gives."""
import importlib
import io
import itertools
import os

from launch.entry_points import entry_points
from launch.frontend.expose import instantiate_action
from launch.frontend.parse_substitution import (
    parse_if_substitutions, parse_substitution, replace_escaped_characters)
from launch.invalid_launch_file_error import InvalidLaunchFileError

# What comes with launch is known without a look at what is installed.
_OWN_EXTENSIONS = ("launch.actions", "launch.substitutions", "launch_ros", "tracetools_launch")
_OWN_PARSERS = {"xml": "launch_xml", "yaml": "launch_yaml"}


MOST_LEVELS = 50  # of elements within each other


class InvalidFrontendLaunchFileError(InvalidLaunchFileError):
    """No parser can read a launch file."""


class Parser:
    """Base of the parsers of formats."""

    extensions_loaded = False
    frontend_parsers = None
    _levels = 0

    @classmethod
    def load_launch_extensions(cls):
        """Import the packages that have actions and substitutions for launch files."""
        if Parser.extensions_loaded:
            return
        for name in _OWN_EXTENSIONS:
            importlib.import_module(name)
        for entry_point in entry_points("launch.frontend.launch_extension"):
            try:
                entry_point.load()
            except ImportError as error:
                import launch.logging
                launch.logging.get_logger("launch").warning(
                    f"the launch extension '{entry_point.name}' cannot be imported: {error}")
        Parser.extensions_loaded = True

    @classmethod
    def load_parser_implementations(cls):
        """Import the parsers, ours and those of packages."""
        if Parser.frontend_parsers is not None:
            return
        parsers = {name: importlib.import_module(package).Parser
                   for name, package in _OWN_PARSERS.items()}
        for entry_point in entry_points("launch.frontend.parser"):
            if entry_point.name not in parsers:
                parsers[entry_point.name] = entry_point.load()
        Parser.frontend_parsers = parsers

    def parse_action(self, entity):
        """Give the action of an entity."""
        self.load_launch_extensions()
        if self._levels == MOST_LEVELS:
            raise RuntimeError(
                f"the element '{entity.type_name}' stands in more than {MOST_LEVELS} others. "
                "Include a file of its own for what is nested so deep")
        self._levels += 1
        try:
            return instantiate_action(entity, self)
        finally:
            self._levels -= 1

    def parse_substitution(self, value):
        return parse_substitution(value)

    def parse_if_substitutions(self, value):
        return parse_if_substitutions(value)

    def escape_characters(self, value):
        return replace_escaped_characters(value)

    def parse_description(self, entity):
        """Give the launch description of the entity 'launch'."""
        if entity.type_name != "launch":
            raise RuntimeError("Expected 'launch' as root tag")
        from launch.launch_description import LaunchDescription
        reason = entity.get_attr("deprecated", optional=True)
        description = LaunchDescription(
            [self.parse_action(child) for child in entity.children], deprecated_reason=reason)
        entity.assert_entity_completely_parsed()
        return description

    @classmethod
    def get_available_extensions(cls):
        """Give the file endings, without the dot, of all parsers."""
        cls.load_parser_implementations()
        return cls.get_file_extensions_from_parsers()

    @classmethod
    def get_file_extensions_from_parsers(cls):
        cls.load_parser_implementations()
        return list(itertools.chain.from_iterable(
            parser.get_file_extensions() for parser in Parser.frontend_parsers.values()))

    @classmethod
    def get_file_extensions(cls):
        """Give the file endings, without the dot, of this parser."""
        raise NotImplementedError(f"{cls.__name__}.get_file_extensions()")

    @classmethod
    def is_filename_valid(cls, filename):
        """Whether the name has an ending that one of the parsers knows."""
        return bool(cls.get_parsers_from_filename(filename))

    @classmethod
    def may_parse(cls, filename):
        """Whether the name has an ending of this parser."""
        return filename.endswith(tuple("." + ending for ending in cls.get_file_extensions()))

    @classmethod
    def get_parsers_from_filename(cls, filename):
        cls.load_parser_implementations()
        return [one for one in Parser.frontend_parsers.values() if one.may_parse(filename)]

    @classmethod
    def load(cls, file):
        """
        Give (root entity, parser) of a file, given by its path or open.

        The parsers that know the ending of its name are asked first, then all others.
        """
        cls.load_parser_implementations()
        opened = open(file) if isinstance(file, (str, os.PathLike)) else file
        try:
            text = opened.read()
            name = getattr(opened, "name", "")
        finally:
            if opened is not file:
                opened.close()
        return cls.__first_that_loads(text, name if isinstance(name, str) else "")

    @classmethod
    def __first_that_loads(cls, text, name):
        likely = cls.get_parsers_from_filename(name)
        others = [one for one in Parser.frontend_parsers.values() if one not in likely]
        errors = []
        for parser in likely + others:
            stream = io.StringIO(text)
            stream.name = name
            try:
                return parser.load(stream)
            except Exception as error:  # a parser of users may raise anything
                errors.append(error)
        ending = os.path.splitext(name)[1].lstrip(".")
        if not likely:
            raise InvalidFrontendLaunchFileError() from errors[0]
        raise InvalidFrontendLaunchFileError(ending, likely_errors=errors)
