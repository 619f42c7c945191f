"""Actions with a scope of their own."""
from launch.action import Action
from launch.actions.pop_environment import PopEnvironment
from launch.actions.pop_launch_configurations import PopLaunchConfigurations
from launch.actions.push_environment import PushEnvironment
from launch.actions.push_launch_configurations import PushLaunchConfigurations
from launch.actions.reset_environment import ResetEnvironment
from launch.actions.reset_launch_configurations import (
    ResetLaunchConfigurations, parse_keep)
from launch.actions.set_launch_configuration import SetLaunchConfiguration
from launch.frontend.expose import expose_action
from launch.utilities.visit_all_entities_and_collect_futures_impl import entities_of


@expose_action("group")
class GroupAction(Action):
    """
    Actions that are visited together.

    :param scoped: configurations and environment are afterwards what they were before.
    :param forwarding: the group has the configurations and the environment that are there;
        otherwise the environment that the launch began with, and no configurations.
    :param launch_configurations: those that are set in the group.
    """

    def __init__(self, actions, *, scoped=True, forwarding=True, launch_configurations=None,
                 **left_over_kwargs):
        super().__init__(**left_over_kwargs)
        self.__actions = actions
        self.__scoped = scoped
        self.__forwarding = forwarding
        self.__launch_configurations = launch_configurations or {}
        self.__in_scope = None

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        for name in ("scoped", "forwarding"):
            value = entity.get_attr(name, data_type=bool, optional=True, can_be_str=False)
            if value is not None:
                kwargs[name] = value
        kept = parse_keep(entity, parser)
        if kept is not None:
            kwargs["launch_configurations"] = kept
        kwargs["actions"] = [parser.parse_action(child) for child in entity.children]
        return cls, kwargs

    def get_sub_entities(self):
        if self.__in_scope is None:
            self.__in_scope = self.__with_scope()
        return self.__in_scope

    def __with_scope(self):
        settings = [SetLaunchConfiguration(name, value)
                    for name, value in self.__launch_configurations.items()]
        actions = entities_of(self.__actions, "actions of a GroupAction")
        if not self.__scoped:
            return settings + actions
        begin = [PushLaunchConfigurations(), PushEnvironment()]
        if self.__forwarding:
            begin += settings
        else:
            begin += [ResetEnvironment(), ResetLaunchConfigurations(self.__launch_configurations)]
        return [*begin, *actions, PopEnvironment(), PopLaunchConfigurations()]

    def execute(self, context):
        return self.get_sub_entities()
