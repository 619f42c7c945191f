"""The container that nodes are composed into."""
import re

import launch.logging
from launch.actions import EmitEvent
from launch.events import matches_action
from launch.events.process import ShutdownProcess
from launch_ros.actions.node import Node
from launch_ros.service_calls import ServiceCaller

# [INFO] [1700000000.123456789] [robot.talker]: the name of the logger is that of the node.
_LOGGER_OF_LINE = re.compile(r"^(?:\x1b\[\d*m)?\[[A-Z]+\] \[[\d.]+\] \[([^\]]+)\]:")

_OF_CONTAINERS = ("_composed_", "rcl", "rmw", "ComponentManager")


def _logger_of(full_name):
    return full_name.strip("/").replace("/", ".")


class ComposedNode:
    """What a node's action gives to launch while it runs in a container."""

    def __init__(self, entities, future):
        self.entities = entities
        self.future = future


class _Member:
    def __init__(self, node, package, plugin, arguments):
        self.node = node
        self.package = package
        self.plugin = plugin
        self.arguments = arguments
        self.id = None
        self.is_unwanted = False


class CompositionContainer(Node):
    """
    Runs the container of a group, and makes nodes in it.

    Its node has a hidden name. What a node logs is shown as if its process had written it.
    """

    def __init__(self, group, program, enclave=None):
        super().__init__(
            package="rclcpp_components", executable=program, name=f"_composed_{group}",
            namespace="/", output="both", exec_name=f"composed_{group}",
            ros_arguments=None if enclave is None else ["--enclave", enclave])
        self.__members = []
        self.__by_logger = {}
        self.__waiting = []
        self.__loading = None
        self.__task = None
        self.__load = None
        self.__unload = None
        self.__is_leaving = False
        self.__logger = launch.logging.get_logger("launch_ros.composition")

    @property
    def is_over(self):
        """Whether it can make no more nodes: it has ended, or was asked to end."""
        future = self.get_asyncio_future()
        return self.__is_leaving or self.return_code is not None or \
            future is not None and future.done()

    def execute(self, context):
        entities = super().execute(context)
        context.add_completion_future(
            context.asyncio_loop.create_task(self.__settle_at_end(context)))
        return entities

    async def __settle_at_end(self, context):
        """End all nodes with the container, also if it never ran."""
        future = self.get_asyncio_future()
        if future is not None:
            await future
        self.__is_leaving = True
        self.__waiting.clear()
        never_ran = 0 if context.is_shutdown else 1
        returncode = never_ran if self.return_code is None else self.return_code
        for member in list(self.__members):
            await self.__has_ended(context, member, returncode)

    def add(self, context, node, package, plugin, arguments, entities):
        """Make a node in this container, as soon as it runs; give the ComposedNode."""
        node.run_elsewhere(context, self.__unload_node)
        node.note_name(context)
        member = _Member(node, package, plugin, arguments)
        self.__members.append(member)
        name = node.node_name.replace(node.UNSPECIFIED_NODE_NAMESPACE, "")
        if node.UNSPECIFIED_NODE_NAME not in name:
            self.__by_logger[_logger_of(name)] = member
        self.__waiting.append(member)
        if self.__task is None or self.__task.done():
            self.__task = context.asyncio_loop.create_task(self.__load_all(context))
            context.add_completion_future(self.__task)
        return ComposedNode(entities, node.get_asyncio_future())

    async def __load_all(self, context):
        from composition_interfaces.srv import LoadNode
        if context.is_shutdown:
            return
        if self.__load is None:
            self.__load = ServiceCaller(
                context, LoadNode, f"/_composed_{self._group_name()}/_container/load_node",
                self.get_asyncio_future())
        while self.__waiting:
            member = self.__loading = self.__waiting.pop(0)
            response = await self.__load.call(self.__request(member))
            self.__loading = None
            if response is None or member not in self.__members:
                return
            if response.success:
                self.__has_loaded(context, member, response)
            else:
                await self.__has_failed(context, member, response.error_message)

    def _group_name(self):
        return "".join(part.text for part in self.process_description.name)[len("composed_"):]

    @staticmethod
    def __request(member):
        from composition_interfaces.srv import LoadNode
        from rclpy.parameter import Parameter
        request = LoadNode.Request()
        request.package_name = member.package
        request.plugin_name = member.plugin
        request.extra_arguments = [
            Parameter("arguments", value=list(member.arguments)).to_parameter_msg()]
        return request

    def __has_loaded(self, context, member, response):
        member.id = response.unique_id
        self.__by_logger[_logger_of(response.full_node_name)] = member
        self.__logger.info(
            f"Loaded node '{response.full_node_name}' in container '{self.node_name}'")
        member.node.has_started_elsewhere(context, (self.process_details or {}).get("pid", 0))
        if member.is_unwanted:
            self.__unload_node(context, member.node)

    async def __has_failed(self, context, member, reason):
        self.__logger.error(
            f"Failed to load node of type '{member.plugin}' in container '{self.node_name}': "
            f"{reason}")
        context._failures.append((member.node.process_description.final_name, "not loaded"))
        await self.__has_ended(context, member, 1)

    async def __has_ended(self, context, member, returncode):
        if member not in self.__members:
            return
        self.__members.remove(member)
        if not self.__members and not self.__is_leaving:
            self.__is_leaving = True
            EmitEvent(event=ShutdownProcess(process_matcher=matches_action(self))).execute(
                context)
        await member.node.has_ended_elsewhere(context, returncode)

    def __unload_node(self, context, node):
        """End one node; the others go on."""
        context.add_completion_future(
            context.asyncio_loop.create_task(self.__unload_one(context, node)))

    async def __unload_one(self, context, node):
        from composition_interfaces.srv import UnloadNode
        member = next((one for one in self.__members if one.node is node), None)
        if member is None:
            return
        member.is_unwanted = True
        if member in self.__waiting:
            self.__waiting.remove(member)
            await self.__has_ended(context, member, 0)
        if member.id is None:  # it is unloaded when it is loaded
            return
        if self.__unload is None:
            self.__unload = ServiceCaller(
                context, UnloadNode, f"/_composed_{self._group_name()}/_container/unload_node",
                self.get_asyncio_future())
        response = await self.__unload.call(UnloadNode.Request(unique_id=member.id))
        if response is not None and response.success:
            await self.__has_ended(context, member, 0)

    def _choose_output(self, fd, line):
        found = _LOGGER_OF_LINE.match(line)
        if found is None:
            return False
        member = self.__member_of(found.group(1))
        if member is None:
            return False
        member.node.add_line(fd, line)
        return True

    def __member_of(self, logger):
        """Give whose logger it is; the name of a node may not be known before it is made."""
        name = logger
        while name:
            if name in self.__by_logger:
                return self.__by_logger[name]
            name = name.rpartition(".")[0]
        return None if logger.startswith(_OF_CONTAINERS) else self.__loading
