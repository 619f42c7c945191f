"""A container of nodes."""
from typing import List

from launch.frontend import Entity, expose_action
from launch_ros.actions.node import Node
from launch_ros.descriptions import ComposableNode


def parse_composable_nodes(entities, parser):
    """Give the ComposableNodes that entities <composable_node> stand for."""
    made = []
    for entity in entities:
        composable_type, kwargs = ComposableNode.parse(parser, entity)
        made.append(composable_type(**kwargs))
    return made


@expose_action("node_container")
class ComposableNodeContainer(Node):
    """Runs a container, and asks it for nodes."""

    def __init__(self, *, name, namespace, composable_node_descriptions=None, **kwargs):
        super().__init__(name=name, namespace=namespace, **kwargs)
        self.__descriptions = composable_node_descriptions

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        entity.get_attr("name")  # raises where there is none
        kwargs.setdefault("namespace", [])
        entities = entity.get_attr("composable_node", data_type=List[Entity], optional=True)
        if entities is not None:
            kwargs["composable_node_descriptions"] = parse_composable_nodes(entities, parser)
        return cls, kwargs

    def execute(self, context):
        from launch_ros.actions.load_composable_nodes import LoadComposableNodes
        entities = list(super().execute(context) or [])
        if self.__descriptions:
            entities.append(LoadComposableNodes(
                composable_node_descriptions=self.__descriptions, target_container=self))
        return entities
