"""Calls of services from the loop of a launch."""
import asyncio
from concurrent.futures import ThreadPoolExecutor

from launch.actions import ExecuteProcess
from launch.event_handlers import OnShutdown
from launch_ros.utilities.track_node_names import nodes_of_name


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
    It ends with the launch.

    :param ended: a future that is done when the server has ended for good; calls end then.
    """

    def __init__(self, context, srv_type, name, ended=None):
        from launch_ros.ros_adapters import get_ros_node
        self.__context = context
        self.__loop = context.asyncio_loop
        self.__client = get_ros_node(context).create_client(srv_type, name)
        self.__shutdown = self.__loop.create_future()
        self.__ends = [self.__shutdown] if ended is None else [self.__shutdown, ended]
        context.register_event_handler(OnShutdown(on_shutdown=self.__on_shutdown))
        self.name = name

    def __on_shutdown(self, _event, _context):
        if not self.__shutdown.done():
            self.__shutdown.set_result(None)

    def __is_over(self):
        return self.__context.is_shutdown or any(future.done() for future in self.__ends)

    async def __unless_over(self, future):
        """Wait for a future; False if the launch or the server ends before."""
        await asyncio.wait([future, *self.__ends], return_when=asyncio.FIRST_COMPLETED)
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
        return await self.__unless_over(found) and found.result()

    async def call(self, request):
        """Give the response; None if the launch or the server ends before it."""
        if not await self.wait():
            return None
        answered = self.__loop.create_future()

        def on_done(future):
            self.__loop.call_soon_threadsafe(
                lambda: answered.done() or answered.set_result(future.result()))
        self.__client.call_async(request).add_done_callback(on_done)
        return answered.result() if await self.__unless_over(answered) else None
