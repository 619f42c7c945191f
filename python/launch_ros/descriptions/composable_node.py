"""A node that a container makes."""
from typing import List

from launch.frontend import Entity
from launch.utilities import normalize_to_list_of_substitutions
from launch_ros.utilities.normalize_parameters import normalize_parameters
from launch_ros.utilities.normalize_remap_rule import normalize_remap_rules


def _optional(value):
    return None if value is None else normalize_to_list_of_substitutions(value)


class ComposableNode:
    """
    A component, by its package and class.

    :param extra_arguments: parameters for the container, such as use_intra_process_comms.
    """

    def __init__(self, *, package, plugin, name=None, namespace=None, parameters=None,
                 remappings=None, extra_arguments=None, condition=None):
        self.__package = normalize_to_list_of_substitutions(package)
        self.__node_plugin = normalize_to_list_of_substitutions(plugin)
        self.__node_name = _optional(name)
        self.__node_namespace = _optional(namespace)
        self.__parameters = None if parameters is None else normalize_parameters(parameters)
        self.__remappings = None if not remappings else normalize_remap_rules(remappings)
        self.__extra_arguments = None if not extra_arguments else \
            normalize_parameters(extra_arguments)
        self.__condition = condition

    @classmethod
    def parse(cls, parser, entity):
        """Give the arguments that an entity <composable_node> stands for."""
        from launch.action import Action
        from launch_ros.actions.node import Node, parse_remappings
        _, kwargs = Action.parse(entity, parser)
        for name, argument in (("pkg", "package"), ("plugin", "plugin"), ("name", "name")):
            kwargs[argument] = parser.parse_substitution(entity.get_attr(name))
        namespace = entity.get_attr("namespace", optional=True)
        if namespace is not None:
            kwargs["namespace"] = parser.parse_substitution(namespace)
        parameters = entity.get_attr("param", data_type=List[Entity], optional=True)
        if parameters is not None:
            kwargs["parameters"] = Node.parse_nested_parameters(parameters, parser)
        kwargs.update(parse_remappings(entity, parser))
        extra = entity.get_attr("extra_arg", data_type=List[Entity], optional=True)
        if extra is not None:
            kwargs["extra_arguments"] = Node.parse_nested_parameters(extra, parser)
        entity.assert_entity_completely_parsed()
        return cls, kwargs

    @property
    def package(self):
        return self.__package

    @property
    def node_plugin(self):
        return self.__node_plugin

    @property
    def node_name(self):
        return self.__node_name

    @property
    def node_namespace(self):
        return self.__node_namespace

    @property
    def parameters(self):
        return self.__parameters

    @property
    def remappings(self):
        return self.__remappings

    @property
    def extra_arguments(self):
        return self.__extra_arguments

    def condition(self):
        return self.__condition
