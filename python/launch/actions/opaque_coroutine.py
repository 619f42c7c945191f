"""A coroutine that runs beside the launch."""
import asyncio

from launch import places
from launch.action import Action
from launch.event_handlers import OnShutdown


class OpaqueCoroutine(Action):
    """
    Runs coroutine(context, *args, **kwargs); it is cancelled when the launch ends.

    :param ignore_context: the coroutine does not take the context.
    """

    def __init__(self, *, coroutine, args=None, kwargs=None, ignore_context=False,
                 **left_over_kwargs):
        super().__init__(**left_over_kwargs)
        if not asyncio.iscoroutinefunction(coroutine):
            raise TypeError(
                f"OpaqueCoroutine expected a coroutine function for 'coroutine', got "
                f"{coroutine!r}")
        self.__coroutine = coroutine
        self.__args = list(args or [])
        self.__kwargs = dict(kwargs or {})
        self.__ignore_context = ignore_context
        self.__future = None

    def __cancel(self, _event, _context):
        if self.__future is not None:
            self.__future.cancel()

    def execute(self, context):
        args = self.__args if self.__ignore_context else [context, *self.__args]
        file = context.get_locals_as_dict().get("current_launch_file_path")
        self.__future = context.asyncio_loop.create_task(self.__run(args, file))
        handler = OnShutdown(on_shutdown=self.__cancel)
        context.register_event_handler(handler)
        self.__future.add_done_callback(lambda _: context.unregister_event_handler(handler))

    async def __run(self, args, file):
        try:
            return await self.__coroutine(*args, **self.__kwargs)
        except Exception as error:
            places.note(error, element=type(self).__name__,
                        line=places.line_in_file(error, file), file=file)
            raise

    def get_asyncio_future(self):
        return self.__future
