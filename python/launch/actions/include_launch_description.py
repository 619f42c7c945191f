"""Another launch description in this one."""
import os

from launch.action import Action
from launch.actions.opaque_function import OpaqueFunction
from launch.actions.set_launch_configuration import SetLaunchConfiguration
from launch.frontend.expose import expose_action
from launch.launch_context import LOCALS_OF_FILES
from launch.launch_description_source import LaunchDescriptionSource
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch.utilities.listed import listed

# As often a file may be in itself with the same state, which a function in it might still end.
_SAME_INCLUDES = 10


@expose_action("include")
class IncludeLaunchDescription(Action):
    """
    Visits another description.

    :param launch_description_source: a source, or the path of a launch file.
    :param launch_arguments: pairs (name, value) of configurations that are set for it, and stay
        set afterwards unless this action is in a group.
    """

    def __init__(self, launch_description_source, *, launch_arguments=None, **kwargs):
        super().__init__(**kwargs)
        if not isinstance(launch_description_source, LaunchDescriptionSource):
            from launch.launch_description_sources import AnyLaunchDescriptionSource
            launch_description_source = AnyLaunchDescriptionSource(launch_description_source)
        self.__source = launch_description_source
        self.__launch_arguments = tuple(
            (normalize_to_list_of_substitutions(name), normalize_to_list_of_substitutions(value))
            for name, value in _pairs(launch_arguments or ()))

    @classmethod
    def parse(cls, entity, parser):
        from typing import List

        from launch.frontend.entity import Entity
        _, kwargs = super().parse(entity, parser)
        kwargs["launch_description_source"] = parser.parse_substitution(entity.get_attr("file"))
        arguments = [one for name in ("arg", "let")
                     for one in entity.get_attr(name, data_type=List[Entity], optional=True) or ()]
        if arguments:
            kwargs["launch_arguments"] = [
                (parser.parse_substitution(one.get_attr("name")),
                 parser.parse_substitution(one.get_attr("value"))) for one in arguments]
        for one in arguments:
            one.assert_entity_completely_parsed()
        return cls, kwargs

    @property
    def launch_description_source(self):
        return self.__source

    @property
    def launch_arguments(self):
        return self.__launch_arguments

    def get_sub_entities(self):
        description = self.__source.try_get_launch_description_without_context()
        return [] if description is None else [description]

    def execute(self, context):
        description = self.__source.get_launch_description(context)
        included_by = context._open_includes
        self.__open(context)
        given = [perform_substitutions(context, name) for name, _ in self.__launch_arguments]
        self.__check_required(context, description, given)
        locals_before = context.get_locals_as_dict()
        kept = {name: locals_before.get(name) for name in LOCALS_OF_FILES}
        path = os.path.abspath(self.__source.location)
        context.extend_locals(dict(zip(LOCALS_OF_FILES, (path, os.path.dirname(path)))))
        settings = [SetLaunchConfiguration(name, value)
                    for name, value in self.__launch_arguments]
        if not any(kept.values()):  # it is in no file, so there is none to go back to
            return [*settings, description]
        restore = OpaqueFunction(function=_restore, args=[kept, included_by])
        return [*settings, description, restore]

    def __open(self, context):
        """Note that the visit is in the file; RuntimeError if it includes itself without end."""
        path = os.path.realpath(self.__source.location)
        opened = (path, dict(context.launch_configurations), dict(context.environment))
        if os.path.isfile(path) and context._open_includes.count(opened) >= _SAME_INCLUDES:
            raise RuntimeError(
                f"the launch file '{path}' includes itself without end: each time with the same "
                "arguments. Give the include a condition, or other arguments")
        context._open_includes = (*context._open_includes, opened)

    def __check_required(self, context, description, given):
        """Raise before anything runs if an argument without a default is not given."""
        found = description.get_launch_arguments_with_include_launch_description_actions()
        for argument, includes in found:
            if argument._conditionally_included or argument.default_value is not None:
                continue
            names = list(given)
            for include in includes:
                names += [perform_substitutions(context, name)
                          for name, _ in include.launch_arguments]
            if argument.name not in names:
                raise RuntimeError(
                    "Included launch description missing required argument "
                    f"'{argument.name}' (description: '{argument.description}'), given: "
                    f"[{', '.join(names)}]")


def _pairs(launch_arguments):
    pairs = listed(launch_arguments, "launch_arguments (.items() of a dictionary, or pairs)")
    for one in pairs:
        if not isinstance(one, (list, tuple)) or len(one) != 2:
            raise TypeError(f"launch_arguments has {one!r} in it: expected pairs (name, value)")
    return pairs


def _restore(context, kept, included_by):
    context._open_includes = included_by
    context.extend_locals({name: value for name, value in kept.items() if value is not None})
    context._remove_locals([name for name, value in kept.items() if value is None])
