"""Nodes that a container makes."""
from typing import List

import launch.logging
from launch.action import Action
from launch.frontend import Entity, expose_action
from launch.utilities import (
    normalize_to_list_of_substitutions, perform_substitutions, perform_typed_substitution,
    visit_all_entities_and_collect_futures)
from launch.utilities.listed import listed
from launch_ros.actions.composable_node_container import (
    ComposableNodeContainer, parse_composable_nodes)
from launch_ros.actions.lifecycle_transition import transitions_to_active
from launch_ros.actions.node_arguments import expand_namespace, expand_remappings
from launch_ros.descriptions import ComposableLifecycleNode, ComposableNode
from launch_ros.ros_adapters import get_ros_node
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
    request.extra_arguments = _messages(context, request, [
        {name: _switch(value) for name, value in one.items()} if isinstance(one, dict) else one
        for one in evaluate_parameters(context, description.extra_arguments or ())])
    return request


def _switch(value):
    """Give a bool for the text of one: a file in YAML may quote it, and containers want a bool."""
    return {"true": True, "false": False}.get(value.lower(), value) \
        if isinstance(value, str) else value


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


_SERVICE = "/_container/load_node"
_ENDED = "the container has ended"


def _containers(context):
    """Say which containers there are, for who waits for one."""
    node = get_ros_node(context)
    names = [name[:-len(_SERVICE)] for name, _ in node.get_service_names_and_types()
             if name.endswith(_SERVICE) and node.count_services(name)]
    return f" Containers that are there: {', '.join(sorted(names)) or 'none'}."


class _Load:
    """A node that is to be loaded."""

    def __init__(self, context, description, request):
        self.description = description
        self.request = request
        self.ended = context.asyncio_loop.create_future()
        self.is_managed = isinstance(description, ComposableLifecycleNode)
        self.starts = self.is_managed and perform_typed_substitution(
            context, description.node_autostart, bool)
        if self.is_managed and request.node_name:
            self.__listen(context, f"{request.node_namespace.rstrip('/')}/{request.node_name}")

    def __listen(self, context, name):
        self.description.init_lifecycle_event_manager(context, name=name, ended=self.ended)

    def has_loaded(self, context, name):
        """Configure and activate a managed node, if that is wanted."""
        if self.is_managed and not self.request.node_name:
            self.__listen(context, name)
        if self.starts:
            visit_all_entities_and_collect_futures(transitions_to_active(name), context)

    def has_ended(self, reason):
        """End what waits for the node."""
        if not self.ended.done():
            self.ended.set_result(reason)


@expose_action("load_composable_node")
class LoadComposableNodes(Action):
    """
    Asks a container for nodes, one after the other.

    A container that does not come is said once; nodes whose container ends, or goes before it
    has answered, are failures.

    :param target_container: a ComposableNodeContainer, or the full name of a container,
        which the pushed namespace is not put before.
    """

    def __init__(self, *, composable_node_descriptions, target_container, **kwargs):
        super().__init__(**kwargs)
        descriptions = listed(composable_node_descriptions, "composable_node_descriptions")
        for one in descriptions:
            if not isinstance(one, ComposableNode):
                raise TypeError(
                    f"{one!r} in 'composable_node_descriptions' is no ComposableNode")
        if not isinstance(target_container, ComposableNodeContainer):
            target_container = normalize_to_list_of_substitutions(target_container)
        self.__descriptions = descriptions
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
        requests = [(one, get_composable_node_load_request(one, context))
                    for one in self.__descriptions]
        loads = [_Load(context, one, request) for one, request in requests if request is not None]
        if loads:
            self.__future = context.asyncio_loop.create_task(
                self.__load(context, self.__container_name(context), loads))

    def get_asyncio_future(self):
        return self.__future

    async def __load(self, context, container, loads):
        from composition_interfaces.srv import LoadNode
        target = self.__target_container
        ended = target.get_asyncio_future() if isinstance(target, ComposableNodeContainer) \
            else end_of_node(context, container)
        if ended is not None:
            ended.add_done_callback(lambda _: [one.has_ended(_ENDED) for one in loads])
        caller = ServiceCaller(context, LoadNode, container + _SERVICE, ended,
                               hint=lambda: _containers(context))
        has_gone = False
        for load in loads:
            response = None if has_gone else await caller.call(load.request)
            if response is not None:
                self.__report(context, container, load, response)
                continue
            if context.is_shutdown:
                self.__logger.warning(
                    f"Abandoning wait for the '{caller.name}' service response, due to shutdown.")
                return
            self.__fail(context, container, load, _ENDED)
            has_gone = ended is None  # one of this launch that has not ended respawns

    def __fail(self, context, container, load, reason):
        name = load.request.node_name
        self.__logger.error(
            f"Failed to load node '{name}' of type '{load.request.plugin_name}' in container "
            f"'{container}': {reason}")
        context._failures.append((name or load.request.plugin_name, "not loaded"))
        load.has_ended("it was not loaded")

    def __report(self, context, container, load, response):
        name = response.full_node_name or load.request.node_name
        if not response.success:
            self.__fail(context, container, load, response.error_message)
            return
        self.__logger.info(f"Loaded node '{name}' in container '{container}'")
        load.has_loaded(context, name)
        add_node_name(context, name, response)
        count = get_node_name_count(context, name)
        if count > 1:
            self.__logger.warning(
                f"there are now at least {count} nodes with the name {name} created within "
                "this launch context")
