"""Calls of services from the loop of a launch."""
import asyncio
from concurrent.futures import ThreadPoolExecutor

import launch.logging
from launch.actions import ExecuteProcess
from launch.event_handlers import OnShutdown
from launch_ros.utilities.track_node_names import nodes_of_name

PATIENCE = 3.0  # seconds without a server until that is said
LOOK = 0.5  # seconds between looks whether a server that was asked is still there


def end_of_node(context, name):
    """Give the future of the end of the action of this launch that runs a node; None if none."""
    for action in reversed(nodes_of_name(context, name)):
        if isinstance(action, ExecuteProcess):
            return action.get_asyncio_future()
    return None


class ServiceCaller:
    """
    Calls one service; nothing blocks the loop.

    Waiting for the server is done by a thread of its own, which sleeps until the graph changes.
    It ends with the launch. A server that does not come is said once; one that goes before it has
    answered ends the call.

    :param ended: a future that is done when the server has ended for good; calls end then.
    :param hint: a function that gives what is added where a server that does not come is said.
    """

    def __init__(self, context, srv_type, name, ended=None, hint=lambda: ""):
        from launch_ros.ros_adapters import get_ros_node
        self.__context = context
        self.__loop = context.asyncio_loop
        self.__client = get_ros_node(context).create_client(srv_type, name)
        self.__shutdown = self.__loop.create_future()
        self.__ends = [self.__shutdown] if ended is None else [self.__shutdown, ended]
        context.register_event_handler(OnShutdown(on_shutdown=self.__on_shutdown))
        self.__hint = hint
        self.name = name

    def __on_shutdown(self, _event, _context):
        if not self.__shutdown.done():
            self.__shutdown.set_result(None)

    def __is_over(self):
        return self.__context.is_shutdown or any(future.done() for future in self.__ends)

    async def __unless_over(self, future, timeout=None):
        """Wait for a future; False if the launch or the server ends before, or time runs out."""
        await asyncio.wait([future, *self.__ends], return_when=asyncio.FIRST_COMPLETED,
                           timeout=timeout)
        return future.done()

    async def wait(self):
        """Wait until there is a server; False if the launch or the server ends before."""
        if self.__is_over():
            return False
        if self.__client.service_is_ready():
            return True
        executor = ThreadPoolExecutor(max_workers=1)
        found = self.__loop.run_in_executor(executor, self.__client.wait_for_service)
        executor.shutdown(wait=False)
        if not await self.__unless_over(found, PATIENCE) and not self.__is_over():
            launch.logging.get_logger("launch_ros").warning(
                f"Waiting for the service '{self.name}', which no node offers yet.{self.__hint()}")
        return await self.__unless_over(found) and found.exception() is None and found.result()

    async def call(self, request):
        """Give the response; None if the launch or the server ends before it."""
        if not await self.wait():
            return None
        answered = self.__loop.create_future()

        def on_done(future):
            self.__loop.call_soon_threadsafe(
                lambda: answered.done() or answered.set_result(future.result()))
        self.__client.call_async(request).add_done_callback(on_done)
        while not await self.__unless_over(answered, LOOK):
            if self.__is_over() or not self.__client.service_is_ready():
                return None
        return answered.result()
