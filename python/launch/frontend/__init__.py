"""Launch files in XML, YAML and other formats: what their parsers share."""
from launch.frontend.entity import Entity
from launch.frontend.expose import (
    expose_action, expose_substitution, instantiate_action, instantiate_substitution)
from launch.frontend.parse_substitution import (
    parse_if_substitutions, parse_substitution, replace_escaped_characters)
from launch.frontend.parser import InvalidFrontendLaunchFileError, Parser
from launch.frontend import type_utils

__all__ = ["Entity", "InvalidFrontendLaunchFileError", "Parser", "expose_action",
           "expose_substitution", "instantiate_action", "instantiate_substitution",
           "parse_if_substitutions", "parse_substitution", "replace_escaped_characters",
           "type_utils"]
