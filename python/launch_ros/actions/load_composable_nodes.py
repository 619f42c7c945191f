"""Nodes that a container makes."""
from typing import List

import launch.logging
from launch.action import Action
from launch.frontend import Entity, expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions
from launch_ros.actions.composable_node_container import (
    ComposableNodeContainer, parse_composable_nodes)
from launch_ros.actions.node_arguments import expand_namespace, expand_remappings
from launch_ros.descriptions import ComposableNode
from launch_ros.service_calls import ServiceCaller, end_of_node
from launch_ros.utilities.evaluate_parameters import evaluate_parameters
from launch_ros.utilities.names import check_node_name
from launch_ros.utilities.namespace_utils import make_namespace_absolute
from launch_ros.utilities.to_parameters_list import to_parameters_list
from launch_ros.utilities.track_node_names import add_node_name, get_node_name_count


def get_composable_node_load_request(description, context):
    """Give the request that loads a node; None if its condition is false."""
    condition = description.condition()
    if condition is not None and not condition.evaluate(context):
        return None
    from composition_interfaces.srv import LoadNode
    request = LoadNode.Request()
    request.package_name = perform_substitutions(context, description.package)
    request.plugin_name = perform_substitutions(context, description.node_plugin)
    request.node_name = _name(context, description)
    request.node_namespace = expand_namespace(context, description.node_namespace) or ""
    request.remap_rules = [
        f"{source}:={target}"
        for source, target in expand_remappings(context, description.remappings)]
    request.parameters = _messages(context, request, _with_global(context, description))
    request.extra_arguments = _messages(
        context, request, evaluate_parameters(context, description.extra_arguments or ()))
    return request


def _name(context, description):
    """Give the name; it is empty if the component keeps its own."""
    name = perform_substitutions(context, description.node_name or ())
    if name:
        check_node_name(name)
    return name


def _with_global(context, description):
    known = context.launch_configurations.get("global_params", [])
    of_all = [dict([one]) if isinstance(one, tuple) else one for one in known]
    return [*of_all, *evaluate_parameters(context, description.parameters or ())]


def _messages(context, request, evaluated):
    """Give one message for each name: the last value counts."""
    parameters = to_parameters_list(
        context, request.node_name, request.node_namespace, evaluated)
    by_name = {parameter.name: parameter for parameter in parameters}
    return [parameter.to_parameter_msg() for parameter in by_name.values()]


@expose_action("load_composable_node")
class LoadComposableNodes(Action):
    """
    Asks a container for nodes, one after the other.

    :param target_container: a ComposableNodeContainer, or the full name of a container,
        which the pushed namespace is not put before.
    """

    def __init__(self, *, composable_node_descriptions, target_container, **kwargs):
        super().__init__(**kwargs)
        for one in composable_node_descriptions:
            if not isinstance(one, ComposableNode):
                raise TypeError(
                    f"{one!r} in 'composable_node_descriptions' is no ComposableNode")
        if not isinstance(target_container, ComposableNodeContainer):
            target_container = normalize_to_list_of_substitutions(target_container)
        self.__descriptions = list(composable_node_descriptions)
        self.__target_container = target_container
        self.__logger = launch.logging.get_logger(__name__)
        self.__future = None

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["target_container"] = parser.parse_substitution(entity.get_attr("target"))
        kwargs["composable_node_descriptions"] = parse_composable_nodes(
            entity.get_attr("composable_node", data_type=List[Entity]), parser)
        return cls, kwargs

    def __container_name(self, context):
        target = self.__target_container
        if isinstance(target, ComposableNodeContainer):
            return target.node_name
        return make_namespace_absolute(perform_substitutions(context, target))

    def execute(self, context):
        if context.is_shutdown:
            return
        # Evaluated now: later, the context belongs to other actions.
        requests = [get_composable_node_load_request(one, context)
                    for one in self.__descriptions]
        requests = [request for request in requests if request is not None]
        if requests:
            self.__future = context.asyncio_loop.create_task(
                self.__load(context, self.__container_name(context), requests))

    def get_asyncio_future(self):
        return self.__future

    async def __load(self, context, container, requests):
        from composition_interfaces.srv import LoadNode
        target = self.__target_container
        ended = target.get_asyncio_future() if isinstance(target, ComposableNodeContainer) \
            else end_of_node(context, container)
        caller = ServiceCaller(context, LoadNode, f"{container}/_container/load_node", ended)
        for request in requests:
            response = await caller.call(request)
            if response is None and not context.is_shutdown:
                self.__fail(context, container, request, "the container has ended")
                continue
            if response is None:
                self.__logger.warning(
                    f"Abandoning wait for the '{caller.name}' service response, due to shutdown.")
                return
            self.__report(context, container, request, response)

    def __fail(self, context, container, request, reason):
        name = request.node_name
        self.__logger.error(
            f"Failed to load node '{name}' of type '{request.plugin_name}' in container "
            f"'{container}': {reason}")
        context._failures.append((name or request.plugin_name, "not loaded"))

    def __report(self, context, container, request, response):
        name = response.full_node_name or request.node_name
        if not response.success:
            self.__fail(context, container, request, response.error_message)
            return
        self.__logger.info(f"Loaded node '{name}' in container '{container}'")
        add_node_name(context, name, response)
        count = get_node_name_count(context, name)
        if count > 1:
            self.__logger.warning(
                f"there are now at least {count} nodes with the name {name} created within "
                "this launch context")
