"""
Describe a system of processes, start it, watch it, and end it.

A launch description is a list of entities; actions are entities that do something. A launch
service visits them, and then the entities that event handlers give for the events that follow.
"""
from launch.action import Action
from launch.condition import Condition
from launch.event import Event
from launch.event_handler import EventHandler
from launch.invalid_launch_file_error import InvalidLaunchFileError
from launch.launch_context import LaunchContext
from launch.launch_description import LaunchDescription
from launch.launch_description_entity import LaunchDescriptionEntity
from launch.launch_description_source import LaunchDescriptionSource
from launch.launch_introspector import LaunchIntrospector
from launch.launch_service import LaunchService
from launch.some_entities_type import SomeEntitiesType, SomeEntitiesType_types_tuple
from launch.some_substitutions_type import (
    SomeSubstitutionsType, SomeSubstitutionsType_types_tuple)
from launch.substitution import Substitution

from launch import (  # noqa: I100  the parts need the names above
    actions, conditions, descriptions, event_handlers, events, frontend,
    launch_description_sources, logging, substitutions, utilities)

__all__ = [
    "Action", "Condition", "Event", "EventHandler", "InvalidLaunchFileError", "LaunchContext",
    "LaunchDescription", "LaunchDescriptionEntity", "LaunchDescriptionSource",
    "LaunchIntrospector", "LaunchService", "SomeEntitiesType", "SomeEntitiesType_types_tuple",
    "SomeSubstitutionsType", "SomeSubstitutionsType_types_tuple", "Substitution", "actions",
    "conditions", "descriptions", "event_handlers", "events", "frontend",
    "launch_description_sources", "logging", "substitutions", "utilities"]
