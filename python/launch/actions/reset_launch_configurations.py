"""No launch configurations but those that are kept."""
from launch.action import Action
from launch.frontend.expose import expose_action
from launch.utilities import (
    is_normalized_substitution, normalize_to_list_of_substitutions, perform_substitutions)


def parse_keep(entity, parser):
    """Give the dict of the nested <keep name value>; None if there is none."""
    from typing import List

    from launch.frontend.entity import Entity
    kept = entity.get_attr("keep", data_type=List[Entity], optional=True)
    if kept is None:
        return None
    made = {}
    for one in kept:
        name = tuple(parser.parse_substitution(one.get_attr("name")))
        made[name] = parser.parse_substitution(one.get_attr("value"))
        one.assert_entity_completely_parsed()
    return made


def _normalized(value):
    """Give a text as substitutions; what cannot be one, such as a list of pairs, as it is."""
    try:
        return normalize_to_list_of_substitutions(value)
    except TypeError:
        return value


def _performed(context, value):
    return perform_substitutions(context, value) if is_normalized_substitution(value) else value


@expose_action("reset")
class ResetLaunchConfigurations(Action):
    """
    Takes all launch configurations away, and sets those that are given.

    Values that are no texts, such as those of SetParameter and SetRemap, are set as they are.
    """

    def __init__(self, launch_configurations=None, **kwargs):
        super().__init__(**kwargs)
        self.__launch_configurations = {
            tuple(normalize_to_list_of_substitutions(name)):
            _normalized(value)
            for name, value in (launch_configurations or {}).items()}

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kept = parse_keep(entity, parser)
        if kept is not None:
            kwargs["launch_configurations"] = kept
        return cls, kwargs

    @property
    def launch_configurations(self):
        return self.__launch_configurations

    def execute(self, context):
        kept = {perform_substitutions(context, name): _performed(context, value)
                for name, value in self.__launch_configurations.items()}
        context.launch_configurations.clear()
        context.launch_configurations.update(kept)
