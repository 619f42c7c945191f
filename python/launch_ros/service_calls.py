"""Calls of services from the loop of a launch."""
import asyncio

from launch.event_handlers import OnShutdown


class ServiceCaller:
    """
    Calls one service; nothing blocks the loop.

    Waiting for the server is done by a thread that sleeps until the graph changes. It ends with
    the launch.
    """

    def __init__(self, context, srv_type, name):
        from launch_ros.ros_adapters import get_ros_node
        self.__context = context
        self.__loop = context.asyncio_loop
        self.__client = get_ros_node(context).create_client(srv_type, name)
        self.__shutdown = self.__loop.create_future()
        context.register_event_handler(OnShutdown(on_shutdown=self.__on_shutdown))
        self.name = name

    def __on_shutdown(self, _event, _context):
        if not self.__shutdown.done():
            self.__shutdown.set_result(None)

    async def __unless_shutdown(self, future):
        """Wait for a future; False if the launch ends before."""
        await asyncio.wait([future, self.__shutdown], return_when=asyncio.FIRST_COMPLETED)
        return future.done()

    async def wait(self):
        """Wait until there is a server; False if the launch ends before."""
        if self.__context.is_shutdown:
            return False
        if self.__client.service_is_ready():
            return True
        found = self.__loop.run_in_executor(None, self.__client.wait_for_service)
        return await self.__unless_shutdown(found) and found.result()

    async def call(self, request):
        """Give the response; None if the launch ends before it."""
        if not await self.wait():
            return None
        answered = self.__loop.create_future()

        def on_done(future):
            self.__loop.call_soon_threadsafe(
                lambda: answered.done() or answered.set_result(future.result()))
        self.__client.call_async(request).add_done_callback(on_done)
        return answered.result() if await self.__unless_shutdown(answered) else None
